package io.leasehold.etcd;

import com.google.protobuf.ByteString;
import io.leasehold.spi.Grant;
import io.leasehold.spi.OwnerToken;
import java.util.Optional;

/**
 * What a grant remembers of its record: the cookie.
 *
 * @param client who made the grant
 * @param revision the key's create revision, which no other acquisition of any name shares
 * @param lease the store lease that carries the key
 * @param record the value as it was written
 */
record EtcdHold(
    Object client, OwnerToken owner, long revision, StoreLease lease, EtcdRecord record) {

  /** That of a grant, if grant and cookie belong together. */
  static Optional<EtcdHold> of(Grant grant) {
    return grant.cookie() instanceof EtcdHold hold
            && hold.owner.equals(grant.owner())
            && hold.revision == grant.fencingToken()
        ? Optional.of(hold)
        : Optional.empty();
  }

  ByteString value() {
    return record.toBytes();
  }

  ByteString revokedValue() {
    return record.asRevoked().toBytes();
  }
}
