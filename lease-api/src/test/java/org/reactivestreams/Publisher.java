package org.reactivestreams;

/** Stands for the type of this name, which is told by its name only. */
public interface Publisher<T> {}
