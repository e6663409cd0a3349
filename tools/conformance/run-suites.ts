/** Runs all suites on one server: each suite's setup, then its cases concurrently, then those that run alone. */
import { type Case, caseId, type Suite } from './case.ts'
import type { Observation } from './observation.ts'
import { runCase, type Site } from './run-case.ts'

/** Observations by case id; those of a suite's setup are under `setupId`. */
export type Seen = ReadonlyMap<string, readonly Observation[]>

export async function runSuites(site: Site, suites: readonly Suite[]): Promise<Seen> {
  const seen = new Map<string, readonly Observation[]>()
  const { concurrency } = site.target.pace
  const run = async (suite: Suite, one: Case) => {
    const id = caseId(suite, one)
    seen.set(id, await attempt(() => runCase(site, { ...one, id, suiteId: setupId(suite) })))
  }
  await inParallel(
    suites.filter(({ setup }) => setup),
    concurrency,
    async (suite) => {
      const { hooks, setup: steps = [] } = suite
      const id = setupId(suite)
      seen.set(id, await attempt(() => runCase(site, { id, suiteId: id, steps, ...(hooks ? { hooks } : {}) })))
    },
  )
  const all = suites.flatMap((suite) => suite.cases.map((one) => [suite, one] as const))
  await inParallel(
    all.filter(([, one]) => !one.runsAlone),
    concurrency,
    ([suite, one]) => run(suite, one),
  )
  await inParallel(
    all.filter(([, one]) => one.runsAlone),
    1,
    ([suite, one]) => run(suite, one),
  )
  return seen
}

export function setupId({ section, topic }: Suite): string {
  return `${section} ${topic}`
}

/** A case that fails to run counts as a difference and does not end the run. */
async function attempt(run: () => Promise<readonly Observation[]>): Promise<readonly Observation[]> {
  try {
    return await run()
  } catch (error) {
    return [{ failed: error instanceof Error ? error.message : String(error) }]
  }
}

async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: width }, work))
}
