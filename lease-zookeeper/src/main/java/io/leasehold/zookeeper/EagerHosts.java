package io.leasehold.zookeeper;

import io.leasehold.spi.LeaseClock;
import java.net.InetSocketAddress;
import java.util.Collection;
import org.apache.zookeeper.client.HostProvider;

/**
 * Which server the driver tries next, without its long pauses; and when it began to try the one
 * that made the session. Called by the driver's sending thread.
 *
 * <p>Before it connects again the driver sleeps for up to a second, and for one more when all
 * servers have been tried. A short session would be over by then. There is no setting; but an
 * interrupt ends the first sleep, and is used up by it.
 */
final class EagerHosts implements HostProvider {

  /** From this timeout on the driver's own pauses do no harm. */
  private static final int LONG_MILLIS = 10_000;

  private final HostProvider hosts;
  private final int timeoutMillis;
  private final LeaseClock clock;
  private volatile long triedAt;
  private volatile long sessionSentAt;
  private volatile boolean hadSession;

  /**
   * Takes these in their order.
   *
   * @param hosts that are tried
   * @param timeoutMillis of the session
   * @param clock to measure with
   */
  EagerHosts(HostProvider hosts, int timeoutMillis, LeaseClock clock) {
    this.hosts = hosts;
    this.timeoutMillis = timeoutMillis;
    this.clock = clock;
  }

  @Override
  public int size() {
    return hosts.size();
  }

  @Override
  public InetSocketAddress next(long spinDelay) {
    InetSocketAddress next = hosts.next(Math.min(spinDelay, timeoutMillis / 10));
    triedAt = clock.nanos();
    if (hadSession && spinDelay > 0 && timeoutMillis < LONG_MILLIS) {
      Thread.currentThread().interrupt(); // it sleeps next; the very first time it does not
    }
    return next;
  }

  @Override
  public void onConnected() {
    if (!hadSession) {
      sessionSentAt = triedAt;
      hadSession = true;
    }
    hosts.onConnected();
  }

  /** Before the request left that made the session; once it is connected. */
  long sessionSentAt() {
    return sessionSentAt;
  }

  @Override
  public boolean updateServerList(
      Collection<InetSocketAddress> serverAddresses, InetSocketAddress currentHost) {
    return hosts.updateServerList(serverAddresses, currentHost);
  }
}
