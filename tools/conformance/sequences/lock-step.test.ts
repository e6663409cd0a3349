import { describe, expect, it } from 'vitest'
import suite from '../../../test/conformance/cases/sequences.cases.ts'
import { localTarget } from '../our-targets.ts'
import type { Target } from '../target.ts'
import { runLockStep } from './lock-step.ts'

/** Answers like the target, but for one kind of request. */
function lying(target: Target): Target {
  return {
    ...target,
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
    async send(asked) {
      const answer = await target.send(asked)
      return asked.method === 'DELETE' && /\/[ab]$/.test(asked.path) ? { ...answer, status: 418 } : answer
    },
  }
}

const seeds = [1, 2, 3, 4]

describe('runLockStep', () => {
  it('finds no difference between two equal servers', async () => {
    await using left = await localTarget()
    await using right = await localTarget()
    expect(await runLockStep({ suite, left, right, seeds, length: 20 })).toEqual({ total: 4, differing: [] })
  })

  it('starts no further sequence after its time limit', async () => {
    await using left = await localTarget()
    await using right = await localTarget()
    const result = await runLockStep({ suite, left, right, seeds, length: 5, isOver: () => true })
    expect(result).toEqual({ total: 0, differing: [] })
  })

  it('shrinks a difference to the one step that is answered differently', async () => {
    await using left = await localTarget()
    await using right = lying(await localTarget())
    const found: string[] = []
    const { differing } = await runLockStep({
      suite,
      left,
      right,
      seeds,
      length: 40,
      onDifference: ({ text }) => found.push(text),
    })
    expect(differing.length).toBeGreaterThan(0)
    expect(found.toSorted()).toEqual(differing.map(({ text }) => text).toSorted())
    for (const { text } of differing) {
      expect(text).toContain('ours status: 418')
      expect(text.split('    steps:\n')[1]!.split('\n')).toEqual([expect.stringContaining('"method":"DELETE"')])
    }
  })
})
