/** What a process has used, as Linux counts it. */
import { readFileSync } from 'node:fs'

/** The kernel's unit of processor time for programs, on every architecture Node runs on. */
const tickMs = 10

/** Processor time of all its threads since it started, in milliseconds. Failure: throws when there is no such process. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program comes first, in parentheses, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** Memory it has at this moment, in bytes. */
export function residentBytesOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** Processor time a second that several processes used between two looks, each as a part of one core. */
export class CpuMeter {
  readonly #pids: Readonly<Record<string, number>>
  readonly #began: Readonly<Record<string, number>>
  readonly #since = performance.now()

  constructor(pids: Readonly<Record<string, number>>) {
    this.#pids = pids
    this.#began = this.#read()
  }

  /** Those that ended in the meantime are left out. */
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
