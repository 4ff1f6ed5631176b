package io.leasehold.hazelcast;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.properties.PropertyDefinition;
import com.hazelcast.logging.ILogger;
import com.hazelcast.spi.discovery.AbstractDiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryNode;
import com.hazelcast.spi.discovery.DiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryStrategyFactory;
import com.hazelcast.spi.discovery.SimpleDiscoveryNode;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a client connect to nothing but the addresses it was given. Otherwise, when a connection is
 * lost, the driver tries the addresses that the members say they have, which may lead nowhere from
 * here, or around what was put between.
 */
final class GivenAddresses implements DiscoveryStrategyFactory {

  private final List<String> addresses;

  GivenAddresses(List<String> addresses) {
    this.addresses = addresses;
  }

  @Override
  public Class<? extends DiscoveryStrategy> getDiscoveryStrategyType() {
    return Strategy.class;
  }

  @Override
  @SuppressWarnings("rawtypes") // as the driver wants it
  public DiscoveryStrategy newDiscoveryStrategy(
      @Nullable DiscoveryNode node, ILogger logger, Map<String, Comparable> properties) {
    return new Strategy(addresses, logger, properties);
  }

  @Override
  public Collection<PropertyDefinition> getConfigurationProperties() {
    return List.of();
  }

  /** Each address leads to itself; an address that is not among them leads nowhere. */
  private static final class Strategy extends AbstractDiscoveryStrategy {
    private final List<String> addresses;

    @SuppressWarnings("rawtypes") // as the driver wants it
    Strategy(List<String> addresses, ILogger logger, Map<String, Comparable> properties) {
      super(logger, properties);
      this.addresses = addresses;
    }

    @Override
    public Iterable<DiscoveryNode> discoverNodes() {
      List<DiscoveryNode> nodes = new ArrayList<>();
      for (String address : addresses) {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
        try {
          Address there = new Address(host, Integer.parseInt(address.substring(colon + 1)));
          nodes.add(new SimpleDiscoveryNode(there, there));
        } catch (UnknownHostException e) {
          getLogger().warning("host " + host + " is not known now", e);
        }
      }
      return nodes;
    }
  }
}
