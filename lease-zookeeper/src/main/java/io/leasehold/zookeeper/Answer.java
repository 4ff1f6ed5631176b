package io.leasehold.zookeeper;

import java.util.List;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * What came back for one request.
 *
 * @param code OK or the fault
 * @param stat of the node, for the requests that return one
 * @param data of the node as text, for a read
 * @param results one per step of a multi; empty for anything else
 */
record Answer(Code code, @Nullable Stat stat, @Nullable String data, List<OpResult> results) {

  Answer {
    results = List.copyOf(results);
  }

  static Answer of(int rc) {
    return new Answer(Code.get(rc), null, null, List.of());
  }

  boolean isOk() {
    return code == Code.OK;
  }

  /** Which step of a multi failed; -1 if none did or it is not told. */
  int failedStep() {
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i) instanceof OpResult.ErrorResult error
          && error.getErr() != Code.OK.intValue()) {
        return i;
      }
    }
    return -1;
  }
}
