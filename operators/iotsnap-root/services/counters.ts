/** How many requests a service has answered, and what its process uses, in the text format of Prometheus. */

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

/** By the names that the clients of Prometheus use. */
function usage(): readonly string[] {
  const { user, system } = process.cpuUsage()
  return [
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
  ]
}
