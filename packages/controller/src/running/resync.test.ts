import { seededRandom, VirtualClock } from '@kubewright/core/testing'
import { backgroundPriority } from '@kubewright/queue'
import { describe, expect, it } from 'vitest'
import type { ReconcileRequests } from './reconcile-requests.ts'
import { Resync, type ResyncOptions } from './resync.ts'

interface Added {
  readonly at: number
  readonly key: string
  readonly how: Parameters<ReconcileRequests['add']>[2]
}

function start(every: ResyncOptions['every']) {
  const clock = new VirtualClock()
  const added: Added[] = []
  const requests = {
    add: (key: string, _: unknown, how?: Added['how']) => void added.push({ at: clock.elapsed(), key, how }),
  }
  const resync = new Resync({ every, clock, random: seededRandom('resync'), keys: () => ['a', 'b'], requests })
  return { clock, added, resync }
}

describe('a resync', () => {
  it('requeues every object once per interval at background priority, with a jitter of a tenth', async () => {
    const { clock, added, resync } = start('1h')
    resync.start()
    await clock.advance('10h')
    resync[Symbol.dispose]()
    expect(added.map(({ key }) => key).slice(0, 4)).toEqual(['a', 'b', 'a', 'b'])
    const times = [0, ...new Set(added.map(({ at }) => at))]
    const intervals = times.slice(1).map((at, index) => at - times[index]!)
    expect(intervals.length).toBeGreaterThanOrEqual(9)
    for (const interval of intervals)
      expect([interval >= 0.7 * 3_600_000, interval <= 1.1 * 3_600_000]).toEqual([true, true])
    for (const { how } of added) {
      expect(how?.priority).toBe(backgroundPriority)
      expect(how?.after).toBeLessThan(360_000)
    }
  })

  it('does nothing without an interval, or after it is disposed', async () => {
    const never = start(undefined)
    never.resync.start()
    const over = start('1h')
    over.resync.start()
    over.resync[Symbol.dispose]()
    over.resync.start()
    for (const { clock, added } of [never, over]) {
      await clock.advance('10h')
      expect([added, clock.pending]).toEqual([[], []])
    }
  })
})
