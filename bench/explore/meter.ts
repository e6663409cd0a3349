/** What a number of runs took, by the clock and of the processor. */

export interface Measured {
  readonly runs: number
  readonly seconds: number
  /** Of all threads: those of the collector and the compilers too. */
  readonly cpuSeconds: number
}

/** @param play resolves to how many runs it played */
export async function meter(play: () => Promise<number>): Promise<Measured> {
  const [begun, used] = [performance.now(), process.cpuUsage()]
  const runs = await play()
  const { user, system } = process.cpuUsage(used)
  return { runs, seconds: (performance.now() - begun) / 1_000, cpuSeconds: (user + system) / 1_000_000 }
}

export interface Row extends Measured {
  readonly what: string
  /** Runs in a minute of one core. */
  readonly aim?: number
}

/** A busy machine changes what is counted by the clock; the aim is for one core, so it is held against processor time. */
export function tableOf(rows: readonly Row[]): string {
  const head = [
    '| what | runs | runs/s | processor time of a run | runs in a minute of one core | aim | met |',
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
