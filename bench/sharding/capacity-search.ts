/** Looks for the highest load that is carried, in few tries: each takes as long as a load has to be held to be believed. */

export interface SearchOptions {
  /** Where to begin. */
  readonly guess: number
  /** How far apart two tries are while only one side is known: 1.25 is a quarter more, or less. */
  readonly step: number
  /** The last load that was carried and the first that was not are at most this far apart: 0.03 is three in a hundred. */
  readonly precision: number
  /** No more loads than this. */
  readonly mostTries: number
  /** Whether a load is carried. */
  readonly isCarried: (load: number) => Promise<boolean>
}

/** The highest load that was carried; 0 if none was. */
export async function findCapacity(options: SearchOptions): Promise<number> {
  const { guess, step, precision, mostTries, isCarried } = options
  let carried = 0
  let tooMuch = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < mostTries && tooMuch > carried * (1 + precision); tries++) {
    const load = nextLoad(carried, tooMuch, { guess, step })
    // What else the machine does for a moment is not the limit: only a load that fails twice is too much.
    if ((await isCarried(load)) || (await isCarried(load))) carried = load
    else tooMuch = load
  }
  return carried
}

/** Outwards from the guess until both sides are known, then to the middle. */
function nextLoad(carried: number, tooMuch: number, { guess, step }: Pick<SearchOptions, 'guess' | 'step'>): number {
  if (carried === 0) return Number.isFinite(tooMuch) ? tooMuch / step : guess
  return Number.isFinite(tooMuch) ? Math.sqrt(carried * tooMuch) : carried * step
}
