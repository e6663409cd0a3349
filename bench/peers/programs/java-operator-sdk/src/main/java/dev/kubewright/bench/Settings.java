package dev.kubewright.bench;

/** What the harness asks for in the environment. An empty namespace stands for all. */
record Settings(String mode, String resource, String namespace, int concurrency, String coordination) {
  static Settings fromEnvironment() {
    return new Settings(
        variable("BENCH_MODE", "operate"),
        variable("BENCH_RESOURCE", "websites"),
        variable("BENCH_NAMESPACE", ""),
        Integer.parseInt(variable("BENCH_CONCURRENCY", "10")),
        variable("BENCH_COORDINATION", "alone"));
  }

  boolean watchesAllNamespaces() {
    return namespace.isEmpty();
  }

  /** Whether one process among several acts, the one that holds the lease. */
  boolean leads() {
    return coordination.equals("leader");
  }

  private static String variable(String name, String fallback) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? fallback : value;
  }
}
