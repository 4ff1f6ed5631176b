package io.leasehold.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.Compare.CompareResult;
import io.etcd.jetcd.api.Compare.CompareTarget;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import java.util.List;

/** The transactions that leases are made of. Each is one atomic step at the store. */
final class Requests {

  private Requests() {}

  /** Puts the key if it does not exist; else tells what is there. */
  static TxnRequest acquire(ByteString key, ByteString value, long lease) {
    return TxnRequest.newBuilder()
        .addCompare(created(key, 0))
        .addSuccess(put(key, value, lease))
        .addFailure(range(key))
        .build();
  }

  /** Reads the keys, in a read that the leader has confirmed. */
  static TxnRequest read(List<ByteString> keys) {
    TxnRequest.Builder txn = TxnRequest.newBuilder();
    keys.forEach(key -> txn.addSuccess(range(key)));
    return txn.build();
  }

  /**
   * Deletes the key if it is the very one that was granted, revoked or not; else tells what is
   * there. Comparing the value as well spares what somebody wrote over it.
   */
  static TxnRequest release(ByteString key, EtcdHold hold) {
    TxnRequest revoked =
        TxnRequest.newBuilder()
            .addCompare(created(key, hold.revision()))
            .addCompare(valued(key, hold.revokedValue()))
            .addSuccess(delete(key))
            .addFailure(range(key))
            .build();
    return TxnRequest.newBuilder()
        .addCompare(created(key, hold.revision()))
        .addCompare(valued(key, hold.value()))
        .addSuccess(delete(key))
        .addFailure(RequestOp.newBuilder().setRequestTxn(revoked))
        .build();
  }

  /** Deletes the key if it is as it was seen. */
  static TxnRequest deleteUnchanged(ByteString key, long modRevision) {
    return TxnRequest.newBuilder()
        .addCompare(modified(key, modRevision))
        .addSuccess(delete(key))
        .build();
  }

  /** Writes the key again, with another store lease, if it is as it was seen. */
  static TxnRequest rebindUnchanged(
      ByteString key, long modRevision, ByteString value, long lease) {
    return TxnRequest.newBuilder()
        .addCompare(modified(key, modRevision))
        .addSuccess(put(key, value, lease))
        .build();
  }

  private static Compare created(ByteString key, long revision) {
    return equal(key, CompareTarget.CREATE).setCreateRevision(revision).build();
  }

  private static Compare modified(ByteString key, long revision) {
    return equal(key, CompareTarget.MOD).setModRevision(revision).build();
  }

  private static Compare valued(ByteString key, ByteString value) {
    return equal(key, CompareTarget.VALUE).setValue(value).build();
  }

  private static Compare.Builder equal(ByteString key, CompareTarget target) {
    return Compare.newBuilder().setKey(key).setTarget(target).setResult(CompareResult.EQUAL);
  }

  private static RequestOp put(ByteString key, ByteString value, long lease) {
    return RequestOp.newBuilder()
        .setRequestPut(PutRequest.newBuilder().setKey(key).setValue(value).setLease(lease))
        .build();
  }

  private static RequestOp delete(ByteString key) {
    return RequestOp.newBuilder()
        .setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(key))
        .build();
  }

  private static RequestOp range(ByteString key) {
    return RequestOp.newBuilder().setRequestRange(RangeRequest.newBuilder().setKey(key)).build();
  }
}
