/** Finds the highest sustainable load in few tries: each takes as long as a load must be held to be meaningful. */

export interface SearchOptions {
  /** The first load. */
  readonly guess: number
  /** The factor between two tries while only one bound is known: 1.25 is a quarter more, or less. */
  readonly step: number
  /** The relative distance of the two bounds at which the search ends: 0.03 is three percent. */
  readonly precision: number
  /** The limit of loads to try. */
  readonly mostTries: number
  /** Whether a load is sustained. */
  readonly isCarried: (load: number) => Promise<boolean>
}

/** The highest sustained load; 0 if none was. */
export async function findCapacity(options: SearchOptions): Promise<number> {
  const { guess, step, precision, mostTries, isCarried } = options
  let carried = 0
  let tooMuch = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < mostTries && tooMuch > carried * (1 + precision); tries++) {
    const load = nextLoad(carried, tooMuch, { guess, step })
    // A load must fail twice: other work of the machine may disturb a single try.
    if ((await isCarried(load)) || (await isCarried(load))) carried = load
    else tooMuch = load
  }
  return carried
}

/** Outwards from the guess until both bounds are known, then the geometric mean. */
function nextLoad(carried: number, tooMuch: number, { guess, step }: Pick<SearchOptions, 'guess' | 'step'>): number {
  if (carried === 0) return Number.isFinite(tooMuch) ? tooMuch / step : guess
  return Number.isFinite(tooMuch) ? Math.sqrt(carried * tooMuch) : carried * step
}
