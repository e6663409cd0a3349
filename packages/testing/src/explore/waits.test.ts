import { again, defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exploration } from './definition/exploration.ts'
import { explore, replay } from './explore.ts'
import { noFaults, planOf } from './plan/plan.ts'
import { runPlan } from './run/run-plan.ts'
import { WorldServers } from './world/world-servers.ts'

const blog = { name: 'blog', namespace: 'default' }
const labels = { copied: 'yes' }
const hourMs = 3_600_000

function copier(reconcile: Parameters<typeof defineController<typeof ConfigMap>>[0]['reconcile']) {
  return defineController({ name: 'copier', for: ConfigMap, scope: { labels: 'copied=yes' }, reconcile })
}

/** Makes a Secret every hour, named after the hour. */
const hourly = copier(async (_, ctx) => {
  const hour = Math.floor((ctx.clock.now() - Date.parse('2026-01-01T00:00:00Z')) / hourMs)
  await ctx.client.apply(Secret, { metadata: { ...blog, name: `hour-${hour}` } }, { force: true })
  const passed = ctx.clock.now() % hourMs
  return again(hourMs - passed)
})

const comes: Exploration['scenario'] = async (user) => {
  await user.create(ConfigMap, { metadata: { ...blog, labels }, data: { title: 'one' } })
}

let servers: WorldServers
beforeAll(async () => void (servers = await WorldServers.start({})), 30_000)
afterAll(() => servers[Symbol.asyncDispose]())

describe('a user who waits in virtual time', () => {
  it('may wait for idle days at no cost, without a livelock', async () => {
    const idle = copier(async () => done())
    const scenario: Exploration['scenario'] = async (user) => {
      await comes(user)
      await user.wait('365d')
    }
    const run = await runPlan({ controllers: [idle], scenario }, { servers, plan: noFaults, seed: 'waits' })
    expect(run.findings).toEqual([])
    expect(run.checkpoints.at(-1)).toMatchObject({ step: 1, waits: 1, at: 365 * 24 * hourMs })
    expect(run.trace.entries.length).toBeLessThan(30)
  })

  it('waits through every timer that is due', async () => {
    const scenario: Exploration['scenario'] = async (user) => {
      await comes(user)
      await user.wait('30d')
    }
    const polling = copier(async () => again('10m'))
    const exploration = { controllers: [polling], scenario, maxSteps: 200 }
    const { findings, trace } = await runPlan(exploration, { servers, plan: noFaults, seed: 'waits' })
    expect(findings).toEqual([])
    const polls = trace.entries.filter((entry) => entry.type === 'reconcile' && entry.phase === 'begins')
    expect(polls.length).toBeGreaterThanOrEqual(30 * 24 * 6)
  }, 60_000)

  it('still gets a livelock reported', async () => {
    let count = 0
    const restless = copier(async (_, ctx) => {
      if (ctx.clock.now() < Date.parse('2026-01-01T01:00:00Z')) return again('1h')
      await ctx.client.patch(ConfigMap, blog, { data: { count: `${count++}` } })
      return again('10ms')
    })
    const scenario: Exploration['scenario'] = async (user) => {
      await comes(user)
      await user.wait('1d')
    }
    const exploration = { controllers: [restless], scenario, maxSteps: 200 }
    const { findings } = await runPlan(exploration, { servers, plan: noFaults, seed: 'waits' })
    expect(findings).toMatchObject([{ oracle: 'liveness' }])
  })

  it('sees the same virtual times, whatever faults occurred before', async () => {
    const scenario: Exploration['scenario'] = async (user) => {
      await comes(user)
      await user.wait('3h')
      await user.patch(ConfigMap, blog, { data: { title: 'two' } })
      await user.wait('2h')
    }
    const options = { controllers: [hourly], scenario }
    const reference = await runPlan(options, { servers, plan: noFaults, seed: 'waits' })
    const made = reference.checkpoints.at(-1)!.made
    expect(made.length).toBe(6)
    // An outage lasts for half an hour and more, and so does the time that is lost by it.
    for (const fault of [
      { type: 'outage', of: { kind: 'secrets' }, step: 1, answer: 500 },
      { type: 'outage', of: { kind: 'secrets' }, step: 2, answer: 'timeout' },
      { type: 'crash', at: { call: 'apply secrets default/hour-1', nth: 1 }, when: 'after' },
    ] as const) {
      const { failures } = await replay(options, planOf(fault))
      // The hour of the outage has passed; the objects of all other hours exist.
      const missed = failures.filter(({ message }) => !/hour-\d+ is missing/.test(message))
      expect(missed.map((failure) => failure.story())).toEqual([])
    }
  }, 60_000)

  it('waits for the retry of a reconcile that fails as the wait ends', async () => {
    const endMs = Date.parse('2026-01-02T00:00:00Z')
    const daily = copier(async (_, ctx) => {
      const left = endMs - ctx.clock.now()
      if (left > 0) return again(left)
      await ctx.client.apply(Secret, { metadata: blog, stringData: { password: 'x' } }, { force: true })
      return done()
    })
    const scenario: Exploration['scenario'] = async (user) => {
      await comes(user)
      await user.wait('1d')
    }
    const plan = planOf({ type: 'fail', at: { call: 'apply secrets default/blog', nth: 1 }, status: 422 })
    const { failures, truncated } = await replay({ controllers: [daily], scenario }, plan)
    expect(failures.map((failure) => failure.story())).toEqual([])
    expect(truncated).toBeUndefined() // the fault was injected
  })

  it('may end a scenario, and the state after the wait is checked', async () => {
    const late = copier(async (_, ctx) => {
      if (ctx.clock.now() < Date.parse('2026-01-01T01:00:00Z')) return again('1h')
      await ctx.client.apply(Secret, { metadata: blog }, { force: true }).catch(() => undefined)
      return done()
    })
    const scenario: Exploration['scenario'] = async (user) => {
      await comes(user)
      await user.wait('2h')
    }
    const plan = planOf({ type: 'fail', at: { call: 'apply secrets default/blog', nth: 1 }, status: 500 })
    const { failures } = await replay({ controllers: [late], scenario }, plan)
    const failure = failures.find(({ oracle }) => oracle === 'end-state')!
    expect(failure.details).toEqual(['Secret default/blog is missing'])
    expect(failure.story()).toContain('the user waits 2h')
  })
})

