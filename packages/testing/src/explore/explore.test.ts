import { again, type Context, defineController, done, type Outcome } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import type { ExploreOptions, Progress } from './definition/explore-options.ts'
import { explore, replay } from './explore.ts'
import { planOf } from './plan/plan.ts'
import { parsePlanFile } from './plan/plan-file.ts'
import { assertNoFailures } from './report/report.ts'

const blog = { name: 'blog', namespace: 'default' }
const labelled = { metadata: { ...blog, labels: { copied: 'yes' } }, data: { title: 'one' } }

/** Creates a Secret for every ConfigMap that requests one. */
function copier(make: (map: ConfigMap, ctx: Context) => Promise<Outcome>) {
  return defineController({
    name: 'copier',
    for: ConfigMap,
    scope: { labels: 'copied=yes' },
    owns: [Secret],
    reconcile: make,
  })
}

const right = copier(async (map, ctx) => {
  await ctx.own({ secret: { resource: Secret, object: { metadata: blog, stringData: { ...map.data } } } as never })
  return done()
})

const quick = { strategies: ['single'], budget: { runs: 6 } } as const

function options(controller: ReturnType<typeof copier>, more: Partial<ExploreOptions> = {}): ExploreOptions {
  return {
    ...quick,
    controllers: [controller],
    async scenario(user) {
      await user.create(ConfigMap, labelled)
      await user.patch(ConfigMap, blog, { data: { title: 'two' } })
      await user.delete(ConfigMap, blog)
    },
    ...more,
  }
}

/** Gives up when the Secret cannot be made. */
const careless = copier(async (map, ctx) => {
  const owner = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: map.metadata.name,
    uid: map.metadata.uid,
    controller: true,
  }
  try {
    await ctx.client.apply(
      Secret,
      { metadata: { ...blog, ownerReferences: [owner] }, stringData: { ...map.data } },
      { force: true },
    )
  } catch {
    ctx.log.warn('it will be made another time')
  }
  return done()
})

