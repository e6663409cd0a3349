import { sleep } from '@kubewright/core'
import { nextTurn, recordedLog, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { poll } from '../definition/poll.ts'
import type { Trigger } from '../definition/trigger.ts'
import { runTrigger } from './run-trigger.ts'
import { TriggerHealth } from './trigger-health.ts'

function start(trigger: Trigger) {
  const clock = new VirtualClock()
  const stop = new AbortController()
  const woken: string[] = []
  const wake = (objects: Iterable<{ readonly name: string }>) => {
    for (const { name } of objects) woken.push(`${name} at ${Math.floor(clock.elapsed() / 1_000)} s`)
  }
  const { log, entries } = recordedLog()
  const tools = { clock, random: seededRandom('trigger'), log }
  const health = new TriggerHealth(trigger.name, clock)
  const running = runTrigger(trigger, { controller: 'sites', wake, signal: stop.signal, health, tools })
  return {
    clock,
    health,
    woken,
    entries,
    running,
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('over'))
      await running
      expect(clock.pending).toEqual([])
    },
  }
}

describe('a trigger', () => {
  it('is restarted with back-off after a failure until it works', async () => {
    const attempts: number[] = []
    await using started = start({
      name: 'flaky',
      async run(wake, _, { clock }) {
        attempts.push(clock.elapsed())
        if (attempts.length < 9) throw new Error('no line')
        wake([{ name: 'one' }])
      },
    })
    await started.clock.advance('10m')
    const pauses = attempts.slice(1).map((at, index) => at - attempts[index]!)
    expect(pauses.map((ms) => Math.floor(ms / 1_000)).slice(0, 4)).toEqual([1, 2, 4, 8])
    expect(Math.max(...pauses)).toBeLessThanOrEqual(72_000)
    expect(started.woken).toHaveLength(1)
    expect(started.entries[0]).toMatchObject({
      level: 'error',
      message: 'trigger failed, will restart it',
      fields: { controller: 'sites', trigger: 'flaky', error: { message: 'no line' } },
    })
    await started.running
  })

  it('resets its back-off after it has run for a while', async () => {
    const attempts: number[] = []
    await using started = start({
      name: 'tired',
      async run(_wake, signal, { clock }) {
        attempts.push(clock.elapsed())
        await sleep(clock, '2m', signal)
        throw new Error('tired')
      },
    })
    await started.clock.advance('10m')
    const pauses = attempts.slice(1).map((at, index) => at - attempts[index]! - 120_000)
    expect(pauses.every((ms) => ms < 2_500)).toBe(true)
  })
})

describe('the health of a trigger', () => {
  it('reports the failure, its cause and its duration until the trigger requests a reconcile', async () => {
    const error = new Error('no line')
    let isMended = false
    await using started = start({
      name: 'flaky',
      async run(wake, signal, { clock }) {
        if (!isMended) throw error
        wake([])
        await sleep(clock, '1h', signal)
      },
    })
    await nextTurn()
    expect(started.health.state).toEqual({ name: 'flaky', hasWorked: false, failure: { error, failingMs: 0 } })
    await started.clock.advance('1m')
    expect(started.health.state).toEqual({ name: 'flaky', hasWorked: false, failure: { error, failingMs: 60_000 } })
    isMended = true
    await started.clock.advance('2m')
    expect(started.health.state).toEqual({ name: 'flaky', hasWorked: true })
  })

  it('reports that it has worked if it ran for a while before it failed, or if it returned', async () => {
    await using tired = start({
      name: 'tired',
      async run(_wake, signal, { clock }) {
        await sleep(clock, '2m', signal)
        throw new Error('tired')
      },
    })
    await using short = start({ name: 'short', run: async () => undefined })
    await nextTurn()
    expect([tired.health.state, short.health.state]).toEqual([
      { name: 'tired', hasWorked: false },
      { name: 'short', hasWorked: true },
    ])
    await tired.clock.advance('2m')
    expect(tired.health.state).toMatchObject({ hasWorked: true, failure: { failingMs: 0 } })
  })

  it('follows the results of a poll', async () => {
    let isOpen = true
    const find = async () => {
      if (!isOpen) throw new Error('closed')
      return []
    }
    await using started = start(poll('bills', { every: '1m', find }))
    await nextTurn()
    expect(started.health.state).toEqual({ name: 'bills', hasWorked: true })
    isOpen = false
    await started.clock.advance('4m')
    expect(started.health.state).toMatchObject({ hasWorked: true, failure: { error: { message: 'closed' } } })
    isOpen = true
    await started.clock.advance('2m')
    expect(started.health.state).toEqual({ name: 'bills', hasWorked: true })
  })
})

describe('a poll trigger', () => {
  it('runs at once and then at every interval, also after a failure', async () => {
    let looks = 0
    const find = async () => {
      if (++looks === 2) throw new Error('closed')
      return [{ name: 'one' }]
    }
    await using started = start(poll('bills', { every: '1m', find }))
    await started.clock.advance('210s')
    expect([looks, started.woken.map((line) => line.split(' ')[0])]).toEqual([4, ['one', 'one', 'one']])
  })
})
