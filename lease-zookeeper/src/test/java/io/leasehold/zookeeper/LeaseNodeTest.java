package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The format that running clients agree on: nodes' names and data. */
class LeaseNodeTest {

  private static final String OWNER = "00000000000000010000000000000002";

  private static String text(LeaseNode node) {
    return new String(node.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void isATextThatPeopleCanRead() {
    LeaseNode node = new LeaseNode(new OwnerToken(1, 2), false, Map.of("host", "a b", "pid", "7"));
    assertThat(text(node)).isEqualTo(OWNER + " h host=a+b&pid=7");
    assertThat(text(node.asRevoked())).isEqualTo(OWNER + " r host=a+b&pid=7");
  }

  @Test
  void isReadAsItWasWritten() {
    Map<String, String> odd = Map.of("a=b", "&%\n\u00e9", "empty", "", "\u4e2d", "+ ");
    LeaseNode node = new LeaseNode(OwnerToken.random(), false, odd);
    assertThat(LeaseNode.of(text(node))).contains(node);
    assertThat(LeaseNode.of(text(node.asRevoked()))).contains(node.asRevoked());
    LeaseNode plain = new LeaseNode(OwnerToken.random(), true, Map.of());
    assertThat(LeaseNode.of(text(plain))).contains(plain);
  }

  @Test
  void whatIsNoneOfOursIsToldApart() {
    for (String other :
        List.of("", "x", OWNER, OWNER + " h", OWNER + " x a=b", "0" + OWNER + " h ", "h a=b")) {
      assertThat(LeaseNode.of(other)).as(other).isEmpty();
    }
    assertThat(LeaseNode.of(OWNER + " h a=%zz")).isEmpty();
  }

  @Test
  void aNameIsOneNode() {
    Paths paths = new Paths("/app/leasehold");
    assertThat(paths.lease(new LeaseName("orders/1"))).endsWith("/leases/orders%2F1");
    assertThat(paths.lease(new LeaseName("orders%2F1"))).endsWith("/leases/orders%252F1");
    assertThat(paths.lease(new LeaseName("."))).endsWith("/leases/%2E");
    assertThat(paths.lease(new LeaseName("a.b"))).endsWith("/leases/a.b");
    assertThat(paths.parents())
        .startsWith("/app", "/app/leasehold")
        .contains("/app/leasehold/leases", "/app/leasehold/owners", "/app/leasehold/sessions");
  }
}
