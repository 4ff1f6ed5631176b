/** The compatibility kit: rules for every backend, the class to extend, and real faults. */
module io.leasehold.tck {
  requires transitive io.leasehold;
  requires transitive org.junit.jupiter.api;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.jr.ob;
  requires info.picocli;
  requires org.slf4j;
  requires static transitive org.jspecify;

  exports io.leasehold.tck;
  exports io.leasehold.tck.fixture;
  exports io.leasehold.tck.history;
  exports io.leasehold.tck.judge;
  exports io.leasehold.tck.judge.cut;
  exports io.leasehold.tck.judge.late;
  exports io.leasehold.tck.judge.process;
  exports io.leasehold.tck.judge.life;
  exports io.leasehold.tck.judge.time;
  exports io.leasehold.tck.net;
  exports io.leasehold.tck.process;
  exports io.leasehold.tck.report;
  exports io.leasehold.tck.report.html;
  exports io.leasehold.tck.rule;
  exports io.leasehold.tck.rules;
  exports io.leasehold.tck.run;
  exports io.leasehold.tck.scenario;
  exports io.leasehold.tck.scenario.cut;
  exports io.leasehold.tck.scenario.late;
  exports io.leasehold.tck.scenario.process;
  exports io.leasehold.tck.scenario.life;

  opens io.leasehold.tck.cli to
      info.picocli;

  uses io.leasehold.spi.LeaseBackendProvider;
}
