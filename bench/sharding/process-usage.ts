/** The resource usage of a process, from Linux's /proc. */
import { readFileSync } from 'node:fs'

/** The kernel's unit of CPU time in /proc, on every architecture Node runs on. */
const tickMs = 10

/** CPU time of all its threads since it started, in milliseconds. Failure: throws if there is no such process. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program comes first, in parentheses, and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** Its resident set size, in bytes. */
export function residentBytesOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** The CPU usage of several processes over an interval, each in cores. */
export class CpuMeter {
  readonly #pids: Readonly<Record<string, number>>
  readonly #began: Readonly<Record<string, number>>
  readonly #since = performance.now()

  constructor(pids: Readonly<Record<string, number>>) {
    this.#pids = pids
    this.#began = this.#read()
  }

  /** Omits processes that ended in the meantime. */
  cores(): Readonly<Record<string, number>> {
    const ms = performance.now() - this.#since
    return Object.fromEntries(
      Object.entries(this.#read()).map(([name, now]) => [name, (now - this.#began[name]!) / ms] as const),
    )
  }

  #read(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.#pids).flatMap(([name, pid]) => {
        try {
          return [[name, cpuMsOf(pid)] as const]
        } catch {
          return []
        }
      }),
    )
  }
}
