package io.reactivex.rxjava3.core;

/** Stands for the type of this name, which is told by its name only. */
public interface SingleSource<T> {}
