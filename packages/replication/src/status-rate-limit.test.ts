import { describe, expect, it } from 'vitest'
import { StatusRateLimit } from './status-rate-limit.ts'

function start(perPeer = 100) {
  const time = { now: 0 }
  return { time, pace: new StatusRateLimit({ now: () => time.now, perPeer }) }
}

/** The writes of objects that change every millisecond, as a replicator makes them: again at its turn. */
function writesIn(ms: number, keys: readonly string[], { time, pace }: ReturnType<typeof start>) {
  const writes = new Map<string, number>()
  const due = new Map<string, number>()
  for (const end = time.now + ms; time.now < end; time.now++) {
    for (const key of keys) {
      if ((due.get(key) ?? 0) > time.now) continue
      const wait = pace.take(key, 'berlin')
      if (wait === 0) writes.set(key, (writes.get(key) ?? 0) + 1)
      else due.set(key, time.now + wait)
    }
  }
  return [...writes.values()]
}

describe('the rate limit of returned statuses', () => {
  it('allows a burst per object, and then one per second', () => {
    const started = start()
    expect(writesIn(100, ['net'], started)).toEqual([5])
    expect(writesIn(10_000, ['net'], started)).toEqual([10])
  })

  it('gives an idle object its burst again', () => {
    const started = start()
    writesIn(100, ['net'], started)
    started.pace.drop('net')
    started.time.now += 60_000
    expect(writesIn(100, ['net'], started)).toEqual([5])
  })

  it('limits a peer as a whole, and serves its objects in turn', () => {
    const started = start(20)
    const keys = Array.from({ length: 100 }, (_, at) => `net-${at}`)
    writesIn(30_000, keys, started)
    const writes = writesIn(60_000, keys, started)
    const total = writes.reduce((sum, one) => sum + one, 0)
    expect(total).toBeGreaterThan(60 * 20 * 0.95)
    expect(total).toBeLessThanOrEqual(60 * 20 + 1)
    expect([writes.length, Math.max(...writes) - Math.min(...writes)]).toEqual([100, expect.closeTo(0, -1)])
  })

  it('limits one peer without delaying another', () => {
    const { pace } = start(1)
    const keys = Array.from({ length: 1_000 }, (_, at) => `net-${at}`)
    for (const key of keys) pace.take(key, 'berlin')
    expect(pace.take('net-1000', 'berlin')).toBeGreaterThan(900_000)
    expect(pace.take('other', 'turin')).toBe(0)
  })

  it('keeps the slot of an object that asks too early, and frees it when the object is dropped', () => {
    const { pace, time } = start(1)
    for (let at = 0; at < 5; at++) pace.take(`net-${at}`, 'berlin')
    expect([pace.take('late', 'berlin'), pace.waitMs('late')]).toEqual([1_000, 1_000])
    time.now = 400
    expect([pace.take('late', 'berlin'), pace.waitMs('late')]).toEqual([600, 600])
    time.now = 1_000
    expect([pace.take('late', 'berlin'), pace.waitMs('late')]).toEqual([0, 0])
    pace.take('gone', 'berlin')
    pace.drop('gone')
    expect(pace.waitMs('gone')).toBe(0)
  })

  it('gives an object that moves to another peer a slot there, whatever the backlog of the first', () => {
    const { pace } = start(1)
    for (let at = 0; at < 1_000; at++) pace.take(`net-${at}`, 'berlin')
    expect(pace.take('net-999', 'turin')).toBe(0)
  })

  it('returns unused slots of dropped objects to the peer', () => {
    const { pace } = start(1)
    const keys = Array.from({ length: 1_000 }, (_, at) => `net-${at}`)
    for (const key of keys) pace.take(key, 'berlin')
    for (const key of keys) pace.drop(key)
    for (const key of keys) pace.drop(key) // once
    expect(pace.take('net-999', 'berlin')).toBe(1_000)
  })

  it('has a separate budget for conditions, and drops its state afterwards', () => {
    const { pace, time } = start(1)
    for (let at = 0; at < 1_000; at++) pace.take(`net-${at}`, 'berlin')
    const waits = Array.from({ length: 6 }, () => pace.takeCondition('net-999'))
    expect(waits).toEqual([0, 0, 0, 0, 0, 1_000])
    time.now = 1_000
    expect([pace.takeCondition('net-999'), pace.takeCondition('net-999')]).toEqual([0, 1_000])
    const size = pace.size
    time.now = 60_000
    pace.takeCondition('other')
    expect(pace.size).toBe(size)
  })

  it('keeps no state of idle objects while others wait for long', () => {
    const { pace, time } = start(1)
    for (let at = 0; at < 100; at++) pace.take(`net-${at}`, 'berlin')
    for (let at = 0; at < 1_000; at++) pace.take(`other-${at}`, `peer-${at}`)
    time.now += 10_000
    pace.take('net', 'turin')
    expect(pace.size).toBe(95 + 1)
  })

  it('keeps no state of idle objects', () => {
    const { pace, time } = start(1_000)
    for (let at = 0; at < 5_000; at++) pace.take(`net-${at}`, 'berlin')
    time.now += 60_000
    pace.take('net', 'berlin')
    expect(pace.size).toBe(1)
  })
})
