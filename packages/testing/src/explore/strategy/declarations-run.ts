/** The strategy `declarations`: other ways to declare the same, and a random sample of other values from the schema, with one fault each. */
import { seededRandom } from '@kubewright/core/random'
import { noFaults, type Plan } from '../plan/plan.ts'
import { drawn, shuffled } from '../plan/random-plans.ts'
import { singleFaults } from '../plan/single-faults.ts'
import { declarableValues } from '../run/generated-declarations.ts'
import type { Externals } from '../world/external-call.ts'
import { shares, type StrategyParts, type StrategyRun } from './strategy-run.ts'

export function declarationsRun<Outside extends Externals>({
  options,
  seed,
  reference,
  judge,
  play,
  progress,
}: StrategyParts<Outside>): StrategyRun {
  const { draws = 50 } = options
  const name = 'declarations'
  const values = declarableValues(options, reference.checkpoints)
  const random = seededRandom(`${seed} declarations`)
  const some = shuffled(random, values).slice(0, Math.ceil(draws / 4))
  const plans = [...judge.ways.map(({ declares }) => declares), ...some].map(
    (declares): Plan => ({ ...noFaults, declares }),
  )
  let runs = 0
  const plays = async function* () {
    for (const plan of plans) {
      const { run } = await play(plan)
      runs++
      const [fault] = drawn(random, singleFaults(run.trace.entries, options.final), 1)
      if (plan.declares?.type === 'value' && fault !== undefined) await play({ ...plan, faults: [fault] })
      progress(name, plans.length)
      yield
    }
  }
  return {
    weight: shares[name],
    plays: plays(),
    report: () => ({ name, plans: plans.length, runs }),
    skipped: () => (runs < plans.length ? `${plans.length - runs} of ${plans.length} declarations` : undefined),
    cut: () =>
      some.length < values.length ? [`${some.length} of ${values.length} values from the schema were declared`] : [],
  }
}
