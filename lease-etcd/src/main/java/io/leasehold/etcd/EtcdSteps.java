package io.leasehold.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.leasehold.HolderInfo;
import io.leasehold.spi.LeaseName;
import java.util.List;
import java.util.Optional;

/** Sends what leases are made of, and reads records. */
final class EtcdSteps {

  private final EtcdLinks links;
  private final EtcdKeys keys;

  EtcdSteps(EtcdLinks links, EtcdKeys keys) {
    this.links = links;
    this.keys = keys;
  }

  ByteString key(LeaseName name) {
    return keys.of(name);
  }

  String shown(LeaseName name) {
    return keys.shown(name);
  }

  TxnResponse txn(Bound bound, TxnRequest request) throws CallFailedException {
    return links.call(bound, KVGrpc.getTxnMethod(), request);
  }

  /** A linearizable read. */
  Optional<KeyValue> read(Bound bound, LeaseName name) throws CallFailedException {
    RangeResponse answer =
        links.call(
            bound, KVGrpc.getRangeMethod(), RangeRequest.newBuilder().setKey(key(name)).build());
    return answer.getKvsList().stream().findFirst();
  }

  List<EtcdLinks.KeptAlive> keepAlive(Bound bound, List<Long> leases) throws CallFailedException {
    return links.keepAlive(bound, leases);
  }

  /** What is in that answer of a transaction that looked at one key. */
  static Optional<KeyValue> seen(TxnResponse answer, int index) {
    return answer.getResponses(index).getResponseRange().getKvsList().stream().findFirst();
  }

  /**
   * Who holds it, as the record says; empty if it is no record of a lease. How long the holder has
   * left is not told: the store counts it in whole seconds, and rounds down.
   */
  static Optional<HolderInfo> holder(LeaseName name, KeyValue kv) {
    return EtcdRecord.read(kv.getValue())
        .filter(record -> kv.getLease() != 0) // without one it would never end
        .map(
            record ->
                new HolderInfo(
                    name.value(),
                    record.owner(),
                    kv.getCreateRevision(),
                    Optional.empty(),
                    record.revoked(),
                    record.pairs()));
  }
}
