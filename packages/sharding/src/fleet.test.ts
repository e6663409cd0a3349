import { describe, expect, it } from 'vitest'
import { play } from './testing/fleet.ts'
import { Ledger } from './testing/ledger.ts'
import { playUntilFailure } from './testing/play-seeds.ts'
import { storyOf, themeNames } from './testing/story.ts'

describe('a fleet of shards', () => {
  it("never reconciles an object twice concurrently, and converges to the ring's assignment", async () => {
    // One story of each theme. Ten thousand: `npm run test:fleet`.
    const { violations, played } = await playUntilFailure({ from: 1, to: themeNames.length })
    expect(violations).toEqual([])
    expect(played).toBe(themeNames.length)
  }, 120_000)

  it('behaves the same for the same seed', async () => {
    const [one, two] = [await play(storyOf(9), true), await play(storyOf(9), true)]
    expect(two).toEqual(one)
    expect(one.reconciles).toBeGreaterThan(0)
    expect(one.writes).toBeGreaterThan(0)
    expect((await play(storyOf(10))).hash).not.toBe(one.hash)
  }, 60_000)
})

describe('the ledger of the fleet simulation', () => {
  const actor = (name: string, isActing = true) => ({ name, isActing })

  it('detects concurrent reconciles of one object, and a write that comes too late', () => {
    const ledger = new Ledger(() => 7)
    const [one, two] = [actor('one'), actor('two')]
    const session = ledger.begin('x', one, 'web-0')
    ledger.begin('x', two, 'web-0')
    ledger.write('x', one)
    ledger.end(session)
    expect(ledger.violations).toEqual([
      '7: two began to reconcile x while one did',
      '7: one wrote x after two had begun to reconcile it',
    ])
  })

  it('detects a shard that reconciles an object assigned to another shard', () => {
    const ledger = new Ledger(() => 7)
    ledger.give('x', 'web-1')
    ledger.begin('x', actor('one'), 'web-0')
    expect(ledger.violations).toEqual(['7: one began to reconcile x, which was given to web-1'])
  })

  it('detects a fencing token that does not grow when an object changes its shard', () => {
    const ledger = new Ledger(() => 7)
    const [one, two] = [actor('one'), actor('two')]
    ledger.end(ledger.begin('x', one, 'web-0', '5.1'))
    ledger.end(ledger.begin('x', one, 'web-0', '4.1'))
    ledger.end(ledger.begin('y', two, 'web-0', '4.2'))
    expect(ledger.violations).toEqual([])
    ledger.end(ledger.begin('x', two, 'web-0', '4.2'))
    expect(ledger.violations).toEqual(['7: two began to reconcile x with the token 4.2, and one had 5.1'])
  })

  it('detects a resumed process that still acts on an object which another has reconciled', () => {
    const ledger = new Ledger(() => 7)
    const one = { name: 'one', isActing: false }
    ledger.begin('x', one, 'web-0')
    ledger.begin('y', one, 'web-0')
    ledger.end(ledger.begin('x', actor('two'), 'web-0'))
    ledger.wake(one)
    expect(ledger.violations).toEqual([])
    ledger.wake(Object.assign(one, { isActing: true }))
    expect(ledger.violations).toEqual(['7: one woke, and believes it may reconcile x, which two has begun to'])
  })

  it('tolerates a suspended process, and sequential work of one process', () => {
    const ledger = new Ledger(() => 7)
    const [one, two] = [actor('one', false), actor('two')]
    ledger.begin('x', one, 'web-0')
    ledger.end(ledger.begin('x', two, 'web-0'))
    ledger.begin('x', two, 'web-0')
    ledger.write('x', two)
    ledger.write('y', one)
    expect(ledger.violations).toEqual([])
  })
})
