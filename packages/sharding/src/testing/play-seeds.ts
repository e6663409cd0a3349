/**
 * Plays many seeds of the fleet and says which ones fail, with the smallest story that does.
 *
 * `npx tsx --conditions=@kubewright/source packages/sharding/src/testing/play-seeds.ts 1 10000`
 */
import { type Report, play, shrink, type Story, storyOf } from './fleet.ts'

export interface Failure {
  readonly story: Story
  readonly report: Report
}

/** Resolves to the first seed that fails, with its story made as small as it gets. */
export async function playSeeds(from: number, to: number): Promise<Failure | undefined> {
  for (let seed = from; seed <= to; seed++) {
    const { violations } = await play(storyOf(seed))
    if (violations.length === 0) continue
    const story = await shrink(storyOf(seed))
    return { story, report: await play(story) }
  }
  return undefined
}

if (process.argv[1]?.endsWith('play-seeds.ts') === true) {
  const [from = 1, to = 1_000] = process.argv.slice(2).map(Number)
  const failure = await playSeeds(from, to)
  if (failure === undefined) console.log(`seeds ${from} to ${to}: nothing found`)
  else {
    console.log([...failure.report.told, JSON.stringify(failure.story), ...failure.report.violations].join('\n'))
    process.exitCode = 1
  }
}
