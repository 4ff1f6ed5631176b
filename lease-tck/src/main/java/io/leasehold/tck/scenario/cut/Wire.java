package io.leasehold.tck.scenario.cut;

import io.leasehold.tck.history.Cut;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.Network;
import io.leasehold.tck.scenario.Stage;

/**
 * The wire between one contender and its store, and the way in which it is cut.
 *
 * @param fault the cut's name in the history
 * @param contender whose wire it is
 * @param cut cuts it
 * @param heal mends it
 */
record Wire(String fault, Contender contender, Runnable cut, Runnable heal) {

  /** In this process: each call meets this fate while the wire is cut. */
  static Wire inProcess(Stage stage, Fate fate) {
    Contender contender = stage.contender();
    return new Wire(
        fate.name(),
        contender,
        () -> contender.faults().all(fate),
        () -> contender.faults().heal());
  }

  /** TCP: what either side sends is swallowed, and connections seem to be open. */
  static Wire blackHole(Stage stage) {
    Network network = Network.to(stage);
    return tcp("BLACK_HOLE", network, () -> network.proxy().blackHole());
  }

  /** TCP: one side is heard and hears nothing. */
  static Wire halfOpen(Stage stage, Direction swallowed) {
    Network network = Network.to(stage);
    return tcp("HALF_OPEN_" + swallowed, network, () -> network.proxy().halfOpen(swallowed));
  }

  /** TCP: nothing moves, and all of it arrives when the wire is mended. */
  static Wire stall(Stage stage) {
    Network network = Network.to(stage);
    return tcp(Cut.STALL, network, () -> network.proxy().stall());
  }

  private static Wire tcp(String fault, Network network, Runnable cut) {
    FaultProxy proxy = network.proxy();
    return new Wire(fault, network.contender(), cut, proxy::heal);
  }
}
