package io.leasehold.zookeeper;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.util.ArrayList;
import java.util.List;

/**
 * Where nodes are. Part of the format: changing it changes what running clients agree on.
 *
 * <pre>
 * ROOT/leases/NAME    ephemeral, who holds the name; its czxid is the fencing token
 * ROOT/owners/OWNER   ephemeral, made and deleted together with the lease's node
 * ROOT/sessions/ID    ephemeral, what a session writes on to prove that it lives
 * ROOT/waiters/NAME   a line of clients that wait for the name, ephemeral and numbered
 * </pre>
 */
final class Paths {

  private final String root;

  /**
   * Below one node.
   *
   * @param root absolute, without a slash at the end; empty for the very root
   */
  Paths(String root) {
    this.root = root;
  }

  /** The node that carries a lease. */
  String lease(LeaseName name) {
    return root + "/leases/" + encoded(name.value());
  }

  /** The node that belongs to one acquisition only. */
  String owner(OwnerToken owner) {
    return owner(owner.toString());
  }

  /** The same, by its digits. */
  String owner(String owner) {
    return root + "/owners/" + owner;
  }

  /** The node on which a session writes. */
  String marker(String id) {
    return root + "/sessions/" + id;
  }

  /** Below it those queue who wait for the name; servers delete it when nobody does. */
  String line(LeaseName name) {
    return root + "/waiters/" + encoded(name.value());
  }

  /** The persistent nodes that have to be there, parents first. */
  List<String> parents() {
    List<String> all = new ArrayList<>();
    for (int slash = root.indexOf('/', 1); slash > 0; slash = root.indexOf('/', slash + 1)) {
      all.add(root.substring(0, slash));
    }
    if (!root.isEmpty()) {
      all.add(root);
    }
    for (String folder : List.of("leases", "owners", "sessions", "waiters")) {
      all.add(root + "/" + folder);
    }
    return all;
  }

  /** One node's name: a slash would end it, and "." and ".." are refused. */
  static String encoded(String name) {
    StringBuilder text = new StringBuilder(name.length() + 8);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case '/' -> text.append("%2F");
        case '%' -> text.append("%25");
        case '.' -> text.append(i == 0 ? "%2E" : ".");
        default -> text.append(c);
      }
    }
    return text.toString();
  }
}