describe('an operator that asks to be requeued', () => {
  it('is not judged before its requeue', async () => {
    const patient = copier(async (map, ctx) => {
      try {
        await ctx.client.apply(Secret, { metadata: blog, stringData: { ...map.data } }, { force: true })
        return done()
      } catch {
        return again('10m')
      }
    })
    const report = await explore({ controllers: [patient], scenario: comes, strategies: ['single', 'outages'] })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
  }, 60_000)

  it('may continue when it is triggered before its requeue', async () => {
    const phased = copier(async (map, ctx) => {
      const phase = Number(map.data?.['phase'] ?? 0)
      if (phase === 3) return done()
      await ctx.client.patch(ConfigMap, blog, { data: { phase: `${phase + 1}` } })
      return again('5m')
    })
    // Its own writes do not trigger it.
    const quiet = { ...phased, scope: { labels: 'copied=yes' } }
    const { findings } = await runPlan(
      { controllers: [quiet], scenario: comes },
      { servers, plan: noFaults, seed: 'waits' },
    )
    expect(findings).toEqual([])
  })

  it('is reported if it never stops', async () => {
    const restless = copier(async (_, ctx) => {
      const count = await ctx.client.list(Secret, { namespace: 'default' })
      await ctx.client.create(Secret, { metadata: { ...blog, name: `copy-${count.items.length}` } })
      return again('10m')
    })
    const { findings } = await runPlan(
      { controllers: [restless], scenario: comes },
      { servers, plan: noFaults, seed: 'waits' },
    )
    expect(findings).toMatchObject([{ oracle: 'stability' }])
  })
})
