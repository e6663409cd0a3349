/** What else a number depends on: the load of the machine, the date, the versions. */
import os from 'node:os'

export interface Circumstances {
  readonly date: string
  /** Over one minute. A quiet machine of two cores is below 0.5 before a run. */
  readonly load: number
}

export function circumstances(): Circumstances {
  return { date: new Date().toISOString(), load: Number(os.loadavg()[0]!.toFixed(1)) }
}

export const machine = () =>
  `${os.cpus().length} × ${os.cpus()[0]!.model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}`
