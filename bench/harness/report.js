/** What a measured program tells its parent: time, processor time, memory. */

/** Starts the clocks. `stop()` gives what was spent since. */
export function startMeter() {
  const [wall, cpu] = [performance.now(), process.cpuUsage()]
  return {
    stop() {
      const spent = process.cpuUsage(cpu)
      return { ms: performance.now() - wall, cpuMs: (spent.user + spent.system) / 1_000 }
    },
  }
}

/** Bytes in use after collecting garbage; needs `--expose-gc`. */
export function settledBytes() {
  for (let round = 0; round < 3; round++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

export function report(numbers) {
  process.send(numbers)
}
