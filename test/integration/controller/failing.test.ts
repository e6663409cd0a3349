/** Events and conditions of a reconcile that keeps failing. */
import { type ControllerOptions, defineController, done, TerminalError } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { Event } from '@kubewright/kubernetes/events/v1'
import { defineResource, yes } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const Kettle = defineResource({
  group: 'kitchen.example.dev',
  version: 'v1',
  kind: 'Kettle',
  scope: 'Namespaced',
  spec: z.object({ litres: z.number().default(1) }),
  status: z.object({ degrees: z.number().optional() }),
  conditions: ['Ready'],
})
const big = { name: 'big', namespace: 'default' }

const failures = async (cluster: Cluster) =>
  (await cluster.client.list(Event, { namespace: 'default' })).items.filter(
    ({ reason }) => reason === 'ReconcileFailed',
  )
const statusOf = async (cluster: Cluster) => (await cluster.client.get(Kettle, big)).status

type Options = Partial<ControllerOptions<typeof Kettle>>

async function started(reconcile: ControllerOptions<typeof Kettle>['reconcile'], options: Options = {}) {
  const cluster = await startCluster({ resources: [Kettle] })
  const running = await cluster.run(defineController({ name: 'kettles', for: Kettle, ...options, reconcile } as never))
  await cluster.client.create(Kettle, { metadata: big, spec: {} })
  return {
    cluster,
    running,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

describe('a reconcile whose request is refused', () => {
  it("has its own source line in the error's stack", async () => {
    await using test = await started(async (_, ctx) => {
      await ctx.client.create(ConfigMap, { metadata: { name: 'Not A Name', namespace: 'default' } })
      return done()
    })
    await test.cluster.settle()
    const [record] = test.running.history()
    const error = record?.result.type === 'error' ? record.result.error : undefined
    expect((error as Error).stack).toMatch(/^ApiError: Cannot create configmaps[^]*failing\.test\.ts/)
  })
})

describe('a reconcile that keeps failing', () => {
  it('is reported by one Warning event with a count, and by the Stalled condition after a minute', async () => {
    await using test = await started(() => Promise.reject(new Error('the stove is cold')))
    const { cluster } = test
    await cluster.advance('30s')
    expect(await failures(cluster)).toMatchObject([
      { type: 'Warning', note: 'the stove is cold', regarding: { kind: 'Kettle', name: 'big' } },
    ])
    expect(await statusOf(cluster)).toBeUndefined()
    await cluster.advance('10m')
    expect(await failures(cluster)).toHaveLength(1)
    expect((await statusOf(cluster))?.conditions).toMatchObject([
      {
        type: 'Stalled',
        status: 'True',
        reason: 'ReconcileFailed',
        message: 'the stove is cold',
        observedGeneration: 1,
      },
    ])
  })

  it('loses the Stalled condition with the next success, whether or not that sets a status', async () => {
    for (const setsStatus of [true, false]) {
      let isCold = true
      await using test = await started(async (_, { setStatus }) => {
        if (isCold) throw new Error('the stove is cold')
        if (setsStatus) await setStatus({ degrees: 100 }, { Ready: yes('Boiling') })
        return done()
      })
      const { cluster, running } = test
      await cluster.advance('10m')
      expect((await statusOf(cluster))?.conditions?.map(({ type }) => type)).toEqual(['Stalled'])
      isCold = false
      await cluster.advance('30m')
      expect((await statusOf(cluster))?.conditions?.map(({ type }) => type) ?? []).toEqual(setsStatus ? ['Ready'] : [])
      await cluster.client.patch(Kettle, big, { metadata: { labels: { shelf: 'top' } } })
      await cluster.settle()
      expect(running.history(big)[0]).toMatchObject({ result: { type: 'success' }, writes: { sent: 0 } })
    }
  })

  it('leaves no status behind after recovery if it never sets one', async () => {
    let isCold = true
    await using test = await started(async () => {
      if (isCold) throw new Error('the stove is cold')
      return done()
    })
    const { cluster } = test
    await cluster.advance('10m')
    expect((await statusOf(cluster))?.conditions).toHaveLength(1)
    isCold = false
    await cluster.advance('20m')
    expect(await statusOf(cluster)).toBeUndefined()
  })

  it('keeps the status that was set before the failures', async () => {
    let isCold = false
    await using test = await started(async (_, { setStatus }) => {
      if (isCold) throw new Error('the stove is cold')
      await setStatus({ degrees: 100 }, { Ready: yes('Boiling') })
      return done()
    })
    const { cluster, running } = test
    await cluster.settle()
    isCold = true
    await cluster.client.patch(Kettle, big, { spec: { litres: 2 } })
    await cluster.advance('10m')
    expect(await statusOf(cluster)).toMatchObject({ degrees: 100, observedGeneration: 2 })
    expect((await statusOf(cluster))?.conditions?.map(({ type }) => type).sort()).toEqual(['Ready', 'Stalled'])
    await running[Symbol.asyncDispose]()
    isCold = false
    // A new process knows its own fields only from the server.
    const next = defineController({ name: 'kettles', for: Kettle, reconcile: async () => done() })
    await using _ = await cluster.run(next)
    await cluster.settle()
    expect(await statusOf(cluster)).toMatchObject({ degrees: 100, conditions: [{ type: 'Ready' }] })
  })

  it('is reported at once for a TerminalError', async () => {
    await using test = await started(() => Promise.reject(new TerminalError('no kettle holds that')))
    await test.cluster.settle()
    expect(await failures(test.cluster)).toMatchObject([{ note: 'no kettle holds that' }])
    expect((await statusOf(test.cluster))?.conditions).toMatchObject([{ type: 'Stalled', status: 'True' }])
  })

  it('writes few events although the message varies, without secrets or control characters', async () => {
    let count = 0
    await using test = await started(async () => {
      const secret = 'postgres://app:s3cr3t@db/shop password=hunter2 Bearer abcdefgh12345678'
      throw new Error(`attempt ${++count}\u001b[31m\n${secret} ${'x'.repeat(5_000)}`)
    })
    await test.cluster.advance('1h')
    const events = await failures(test.cluster)
    expect(count).toBeGreaterThan(15)
    expect(events.length).toBeLessThan(10)
    for (const { note = '' } of events) {
      expect(note).not.toMatch(/s3cr3t|hunter2|abcdefgh|\p{Cc}/u)
      expect(note.length).toBeLessThanOrEqual(512)
    }
  })

  it('is not reported for a few failures within a moment', async () => {
    let left = 3
    await using test = await started(async () => {
      if (left-- > 0) throw new Error('somebody was faster')
      return done()
    })
    await test.cluster.advance('1m')
    expect([await failures(test.cluster), await statusOf(test.cluster)]).toEqual([[], undefined])
  })

  it.each<{ name: string; reportsFailures: NonNullable<Options['reportsFailures']>; told: [number, number] }>([
    { name: 'nothing', reportsFailures: false, told: [0, 0] },
    { name: 'the condition only', reportsFailures: { events: false }, told: [0, 1] },
    { name: 'the event only', reportsFailures: { condition: false }, told: [1, 0] },
  ])('reports $name with that value of reportsFailures', async ({ reportsFailures, told }) => {
    await using test = await started(() => Promise.reject(new Error('the stove is cold')), { reportsFailures })
    await test.cluster.advance('10m')
    const { conditions = [] } = (await statusOf(test.cluster)) ?? {}
    expect([(await failures(test.cluster)).length, conditions.length]).toEqual(told)
  })
})
