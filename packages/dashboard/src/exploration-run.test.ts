import { describe, expect, it } from 'vitest'
import { begun, broken, ended, progressed, stopping } from './exploration-run.ts'

const request = { file: 'sites.explore.ts' }
const heard = (strategy: string, runs: number, plans = 4) => ({ strategy, runs, plans, faults: runs, failures: 0 })

describe('the progress of an exploration', () => {
  it('counts the plans of each strategy, in order of appearance', () => {
    const run = [heard('single', 4), heard('random', 5, 50), heard('single', 6)].reduce(
      progressed,
      begun(request, 1_000),
    )
    expect(run).toMatchObject({
      state: 'running',
      runs: 6,
      faults: 6,
      strategies: [
        { name: 'single', played: 2, plans: 4 },
        { name: 'random', played: 1, plans: 50 },
      ],
    })
  })

  it('never reports more plans played than planned', () => {
    const run = [heard('depth-first', 1, 1), heard('depth-first', 2, 1)].reduce(progressed, begun(request, 0))
    expect(run.strategies).toEqual([{ name: 'depth-first', played: 2, plans: 2 }])
  })

  it('ends as done or stopped, with the result', () => {
    const result = { seed: 'kubewright', runs: 9, truncated: 'much', failures: [] }
    const run = begun(request, 0)
    expect(ended(run, result, 5)).toMatchObject({
      state: 'done',
      endedAt: 5,
      runs: 9,
      seed: 'kubewright',
      truncated: 'much',
    })
    expect(ended(stopping(run), result, 5).state).toBe('stopped')
  })

  it('is not reported as failed if it is stopped before a result', () => {
    const run = begun(request, 0)
    expect(broken(run, 'it waits', 5)).toMatchObject({ state: 'failed', problem: 'it waits' })
    expect(broken(stopping(run), 'killed', 5)).not.toHaveProperty('problem')
  })

  it('does not change after the end', () => {
    const over = broken(begun(request, 0), 'it waits', 5)
    expect(progressed(over, heard('single', 9))).toBe(over)
    expect(stopping(over)).toBe(over)
  })
})
