package io.leasehold.engine.select;

/** What became of one entry of the classpath that announces a backend. */
sealed interface Finding permits FoundProvider, BrokenProvider {}