describe('explore', () => {
  it('finds the missing end state after a swallowed error, and replays it with the same story', async () => {
    const plan = planOf({ type: 'fail', at: { call: 'apply secrets default/blog', nth: 1 }, status: 500 })
    const report = await replay(options(careless), plan)
    const [first] = report.failures
    expect(first).toMatchObject({
      oracle: 'end-state',
      message: expect.stringContaining('Secret default/blog is missing') as string,
    })
    expect(first!.story()).toContain('step 1: the user does "create ConfigMap blog"')
    expect(() => assertNoFailures(report)).toThrow('Plan: ')

    const again = await replay(options(careless), parsePlanFile(first!.planFile()))
    expect(again.failures.map((failure) => failure.story())).toEqual(report.failures.map((failure) => failure.story()))
    expect(again.hash).toBe(report.hash)
  })

  it('contains every failure in its story, and what happens in their run once', async () => {
    const plan = planOf({ type: 'fail', at: { call: 'apply secrets default/blog', nth: 1 }, status: 500 })
    const report = await replay(options(careless), plan)
    const { failures } = report
    expect(failures.length).toBeGreaterThan(1)
    const story = report.story()
    expect(story).toContain(failures[0]!.story())
    for (const { oracle, message } of failures) {
      expect(story).toContain(`${oracle}: ${message}\n`)
      expect(`${story}\n`).toContain(`Detected here: ${message}\n`)
    }
    const told = failures.map((failure) => /^Plan: [^]*(?=\n\nDetected)/m.exec(failure.story())![0])
    for (const run of new Set(told)) expect(story.split(run)).toHaveLength(2)
    expect(story).toContain(`--- failure ${failures.length} of ${failures.length} ---`)
  })

  it('reports the failures of a replayed plan with the plan as given, not shrunk', async () => {
    let looks = 0
    // Unstable in every run, and careless beside that.
    const unstable = copier(async (map, ctx) => {
      await ctx.client.patch(ConfigMap, blog, { data: { looks: `${++looks}` } })
      await ctx.client
        .apply(Secret, { metadata: blog, stringData: { title: map.data!['title']! } }, { force: true })
        .catch(() => undefined)
      return done()
    })
    const at = { call: 'apply secrets default/blog', nth: 1 }
    const plan = planOf({ type: 'restart', step: 1 }, { type: 'fail', at, status: 500 })
    const scenario: ExploreOptions['scenario'] = async (user) => void (await user.create(ConfigMap, labelled))
    const report = await replay(options(unstable, { scenario }), plan)
    expect(report.failures.length).toBeGreaterThan(0)
    const [first] = report.failures
    expect(first!.plan).toEqual(plan) // not a smaller one
    expect(report.story()).toContain(
      'Plan: the operator is restarted after step 1; "apply secrets default/blog" fails with 500',
    )
  })

  it('tells the story of a replayed plan without failures', async () => {
    const report = await replay(options(right), planOf({ type: 'restart', step: 1 }))
    expect(report.failures).toEqual([])
    expect(report.story()).toContain('Plan: the operator is restarted after step 1')
    expect(report.story()).toContain('*** operator 2 starts ***')
  })

  it('finds nothing in a correct operator', async () => {
    const report = await explore(
      options(right, { strategies: ['single', 'random', 'pct'], draws: 3, budget: { runs: 20 } }),
    )
    expect(report.failures).toEqual([])
    expect(() => assertNoFailures(report)).not.toThrow()
  })

  it('reports plans that did not fit the budget', async () => {
    const report = await explore(options(careless, { budget: { runs: 5 } }))
    expect(report.runs).toBe(5)
    expect(report.truncated).toMatch(/\d+ of \d+ single plans did not fit the budget/)
    expect(report.story()).toContain('Not everything was explored')
  })

  it('stops after the current run when aborted, and returns the failures so far', async () => {
    const stop = new AbortController()
    const told: number[] = []
    const onProgress = ({ faults, failures }: Progress) => {
      told.push(faults)
      if (failures > 0) stop.abort()
    }
    const report = await explore(options(careless, { budget: { runs: 200 }, onProgress, signal: stop.signal }))
    expect(report.truncated).toContain('did not fit the budget')
    expect(told.at(-1)).toBe(told.length) // one fault in each
    const [first] = report.failures
    expect(first?.sequence().moments.map(({ type }) => type)).toContain('call')
    expect(first?.sequence().moments.some(({ struck, type }) => struck !== undefined || type === 'fault')).toBe(true)
  })

  it('shows the loop of an operator that never becomes idle', async () => {
    let count = 0
    const restless = copier(async (map, ctx) => {
      await ctx.client.patch(ConfigMap, map.metadata, { data: { count: String(count++) } })
      return again('1s')
    })
    const { failures } = await explore(options(restless, { maxSteps: 200 }))
    expect(failures[0]).toMatchObject({
      oracle: 'liveness',
      details: ['repeated calls:', '  operator 1: patch configmaps default/blog'],
    })
  })

  it('reports the line that uses real time or randomness', async () => {
    const real = copier(async () => {
      // oxlint-disable-next-line no-restricted-properties -- what users do
      return Date.now() + Math.random() < 0 ? again('1s') : done()
    })
    const { failures } = await explore(options(real, { budget: { runs: 3 } }))
    const found = failures.filter(({ oracle }) => oracle === 'determinism')
    expect(found.map(({ message }) => message)).toEqual([
      'the operator uses Date.now, which no simulation can repeat',
      'the operator uses Math.random, which no simulation can repeat',
    ])
    expect(found[0]!.details[0]).toContain('explore.test.ts')
  })

  it('reports real time that is used only after a fault', async () => {
    let isWaiting = false
    const hasty = copier(async (map, ctx) => {
      try {
        return await right.reconcile(map, ctx as never)
      } catch (error) {
        // oxlint-disable-next-line no-restricted-globals -- what users do
        await new Promise((resolve) => setTimeout(resolve, 20))
        isWaiting = true
        throw error
      }
    })
    const report = await explore(options(hasty, { budget: { runs: 40 } }))
    const found = report.failures.filter(({ oracle }) => oracle === 'determinism')
    expect(found.map(({ message }) => message)).toEqual([
      'the operator uses setTimeout, which no simulation can repeat',
    ])
    expect(found[0]!.plan.faults).toHaveLength(1)
    expect(isWaiting).toBe(true) // once the time was a virtual one
    expect(report.runs).toBe(40)
    expect((await replay(options(hasty), found[0]!.plan)).failures).toMatchObject([{ oracle: 'determinism' }])
  })

  it('checks the invariants of the user after every change', async () => {
    const report = await explore(
      options(right, {
        invariants: [
          {
            name: 'titles are short',
            check: async (view) => {
              const maps = await view.list(ConfigMap)
              return maps.some(({ data }) => data?.title === 'two') ? 'two is too long' : undefined
            },
          },
        ],
      }),
    )
    expect(report.failures.map(({ message }) => message)).toEqual(['titles are short: two is too long'])
  })

  it('checks invariants after external actions and garbage collection too', async () => {
    const seen: string[] = []
    await explore(
      options(right, {
        budget: { runs: 1 },
        outside: () => ({ lamp: { on: false, inventory: () => '' } }),
        invariants: [
          {
            name: 'is looked at',
            async check(view, { lamp }) {
              const secrets = (await view.list(Secret)).filter(({ metadata }) => metadata.name === 'blog').length
              seen.push(`${secrets} ${String((lamp as { on?: boolean }).on)}`)
              return undefined
            },
          },
        ],
        async scenario(user) {
          await user.create(ConfigMap, labelled)
          await user.act('somebody turns it on', ({ lamp }) => void Object.assign(lamp!, { on: true }))
          await user.delete(ConfigMap, blog)
        },
      }),
    )
    expect(new Set(seen)).toEqual(new Set(['0 false', '1 false', '1 true', '0 true']))
  })

  it('refuses a coordination option, and explains how a sharded operator is explored', async () => {
    const { coordination, ...manager } = { ...options(right), coordination: { mode: 'shard' } }
    await expect(explore({ ...manager, coordination } as ExploreOptions)).rejects.toMatchObject({
      code: 'KW_TESTING_COORDINATION',
      message: expect.stringContaining('without `coordination`: explore({ controllers, scenario })') as string,
    })
    expect(await explore(manager)).toMatchObject({ failures: [] })
  })

  it('replays a plan regardless of the budget', async () => {
    const again = await replay(options(right, { budget: { runs: 1 } }), planOf({ type: 'hurry', step: 1 }))
    expect(again.strategies).toEqual([{ name: 'replay', plans: 1, runs: 1 }])
  })

  it('runs every strategy, however small the budget', async () => {
    const all = ['single', 'combined', 'random', 'pct', 'depth-first'] as const
    const { strategies, truncated } = await explore(options(right, { strategies: all, budget: { runs: 12 } }))
    expect(strategies.filter(({ runs }) => runs === 0)).toEqual([])
    for (const name of ['single plans', 'combined plans', 'random plans', 'pct plans', 'depth-first ended after'])
      expect(truncated).toContain(name)
  })

  it('finds writes that no permission covers', async () => {
    const { failures } = await explore(options(careless, { permissions: [], budget: { runs: 3 } }))
    expect(failures).toEqual([])
    const beyond = copier(async (map, ctx) => {
      await ctx.client.patch(ConfigMap, map.metadata, { metadata: { annotations: { seen: 'yes' } } })
      return done()
    })
    const report = await explore(options(beyond, { permissions: [], budget: { runs: 3 } }))
    expect(report.failures.map(({ message }) => message)).toEqual([
      'the operator needs to patch configmaps, and may not',
    ])
  })
})
