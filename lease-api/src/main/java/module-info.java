/** Leases with the same promises on every store: API, SPI, engine and the in-process backend. */
module io.leasehold {
  requires org.slf4j;
  requires static transitive org.jspecify;
  requires static jdk.jfr;

  exports io.leasehold;
  exports io.leasehold.memory;
  exports io.leasehold.spi;
  exports io.leasehold.spi.support;

  uses io.leasehold.spi.LeaseBackendProvider;

  provides io.leasehold.spi.LeaseBackendProvider with
      io.leasehold.memory.MemoryBackendProvider;
}
