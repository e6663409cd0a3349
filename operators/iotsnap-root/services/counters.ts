/** Request counters of a service and the resource usage of its process, in the text format of Prometheus. */

export class Counters {
  readonly #service: string
  readonly #byStatus = new Map<number, number>()

  constructor(service: string) {
    this.#service = service
  }

  count(status: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1)
  }

  text(): string {
    const lines = [...this.#byStatus].map(
      ([status, count]) => `http_requests_total{service="${this.#service}",status="${status}"} ${count}`,
    )
    return ['# TYPE http_requests_total counter', ...lines, ...usage(), ''].join('\n')
  }
}

/** With the metric names of the Prometheus client libraries. */
function usage(): readonly string[] {
  const { user, system } = process.cpuUsage()
  return [
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
  ]
}
