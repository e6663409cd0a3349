import { again, defineController, done, type Outcome } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { explore, replay } from '../explore.ts'
import type { Exploration } from '../definition/exploration.ts'
import { hits, type Outage, outages } from './outages.ts'
import { formatPlan, planOf } from './plan.ts'
import { formatPlanFile, parsePlanFile } from './plan-file.ts'
import type { TraceEntry } from '../trace/trace.ts'

const blog = { name: 'blog', namespace: 'default' }
const labels = { copied: 'yes' }

function call(label: string, writes = true): TraceEntry {
  return { type: 'call', by: 'operator 1', call: label, nth: 1, writes, changed: writes }
}

function step(number: number): TraceEntry {
  return { type: 'step', step: number, text: 'something' }
}

function outage(of: Outage['of'], answer: Outage['answer'] = 500): Outage {
  return { type: 'outage', of, step: 1, answer }
}

describe('planned outages', () => {
  const trace = [
    call('list configmaps', false),
    step(1),
    call('create secrets default/a'),
    call('patch secrets/status default/a'),
    step(2),
    call('dns.ensure'),
  ]

  it('hit whole kinds and external services first, in every step with such calls', () => {
    const told = outages(trace).map((one) => formatPlan(planOf(one)))
    expect(told.slice(0, 2)).toEqual([
      'from step 1 until the next one every call of secrets fails with 500',
      'from step 2 until the next one every call of dns fails with 500',
    ])
    expect(told).toContain('from step 1 until the next one every call of secrets times out')
    expect(told).toContain('from step 1 until the next one every call of secrets fails with 429')
    expect(told.filter((text) => text.includes('configmaps'))).toEqual([]) // called only before the first step
  })

  it('hit a single call only if other calls of its kind exist', () => {
    const single = outages(trace).flatMap(({ of, answer }) => ('call' in of ? [`${of.call} ${answer}`] : []))
    expect(single).toEqual([
      'create secrets default/a 500',
      'patch secrets/status default/a 500',
      'create secrets default/a timeout',
      'patch secrets/status default/a timeout',
      'patch secrets/status default/a 409',
    ])
  })

  it('may last for two steps, and until the last one', () => {
    const calls = [1, 2, 3, 4].flatMap((at) => [step(at), call('dns.ensure')])
    const lasting = outages(calls).filter(({ answer }) => answer === 500)
    expect(lasting.map(({ step: from, steps }) => `${from} ${steps ?? 1}`)).toEqual([
      '1 1',
      '2 1',
      '3 1',
      '4 1',
      '1 2',
      '1 3',
      '2 2',
    ])
    expect(formatPlan(planOf(lasting[5]!))).toBe('from step 1 until step 4 every call of dns fails with 500')
  })

  it.each([
    { of: { kind: 'secrets' }, label: 'patch secrets/status default/a', answer: 500, isHit: true },
    { of: { kind: 'secrets' }, label: 'create secrets.other.dev default/a', answer: 500, isHit: false },
    { of: { kind: 'secrets' }, label: 'create secrets default/a', answer: 409, isHit: false },
    { of: { kind: 'secrets' }, label: 'patch secrets default/a', answer: 409, isHit: true },
    { of: { thing: 'dns' }, label: 'dns.ensure', answer: 'timeout', isHit: true },
    { of: { thing: 'dns' }, label: 'dnsExtra.ensure', answer: 500, isHit: false },
    { of: { thing: 'dns' }, label: 'dns.ensure', answer: 409, isHit: false },
    { of: { call: 'dns.ensure' }, label: 'dns.remove', answer: 500, isHit: false },
  ] as const)('hit the right calls: of $of with $answer: "$label": $isHit', ({ of, label, answer, isHit }) => {
    expect(hits(outage(of, answer), { label, writes: true })).toBe(isHit)
  })

  it('survive format and parse of a plan file', () => {
    const plan = planOf(outage({ thing: 'dns' }, 'timeout'))
    const text = formatPlanFile({ found: 'it', seed: 's', plan })
    expect(parsePlanFile(text).plan).toEqual(plan)
    const other = text.replace('"thing": "dns"', '"things": "dns"')
    expect(() => parsePlanFile(other)).toThrow('has to name a call, a kind, an external service (`thing`) or a link')
  })
})

