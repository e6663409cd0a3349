// oxlint-disable no-restricted-properties, no-restricted-globals, no-restricted-imports -- what users do
import { exec } from 'node:child_process'
import {
  generateKeyPairSync,
  generateKeySync,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
} from 'node:crypto'
import { lookup } from 'node:dns'
import { lookup as lookupSoon } from 'node:dns/promises'
import { get } from 'node:http'
import { connect } from 'node:net'
import * as nodeTimers from 'node:timers'
import { scheduler, setInterval as ticks, setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { Actor } from '../world/actor.ts'
import type { Finding } from '../trace/finding.ts'
import { inOperatorCode, trapReality, watchReality } from './reality-trap.ts'

/** Runs a function as the operator's code, and returns the reports. */
async function inTrap<T>(run: () => T) {
  using _ = trapReality()
  const clock = new VirtualClock()
  const told: Finding[] = []
  const owner = { actor: new Actor('operator 1', 'operator', clock), report: (one: Finding) => void told.push(one) }
  const result = inOperatorCode(owner, run)
  await clock.advance('1m')
  return {
    result: await result,
    told: told.map(({ message }) => message.replace(/, which.*/, '')),
    details: told[0]?.details,
  }
}

const nobody = { host: '127.0.0.1', port: 9 }
const ignored = () => undefined

describe('code outside a tracked run', () => {
  it.each<[string, () => unknown]>([
    ['Date.now', () => Date.now()],
    ['new Date()', () => Reflect.construct(Date, [])],
    ['Date()', () => Date()],
    ['Math.random', () => Math.random()],
    ['crypto.randomUUID', () => randomUUID()],
  ])('makes a run suspect by %s', async (_, run) => {
    using _trap = trapReality()
    using watch = watchReality(false)
    expect(watch.isSuspect).toBe(false)
    await Promise.resolve()
    run()
    expect(watch.isSuspect).toBe(true)
  })

  it('gets timers that do not keep the process alive', async () => {
    using _ = trapReality()
    using watch = watchReality(false)
    const timers = [setTimeout(ignored, 3_600_000), setInterval(ignored, 3_600_000)]
    expect(timers.map((timer) => timer.hasRef())).toEqual([false, false])
    expect(watch.isSuspect).toBe(true)
    for (const timer of timers) clearTimeout(timer)
    expect(await wait(1, 'waited')).toBe('waited')
  })

  it('does not make a tracked run or a finished run suspect', () => {
    using _ = trapReality()
    using followed = watchReality(true)
    const before = watchReality(false)
    before[Symbol.dispose]()
    Math.random()
    expect([followed.isSuspect, before.isSuspect]).toEqual([false, false])
  })

  it('does not count what is reported in a tracked run', async () => {
    using watch = watchReality(false)
    const { told } = await inTrap(() => Math.random())
    expect(told).toEqual(['the operator uses Math.random'])
    expect(watch.isSuspect).toBe(false)
  })
})

describe('operator code that uses real time, randomness or I/O', () => {
  it.each<[string, () => unknown]>([
    ['Date.now', () => Date.now()],
    ['new Date()', () => Reflect.construct(Date, [])],
    ['Date()', () => Date()],
    ['process.uptime', () => process.uptime()],
    ['performance.now', () => performance.now()],
    ['process.hrtime', () => process.hrtime()],
    ['process.hrtime.bigint', () => process.hrtime.bigint()],
    ['Math.random', () => Math.random()],
    ['crypto.randomUUID', () => crypto.randomUUID()],
    ['crypto.randomUUID', () => randomUUID()],
    ['crypto.randomBytes', () => randomBytes(4)],
    ['crypto.randomFillSync', () => randomFillSync(Buffer.alloc(4))],
    ['crypto.randomFill', () => randomFill(Buffer.alloc(4), ignored)],
    ['crypto.randomInt', () => randomInt(4)],
    ['crypto.generateKeySync', () => generateKeySync('hmac', { length: 64 })],
    ['crypto.generateKeyPairSync', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['setTimeout of node:timers/promises', () => wait(10)],
    ['setTimeout of node:timers/promises', () => promisify(setTimeout)(10)],
    ['setInterval of node:timers/promises', () => void ticks(10)],
    ['scheduler.wait of node:timers/promises', () => scheduler.wait(10)],
    ['dns.lookup', () => lookup('127.0.0.1', ignored)],
    ['dns.promises.lookup', () => lookupSoon('127.0.0.1')],
    ['crypto.getRandomValues', () => crypto.getRandomValues(new Uint8Array(4))],
    ['AbortSignal.timeout', () => AbortSignal.timeout(10)],
    ['http.get', () => get(nobody).on('error', ignored).destroy()],
    ['net.connect', () => connect(nobody).on('error', ignored).destroy()],
    ['fetch', () => fetch('http://127.0.0.1:9/', { signal: AbortSignal.abort() }).catch(ignored)],
    ['child_process.exec', () => exec('true')],
  ])('is reported once: %s', async (what, run) => {
    const { told, details } = await inTrap(run)
    expect(told).toEqual([`the operator uses ${what}`])
    expect(details?.[0]).toContain('reality-trap.test.ts')
  })

  it('gets the same random values each time', async () => {
    const draw = () => [Math.random(), randomUUID(), randomBytes(3).toString('hex')].join()
    const [one, two] = [await inTrap(draw), await inTrap(draw)]
    expect(one.result).toBe(two.result)
    expect(one.result).toMatch(/,[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12},/)
  })

  it('gets random values in the requested range', async () => {
    const { result } = await inTrap(() => ({
      below: Array.from({ length: 50 }, () => randomInt(3)),
      between: Array.from({ length: 50 }, () => randomInt(5, 7)),
      part: [...randomFillSync(new Uint8Array([1, 2, 3, 4, 5, 6]), 2, 3)],
    }))
    expect(new Set(result.below)).toEqual(new Set([0, 1, 2]))
    expect(new Set(result.between)).toEqual(new Set([5, 6]))
    expect([result.part.slice(0, 2), result.part.at(-1)]).toEqual([[1, 2], 6])
    expect(result.part.slice(2, 5)).not.toEqual([3, 4, 5])
    const { result: told } = await inTrap(
      () => new Promise((resolve) => randomInt(8, 9, (error, number) => resolve([error, number]))),
    )
    expect(told).toEqual([null, 8])
  })

  it('waits in virtual time, and can abort a wait', async () => {
    const { result } = await inTrap(async () => {
      const stop = new AbortController()
      const waiting = wait(3_600_000, 'over', { signal: stop.signal }).catch(({ name }: Error) => name)
      stop.abort()
      const times: number[] = []
      for await (const _ of ticks(5_000)) if (times.push(Date.now()) === 3) break
      await scheduler.wait(1_000)
      return { stopped: await waiting, passedMs: Date.now() - times[0]!, value: await wait(1_000, 'value') }
    })
    expect(result).toEqual({ stopped: 'AbortError', passedMs: 11_000, value: 'value' })
  })

  it.each([
    ['globalThis', globalThis],
    ['node:timers', nodeTimers],
  ])('gets virtual timers from %s, and can clear them', async (_, timers) => {
    const { result } = await inTrap(() => {
      const heard: string[] = []
      const given = timers.setTimeout(() => heard.push('cleared'), 5)
      timers.clearTimeout(given)
      const ticks = timers.setInterval(() => {
        heard.push('tick')
        if (heard.length === 3) timers.clearInterval(ticks)
      }, 1000)
      return heard
    })
    expect(result).toEqual(['tick', 'tick', 'tick'])
  })

  it('is not blamed for calls outside of it', () => {
    using _ = trapReality()
    const timer = setTimeout(ignored, 60_000)
    clearTimeout(timer)
    expect(Date.now()).toBeGreaterThan(0)
  })
})
