import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { Budget, type BudgetOption } from '../definition/budget.ts'
import { runInShares } from './shared-budget.ts'
import type { StrategyRun } from './strategy-run.ts'

/** Plays runs with these numbers of plans, one second each. Resolves to the order in which they were played. */
async function played(option: BudgetOption, plans: Readonly<Record<string, readonly [weight: number, plans: number]>>) {
  const clock = new VirtualClock()
  const budget = new Budget(option, clock)
  const order: string[] = []
  const runs = Object.entries(plans).map(([name, [weight, count]]): StrategyRun => {
    const play = async function* () {
      for (let at = 0; at < count; at++) {
        await clock.advance('1s')
        budget.count()
        order.push(name)
        yield
      }
    }
    return {
      weight,
      plays: play(),
      report: () => ({ name, plans: 0, runs: 0 }),
      skipped: () => undefined,
      cut: () => [],
    }
  })
  await runInShares(runs, budget)
  return order.join('')
}

describe('the shared budget of explorations', () => {
  it.each<[string, BudgetOption, Parameters<typeof played>[1], string]>([
    ['runs all plans if they fit', { runs: 100 }, { a: [1, 3], b: [1, 2] }, 'aaabb'],
    ['leaves others their share if one has very many plans', { runs: 10 }, { a: [3, 99], b: [2, 99] }, 'aaaaaabbbb'],
    ['holds for a time budget too', '10s', { a: [3, 99], b: [2, 99] }, 'aaaaaaabbbb'],
    ['passes what one does not need to later ones', { runs: 10 }, { a: [5, 1], b: [3, 99], c: [2, 99] }, 'abbbbbbccc'],
    ['passes what the last ones do not need to earlier ones', { runs: 10 }, { a: [1, 99], b: [9, 2] }, 'abbaaaaaaa'],
    ['gives each at least one run while runs remain', { runs: 3 }, { a: [1, 9], b: [99, 9], c: [99, 9] }, 'abc'],
    ['gives a single run to the first', { runs: 1 }, { a: [1, 9], b: [99, 9] }, 'a'],
    ['runs nothing with a budget of zero', { runs: 0 }, { a: [1, 9] }, ''],
  ])('%s', async (_, budget, plans, order) => expect(await played(budget, plans)).toBe(order))

  it('defaults to a minute', async () => {
    expect(await played({}, { a: [1, 99] })).toHaveLength(61)
  })
})
