/** The circumstances of a measurement: the machine, the date, and the CPU time of other programs meanwhile. */
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { measuredNodeVersion } from './node-program.ts'
import { cpuMsOf } from './process-usage.ts'

export interface Circumstances {
  readonly date: string
  readonly machine: string
  /** Load average over one minute, before and after. The benchmark itself is part of it. */
  readonly load: { readonly before: number; readonly after: number }
  /** Cores that programs other than the benchmark used on average. */
  readonly othersCores: number
  /** There if the numbers are not those of a quiet machine. */
  readonly warning?: string
}

/** More than the sum of an idle system and the accounting of short processes. */
const quietCores = 0.2
const tickMs = 10

export const machine = () =>
  `${os.cpus().length} × ${os.cpus()[0]!.model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${measuredNodeVersion}`

const load = () => Number(os.loadavg()[0]!.toFixed(1))

/** Watches the machine from its creation on. */
export class MachineWatch {
  readonly #date = new Date().toISOString()
  readonly #before = load()
  readonly #begun = performance.now()
  readonly #others = othersMs()

  read(): Circumstances {
    const cores = (othersMs() - this.#others) / (performance.now() - this.#begun)
    const othersCores = Number(Math.max(0, cores).toFixed(2))
    const warning = warningOf(othersCores)
    return {
      date: this.#date,
      machine: machine(),
      load: { before: this.#before, after: load() },
      othersCores,
      ...(warning !== undefined && { warning }),
    }
  }
}

export function warningOf(othersCores: number): string | undefined {
  if (othersCores <= quietCores) return undefined
  return `The machine was not quiet: other programs used ${othersCores} cores on average. Do not publish these times.`
}

/** CPU time of everything that is neither this process nor a descendant of it. */
function othersMs(): number {
  return busyMsOf(readFileSync('/proc/stat', 'utf8')) - cpuMsOf(process.pid)
}

/** CPU time of all processors since the system started, including steal time. */
export function busyMsOf(stat: string): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = stat
    .slice(0, stat.indexOf('\n'))
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) * tickMs
}
