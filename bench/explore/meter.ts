/** The wall-clock and CPU time of a number of runs. */

export interface Measured {
  readonly runs: number
  readonly seconds: number
  /** Includes all threads, also those of the garbage collector and the compilers. */
  readonly cpuSeconds: number
}

/** @param play resolves to the number of runs */
export async function meter(play: () => Promise<number>): Promise<Measured> {
  const [begun, used] = [performance.now(), process.cpuUsage()]
  const runs = await play()
  const { user, system } = process.cpuUsage(used)
  return { runs, seconds: (performance.now() - begun) / 1_000, cpuSeconds: (user + system) / 1_000_000 }
}

export interface Row extends Measured {
  readonly what: string
  /** Runs per minute on one core. */
  readonly aim?: number
}

/** The aim is for one core, so it is compared with CPU time: wall-clock time depends on the load of the machine. */
export function tableOf(rows: readonly Row[]): string {
  const head = [
    '| what | runs | runs/s | processor time per run | runs a minute on one core | aim | met |',
    '|---|---:|---:|---:|---:|---:|---|',
  ]
  return [...head, ...rows.map(lineOf)].join('\n')
}

function lineOf({ what, runs, seconds, cpuSeconds, aim }: Row): string {
  const perMinute = (runs / cpuSeconds) * 60
  const wanted = aim === undefined ? ['', ''] : [`at least ${count(aim)}`, perMinute >= aim ? 'yes' : '**no**']
  const took = `${((cpuSeconds * 1_000) / runs).toFixed(1)} ms`
  return `| ${[what, count(runs), (runs / seconds).toFixed(1), took, count(perMinute), ...wanted].join(' | ')} |`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}
