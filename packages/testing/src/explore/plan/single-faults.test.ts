import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exploration } from '../definition/exploration.ts'
import { noFaults, type PlannedFault, planOf } from './plan.ts'
import { runPlan } from '../run/run-plan.ts'
import { singleFaults } from './single-faults.ts'
import type { TraceEntry } from '../trace/trace.ts'
import { WorldServers } from '../world/world-servers.ts'

const blog = { name: 'blog', namespace: 'default' }

/** Creates a Secret for a ConfigMap, after a read whether there is one. */
const copier = defineController({
  name: 'copier',
  for: ConfigMap,
  scope: { labels: 'copied=yes' },
  owns: [Secret],
  async reconcile(map, ctx) {
    await ctx.client.list(Secret, { namespace: 'default', limit: 1 })
    await ctx.client.apply(Secret, { metadata: blog, stringData: { ...map.data } }, { force: true })
    return done()
  },
})

const explored: Exploration = {
  controllers: [copier],
  async scenario(user) {
    await user.create(ConfigMap, { metadata: { ...blog, labels: { copied: 'yes' } }, data: { title: 'one' } })
    await user.patch(ConfigMap, blog, { data: { title: 'two' } })
  },
}

let servers: WorldServers
let entries: readonly TraceEntry[]
let faults: readonly PlannedFault[]

async function play(...planned: readonly PlannedFault[]) {
  return await runPlan(explored, {
    servers,
    plan: planned.length === 0 ? noFaults : planOf(...planned),
    seed: 'single',
  })
}

beforeAll(async () => {
  servers = await WorldServers.start({})
  entries = (await play()).trace.entries
  faults = singleFaults(entries)
}, 30_000)
afterAll(() => servers[Symbol.asyncDispose]())

type Call = Extract<TraceEntry, { type: 'call' }>

function calls(isIt: (call: Call) => boolean): readonly Call[] {
  return entries.filter((entry): entry is Call => entry.type === 'call' && entry.nth > 0 && isIt(entry))
}

/** Whether each of these calls has such a fault. */
function isAtEach(those: readonly Call[], fault: object): boolean {
  const of = (call: Call) =>
    faults.some((one) => 'at' in one && one.at.call === call.call && one.at.nth === call.nth && fits(one, fault))
  return those.length > 0 && those.every(of)
}

function fits(fault: PlannedFault, like: object): boolean {
  return Object.entries(like).every(([key, value]) => fault[key as keyof PlannedFault] === value)
}

