/**
 * Explores the webhosting operator and the whole corpus, one after the other in this process, and prints how many plans were
 * played. Each plan runs an operator, an API server and a user from start to end, including the verdict. Depth-first runs end
 * in a state that was already visited: they are measured separately and do not count towards the aim.
 */
import { explore, type ExploreOptions, type Report } from '@kubewright/testing'
import type { Strategy } from '@kubewright/testing/exploration'
import { corpus } from '../../test/planted/corpus.ts'
import { ownOperators } from '../../test/planted/own-operators.ts'
import { type Measured, meter, tableOf } from './meter.ts'

const runs = Number(process.argv[2] ?? 600)
const complete: readonly Strategy[] = ['single', 'declarations', 'combined', 'random', 'pct']

/** Enough draws for the requested number of runs. */
function limited(most: number, strategies = complete): Pick<ExploreOptions, 'budget' | 'strategies' | 'draws'> {
  return { strategies, draws: most, budget: { runs: most, within: '1h' } }
}

async function measureOwn(name: string, most: number, strategies?: readonly Strategy[]): Promise<Measured> {
  console.error(`exploring ${name} …`)
  const exploration = ownOperators[name]
  if (exploration === undefined) throw new Error(`there is no exploration of ${name}`)
  await exploration.run(limited(Math.ceil(most / 5), strategies)) // warm-up
  return await meter(async () => withoutFailures(await exploration.run(limited(most, strategies))))
}

/** All planted bugs and their corrected twins, with the same number of runs each; includes the start of servers and the shrinking. */
async function measureCorpus(most: number): Promise<Measured> {
  console.error(`exploring ${corpus.length} planted bugs and their corrected twins …`)
  return await meter(async () => {
    let played = 0
    for (const { explored } of corpus) {
      played += (await explore({ ...explored(false), ...limited(most) })).runs
      played += withoutFailures(await explore({ ...explored(true), ...limited(most) }))
    }
    return played
  })
}

function withoutFailures({ failures, runs: played }: Report): number {
  if (failures[0] !== undefined) throw new Error(failures[0].story())
  return played
}

const aim = 1_000
const rows = [
  { what: 'the webhosting operator', ...(await measureOwn('webhosting', runs)), aim },
  {
    what: `the corpus: ${corpus.length} planted bugs and their corrected twins`,
    ...(await measureCorpus(Math.ceil(runs / 10))),
    aim,
  },
  { what: 'webhosting, depth-first', ...(await measureOwn('webhosting', runs, ['depth-first'])) },
  { what: 'webhosting, with pods', ...(await measureOwn('webhosting with its workloads', Math.ceil(runs / 12))) },
]
console.log(tableOf(rows))
