package io.leasehold.zookeeper;

/**
 * A write and what it proved.
 *
 * @param answer of the server
 * @param proven if OK: from when the session's timeout provably runs
 * @param zxid if OK: the transaction's number
 */
record Written(Answer answer, long proven, long zxid) {}