describe('single faults', () => {
  const writes = () => calls(({ writes: isWrite }) => isWrite)
  const requests = () => calls(() => true)

  it.each([
    { name: 'a crash after every write', those: writes, fault: { type: 'crash', when: 'after' } },
    { name: 'a crash before every write', those: writes, fault: { type: 'crash', when: 'before' } },
    { name: 'a lost response to every write', those: writes, fault: { type: 'lost' } },
    { name: 'a dropped request for every write', those: requests, fault: { type: 'unsent' } },
    { name: 'a conflict for every change', those: writes, fault: { type: 'fail', status: 409 } },
    ...[429, 500, 503, 504].map((status) => ({
      name: `${status} at every request`,
      those: requests,
      fault: { type: 'fail', status },
    })),
    { name: 'status 403 for every request', those: requests, fault: { type: 'fail', status: 403 } },
    ...[400, 422].map((status) => ({
      name: `${status} at every write`,
      those: writes,
      fault: { type: 'fail', status },
    })),
    { name: 'a late write of a former leader', those: writes, fault: { type: 'overlap', until: 'rest' } },
    { name: 'a fail-over at every write', those: writes, fault: { type: 'handover', to: undefined } },
    { name: 'a fail-over to a standby', those: writes, fault: { type: 'handover', to: 'standby' } },
  ])('include $name', ({ those, fault }) => {
    expect(isAtEach(those(), fault)).toBe(true)
  })

  it.each([
    { call: 'apply sites.example.dev default/blog', has: true },
    { call: 'patch sites.example.dev/status default/blog', has: true },
    { call: 'apply secrets default/blog', has: false },
    { call: 'apply deployments.apps default/blog', has: false },
    { call: 'create networkpolicies.networking.k8s.io default/blog', has: false },
    { call: 'dns.ensure', has: false },
  ])('include 404 for kinds that may not be installed yet: $call', ({ call, has }) => {
    const made: TraceEntry = { type: 'call', by: 'operator 1', call, nth: 1, writes: true, changed: true }
    const fault: PlannedFault = { type: 'fail', at: { call, nth: 1 }, status: 404 }
    expect(singleFaults([made]).some((one) => JSON.stringify(one) === JSON.stringify(fault))).toBe(has)
  })

  it.each([
    { call: 'create secrets default/blog', sent: '{}', has: false },
    { call: 'apply secrets default/blog', sent: '{}', has: false },
    { call: 'apply secrets default/blog', sent: '{"metadata":{"ownerReferences":[]}}', has: true },
    { call: 'apply secrets default/blog', sent: '{"metadata":{"uid":"1"}}', has: true },
    { call: 'apply sites.example.dev/status default/blog', sent: '{}', has: true },
    { call: 'patch secrets default/blog', sent: '{}', has: true },
    { call: 'dns.ensure', sent: '{}', has: false },
  ])(
    'include calls that arrive after the next step, unless they create objects without owner: $call $sent',
    ({ call, sent, has }) => {
      const made: TraceEntry = {
        type: 'call',
        by: 'operator 1',
        call,
        nth: 1,
        writes: true,
        sent,
        status: 200,
        changed: true,
      }
      expect(singleFaults([made]).some((one) => one.type === 'overlap' && one.until === 'step')).toBe(has)
    },
  )

  it('include failures of Event and Lease writes, the first few times each', () => {
    const asides = (call: string) =>
      [1, 2, 3].map(
        (aside): TraceEntry => ({ type: 'call', by: 'a', call, nth: 0, aside, writes: true, changed: true }),
      )
    const of = (call: string) =>
      singleFaults(asides(call)).flatMap((fault) =>
        'at' in fault ? [`${fault.type} ${'status' in fault ? fault.status : ''} ${fault.at.nth}`] : [],
      )
    const anyway = ['lost  1', 'lost  2', 'fail 500 1', 'fail 500 2', 'fail 403 1', 'fail 403 2']
    const unsent = ['unsent  1', 'unsent  2']
    expect(of('create events default/blog.*')).toEqual([...anyway, ...unsent])
    expect(of('update leases.coordination.k8s.io default/blog')).toEqual([
      ...anyway,
      'crash  1',
      'crash  2',
      'fail 409 1',
      'fail 409 2',
      ...unsent,
    ])
  })

  it('hit an Event, which is not counted as a call', async () => {
    const teller = defineController({
      name: 'teller',
      for: ConfigMap,
      scope: { labels: 'copied=yes' },
      async reconcile(_, ctx) {
        ctx.events.normal('Seen', 'it was looked at')
        return done()
      },
    })
    const told = { ...explored, controllers: [teller] }
    const without = await runPlan(told, { servers, plan: noFaults, seed: 'single' })
    const call = 'create events.events.k8s.io default/blog.*'
    expect(without.trace.entries).toContainEqual(expect.objectContaining({ call, nth: 0, aside: 1, status: 201 }))
    const plan = planOf({ type: 'fail', at: { call, nth: 1 }, status: 403 })
    const { trace, unused, findings } = await runPlan(told, { servers, plan, seed: 'single' })
    expect(trace.entries).toContainEqual(expect.objectContaining({ call, aside: 1, fate: 'answered with 403' }))
    expect([unused, findings]).toEqual([[], []])
  })

  it('include no status that the operator treats as terminal, also for external calls', () => {
    const statusesOf = (given: readonly PlannedFault[]) =>
      new Set(given.flatMap((fault) => (fault.type === 'fail' ? [fault.status] : [])))
    expect(statusesOf(singleFaults(entries, [422, 400]))).toEqual(new Set([403, 409, 429, 500, 503, 504]))
    const outside: TraceEntry = {
      type: 'call',
      by: 'operator 1',
      call: 'dns.ensure',
      nth: 1,
      writes: true,
      changed: true,
    }
    expect(statusesOf(singleFaults([outside]))).toEqual(new Set([429, 500, 503, 504]))
  })

  it.each([
    { name: 'a stale watch', fault: { type: 'hold', until: 'rest', after: 'told' } },
    { name: 'a stale watch while the user acts', fault: { type: 'hold', until: 'step', after: 'told' } },
    { name: 'skipped intermediate states', fault: { type: 'hold', until: 'step', after: 'relisted' } },
    { name: 'an expired watch with a relist', fault: { type: 'expire' } },
  ])('include $name from every event of every kind on', ({ fault }) => {
    const events = entries.flatMap((entry) => (entry.type === 'event' ? [{ kind: entry.kind, nth: entry.nth }] : []))
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['configmaps', 'secrets']))
    const froms = faults.flatMap((one) => ('from' in one && fits(one, fault) ? [one.from] : []))
    expect(froms).toEqual(events)
  })

  it('include a user who does not wait, and a restart at every rest', () => {
    const steps = (type: string) => faults.flatMap((one) => ('step' in one && one.type === type ? [one.step] : []))
    expect([steps('hurry'), steps('restart')]).toEqual([[1], [0, 1, 2]])
  })

  /** The findings of the run. */
  const applied: readonly { readonly fault: PlannedFault; readonly seen: string }[] = [
    {
      fault: { type: 'crash', at: write(1), when: 'after' },
      seen: 'operator 1 crashes after "apply secrets default/blog"',
    },
    {
      fault: { type: 'crash', at: write(1), when: 'before' },
      seen: 'operator 1 crashes before "apply secrets default/blog"',
    },
    { fault: { type: 'lost', at: write(1) }, seen: 'the response is lost' },
    { fault: { type: 'unsent', at: write(1) }, seen: 'the connection breaks before it is sent' },
    { fault: { type: 'fail', at: write(1), status: 409 }, seen: 'answered with 409' },
    { fault: { type: 'fail', at: { call: 'list secrets default', nth: 1 }, status: 503 }, seen: 'answered with 503' },
    {
      fault: { type: 'overlap', at: write(1), until: 'rest' },
      seen: '"apply secrets default/blog" of operator 1 arrives late',
    },
    {
      fault: { type: 'overlap', at: write(1), until: 'step' },
      seen: '"apply secrets default/blog" of operator 1 arrives late',
    },
    { fault: { type: 'handover', at: write(1) }, seen: 'the lease passes from operator 1 to another instance' },
    { fault: { type: 'handover', at: write(1), to: 'standby' }, seen: 'operator 2, the standby, gets the lease' },
    { fault: held('rest', 'told'), seen: 'operator 1 gets the missed watch events of secrets' },
    { fault: held('step', 'told'), seen: 'operator 1 gets the missed watch events of secrets' },
    {
      fault: held('step', 'relisted'),
      seen: 'operator 1 lists secrets again; the missed watch events are not delivered',
    },
    { fault: { type: 'expire', from: { kind: 'secrets', nth: 1 } }, seen: 'the watch of secrets expires' },
    { fault: { type: 'restart', step: 1 }, seen: 'operator 1 crashes while the cluster is idle' },
  ]

  it.each(applied)('are injected: $seen ($fault.type)', async ({ fault, seen }) => {
    const run = await play(fault)
    const told = run.trace.entries.map((entry) =>
      'text' in entry ? entry.text : 'fate' in entry ? entry.fate : undefined,
    )
    expect(told).toContain(seen)
    expect(run.unused).toEqual([])
  })

  it('with a stale watch leave other kinds up to date', async () => {
    const { trace } = await play(held('step', 'told'))
    const order = trace.entries.flatMap((entry) => (entry.type === 'event' ? [`${entry.kind} ${entry.change}`] : []))
    expect(order).toEqual(['configmaps ADDED', 'configmaps MODIFIED', 'secrets ADDED', 'secrets MODIFIED'])
  })

  it('with a handover to a standby: its watches start before the handover, its reconciles after it', async () => {
    const { trace } = await play({ type: 'handover', at: write(1), to: 'standby' })
    const { entries: told } = trace
    const ofStandby = (type: 'event' | 'reconcile') =>
      told.findIndex((entry) => entry.type === type && 'by' in entry && entry.by === 'operator 2')
    const passes = told.findIndex((entry) => entry.type === 'note' && entry.text.startsWith('the lease passes'))
    expect(ofStandby('event')).toBeLessThan(passes)
    expect(ofStandby('reconcile')).toBeGreaterThan(passes)
    const watched = told.filter(
      (entry) => entry.type === 'call' && entry.by === 'operator 2' && entry.call.startsWith('watch '),
    )
    expect(watched.every((entry) => told.indexOf(entry) < passes)).toBe(true)
  })

  it.each([undefined, 'standby'] as const)(
    'with a fail-over leave the former leader unable to write (to %s)',
    async (to) => {
      const { trace } = await play({ type: 'handover', at: write(1), ...(to === undefined ? {} : { to }) })
      const writesOf = (name: string) =>
        trace.entries.filter((entry) => entry.type === 'call' && entry.by === name && entry.writes).length
      expect(writesOf('operator 1')).toBe(1)
      expect(writesOf('operator 2')).toBeGreaterThan(1)
    },
  )
})

function write(nth: number) {
  return { call: 'apply secrets default/blog', nth }
}

function held(until: 'rest' | 'step', after: 'told' | 'relisted'): PlannedFault {
  return { type: 'hold', from: { kind: 'secrets', nth: 1 }, until, after }
}
