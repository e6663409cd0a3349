/** Kubernetes in a test: a cluster in milliseconds, virtual time, faults on demand, assertions. In the making: nothing here is promised yet. */
export {}
