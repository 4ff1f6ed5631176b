package io.leasehold.spi.support;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One participant of an {@link Exploration}: a script on a real {@link CasLeaseBackend}, replayed
 * from the answers it got so far. With the same answers at the same times it does the same again,
 * down to its tokens; where they end, it stops and shows what it asks for.
 */
final class Actor implements CasRegister, LeaseClock {

  static final LeaseName NAME = new LeaseName("n");

  /** Ticks are milliseconds. */
  static final Duration TTL = Duration.ofMillis(2);

  /** What an actor does with its backend. */
  interface Script {
    void run(Actor actor);
  }

  /** What an actor waits for. */
  sealed interface Request {
    record Read() implements Request {}

    record Swap(CasRecord expected, CasRecord next) implements Request {}

    /** To be scheduled, and told which way to go. */
    record Turn(int ways) implements Request {}
  }

  /** What an actor believes from now on. */
  sealed interface Belief {
    /** It holds the lease, by its own clock, until then. */
    record Holds(OwnerToken owner, long fence, int sentAt, int until) implements Belief {}

    /** It has let go of whatever it held. */
    record LetGo() implements Belief {}

    /** This owner can never hold the name any more. */
    record Dead(OwnerToken owner, boolean recordGone) implements Belief {}
  }

  /** An answer and when it came. */
  record Answer(Object value, int time) {}

  /**
   * What an actor does between its latest answer and its next request.
   *
   * @param request null: it is done
   * @param memory all that it still knows, if it is between two calls, else null: two actors with
   *     the same memory do the same from here on
   */
  record Segment(List<Belief> beliefs, Request request, Object memory) {}

  private static final class Suspended extends Error {
    private static final long serialVersionUID = 1L;

    private Suspended() {
      super(null, null, false, false);
    }
  }

  private final int index;
  private final int speed;
  private final List<Answer> answers;
  private final List<Belief> beliefs = new ArrayList<>();
  private int position;
  private int tokens;
  private int time;
  private Request request;
  private List<Object> situation = List.of();

  final CasLeaseBackend backend;

  private Actor(int index, int speed, List<Answer> answers) {
    this.index = index;
    this.speed = speed;
    this.answers = answers;
    this.backend =
        new CasLeaseBackend(
            this,
            CasLeaseBackend.traits("explored", Duration.ofHours(1)).build(),
            this,
            this::token);
  }

  /**
   * Runs a script as far as the answers go.
   *
   * @param speed of the actor's clock; 1 is right
   */
  static Segment replay(Script script, int index, int speed, List<Answer> answers) {
    Actor actor = new Actor(index, speed, answers);
    try {
      script.run(actor);
    } catch (Suspended e) {
      Object memory = actor.request instanceof Request.Turn ? actor.memory() : null;
      return new Segment(List.copyOf(actor.beliefs), actor.request, memory);
    }
    return new Segment(List.copyOf(actor.beliefs), null, "done");
  }

  private Object memory() {
    return List.of(tokens, request, situation, Memory.of(backend));
  }

  /**
   * Lets others run and time pass; the schedule decides which way to go on.
   *
   * @param now all that the script itself remembers
   */
  int turn(int ways, Object... now) {
    situation = List.of(now);
    return (Integer) ask(new Request.Turn(ways));
  }

  void believe(Belief belief) {
    beliefs.add(belief);
  }

  int time() {
    return time;
  }

  AcquireAttempt attempt() {
    return new AcquireAttempt(NAME, token(), TTL, 0, Map.of());
  }

  private OwnerToken token() {
    return new OwnerToken(index, ++tokens);
  }

  private Object ask(Request asked) {
    if (position == answers.size()) {
      request = asked;
      throw new Suspended();
    }
    beliefs.clear();
    Answer answer = answers.get(position++);
    time = answer.time();
    return answer.value();
  }

  @Override
  public CasRead read(LeaseName name) {
    return (CasRead) ask(new Request.Read());
  }

  @Override
  public CasSwap compareAndSet(LeaseName name, CasRecord expected, CasRecord next) {
    return (CasSwap) ask(new Request.Swap(expected, next));
  }

  @Override
  public long nanos() {
    return Duration.ofMillis((long) time * speed).toNanos();
  }

  @Override
  public void close() {}
}