/** Copies a ConfigMap into a Secret. @param handle its reaction to a failure, with the number of failures */
function copying(handle: (failures: number, error: unknown) => Outcome) {
  return () => {
    let failures = 0
    const copier = defineController({
      name: 'copier',
      for: ConfigMap,
      scope: { labels: 'copied=yes' },
      async reconcile(map, ctx) {
        try {
          await ctx.client.apply(Secret, { metadata: blog, stringData: { ...map.data } }, { force: true })
          failures = 0
          return done()
        } catch (error) {
          return handle(++failures, error)
        }
      },
    })
    return [copier]
  }
}

const scenario: Exploration['scenario'] = async (user) => {
  await user.create(ConfigMap, { metadata: { ...blog, labels }, data: { title: 'one' } })
  await user.patch(ConfigMap, blog, { data: { title: 'two' } })
}

const givesUp = copying((failures, error) => {
  if (failures >= 3) return done()
  throw error
})
const keepsTrying = copying((_, error) => {
  throw error
})

const secrets = planOf({ type: 'outage', of: { kind: 'secrets' }, step: 2, answer: 500 })

describe('an outage', () => {
  it('lasts until the next step', async () => {
    const { failures } = await replay({ controllers: givesUp, scenario }, secrets)
    const story = failures.find(({ oracle }) => oracle === 'end-state')!.story()
    expect(story).toContain('*** from here on every call of secrets fails with 500 ***')
    expect(story).toContain('*** the outage is over: every call of secrets fails with 500 ***')
  })

  it('finds an operator that gives up after three failures, which no single fault finds', async () => {
    const budget = { runs: 60 }
    const single = await explore({ controllers: givesUp, scenario, strategies: ['single'], budget: { runs: 1_000 } })
    expect(single.failures.map((failure) => failure.story())).toEqual([])
    const { failures } = await explore({ controllers: givesUp, scenario, strategies: ['outages'], budget })
    expect(failures.map(({ oracle }) => oracle)).toContain('end-state')
  }, 120_000)

  it('continues through steps that do not end it', async () => {
    const plan = planOf({ type: 'outage', of: { kind: 'secrets' }, step: 1, steps: 2, answer: 500 })
    const longer: Exploration['scenario'] = async (user) => {
      await scenario(user)
      await user.patch(ConfigMap, blog, { data: { title: 'three' } })
    }
    const report = await replay({ controllers: keepsTrying, scenario: longer }, plan)
    expect(report.failures).toEqual([])
    const story = report.story()
    const [, , during = '', after = ''] = story.split(/step \d: the user does/)
    expect([during.includes('answered with 500'), during.includes('the outage is over')]).toEqual([true, true])
    expect(after).not.toContain('answered with 500')
  })

  it.each([500, 429, 409, 'timeout'] as const)(
    'with %s reports no failure for an operator that keeps retrying',
    async (answer) => {
      for (const at of [1, 2]) {
        const plan = planOf({ type: 'outage', of: { kind: 'secrets' }, step: at, answer })
        const report = await replay({ controllers: keepsTrying, scenario }, plan)
        expect(report.failures.map((failure) => failure.story())).toEqual([])
        expect(report.truncated).toBeUndefined()
      }
    },
  )

  it('does not report a loop for an operator that records each failure', async () => {
    const tells = () => {
      let failures = 0
      const copier = defineController({
        name: 'copier',
        for: ConfigMap,
        scope: { labels: 'copied=yes' },
        async reconcile(map, ctx) {
          const annotate = (value: string | null) =>
            ctx.client.patch(ConfigMap, blog, { metadata: { annotations: { failures: value } } })
          try {
            await ctx.client.apply(Secret, { metadata: blog, stringData: { ...map.data } }, { force: true })
            if (map.metadata.annotations?.['failures'] !== undefined) await annotate(null)
            return done()
          } catch {
            await annotate(String(++failures))
            return again('1s')
          }
        },
      })
      return [copier]
    }
    const report = await replay({ controllers: tells, scenario }, secrets)
    expect(report.failures.map((failure) => failure.story())).toEqual([])
  })
})
