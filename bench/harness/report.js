/** The report of a measured program to its parent: time, CPU time, memory. */
import { readFileSync } from 'node:fs'

/**
 * Starts the clocks. `stop()` gives what was spent since: time, processor time of all threads, and that of the main
 * thread, which is what the time would be on a machine that does nothing else.
 */
export function startMeter() {
  const [wall, cpu, main] = [performance.now(), process.cpuUsage(), mainThreadMs()]
  return {
    stop() {
      const spent = process.cpuUsage(cpu)
      const cpuMs = (spent.user + spent.system) / 1_000
      return { ms: performance.now() - wall, cpuMs, mainMs: mainThreadMs() - main }
    },
  }
}

/** Linux only; elsewhere it is not a number. */
function mainThreadMs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
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
