import { silentLogger } from '@kubewright/core'
import { nextTurn, seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { EventSink } from './event-sink.ts'
import { Region, site } from '../testing/objects.ts'
import { failure, EchoServer } from '../testing/echo-server.ts'

function start() {
  const clock = new VirtualClock()
  const server = new EchoServer()
  const client = server.client(clock)
  const reporter = { controller: 'website-operator', instance: 'pod-1' }
  const sink = new EventSink({ client, clock, ids: seededIds(seededRandom('x')), log: silentLogger, reporter })
  return {
    clock,
    server,
    sink,
    recorder: sink.recorderFor(site()),
    async [Symbol.asyncDispose]() {
      await sink[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
    },
  }
}

describe('Kubernetes events', () => {
  it('name the object, the reporting controller, the reason and the time', async () => {
    await using started = start()
    const { recorder, sink, server } = started
    recorder.warning('NoSpace', 'The disk is full.', { action: 'Provision', related: site('disk') })
    await sink.drained()
    const [asked] = server.asked
    expect([asked?.method, asked?.path]).toEqual(['POST', '/apis/events.k8s.io/v1/namespaces/default/events'])
    expect(asked?.body).toMatchObject({
      metadata: { name: expect.stringMatching(/^blog\.[0-9a-f]{16}$/), namespace: 'default' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      type: 'Warning',
      reason: 'NoSpace',
      note: 'The disk is full.',
      action: 'Provision',
      reportingController: 'website-operator',
      reportingInstance: 'pod-1',
      regarding: {
        apiVersion: 'web.example.dev/v1',
        kind: 'Site',
        name: 'blog',
        namespace: 'default',
        uid: 'uid-blog',
      },
      related: { name: 'disk' },
    })
  })

  it('refuse misspelt options', async () => {
    await using started = start()
    const { recorder, sink, server } = started
    expect(() => recorder.warning('NoSpace', 'The disk is full.', { actoin: 'Provision' } as object)).toThrow(
      'Cannot record the event NoSpace: actoin is not a key of the options of an event: did you mean action?',
    )
    await sink.drained()
    expect(server.asked).toEqual([])
  })

  it('for cluster-scoped objects are written to the default namespace', async () => {
    await using started = start()
    const { sink, server } = started
    const { namespace: _, ...metadata } = site('north').metadata
    sink
      .recorderFor({ apiVersion: 'web.example.dev/v1', kind: Region.kind, metadata } as never)
      .normal('Opened', 'It is open.')
    await sink.drained()
    expect(server.asked[0]?.body).toMatchObject({ metadata: { namespace: 'default' }, regarding: { name: 'north' } })
    expect(server.asked[0]?.body).not.toHaveProperty('regarding.namespace')
  })

  it('are aggregated into a series when repeated, patched at once and then every ten seconds', async () => {
    await using started = start()
    const { recorder, sink, server, clock } = started
    for (let count = 0; count < 30; count++) {
      recorder.normal('Tick', 'tock')
      await clock.advance('1s')
    }
    await sink.drained()
    const series = server.asked
      .slice(1)
      .map(({ method, body }) => [method, (body as { series: { count: number } }).series.count])
    expect(series).toEqual([
      ['PATCH', 2],
      ['PATCH', 12],
      ['PATCH', 22],
    ])
  })

  it('become separate events if they differ, or if the series has expired', async () => {
    await using started = start()
    const { recorder, sink, server, clock } = started
    recorder.normal('Tick', 'tock')
    recorder.normal('Tick', 'tack')
    recorder.warning('Tick', 'tock')
    sink.recorderFor(site('shop')).normal('Tick', 'tock')
    await clock.advance('7m')
    recorder.normal('Tick', 'tock')
    await sink.drained()
    expect(server.asked.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST', 'POST'])
  })

  it('are dropped and counted when a write fails, without blocking later events', async () => {
    await using started = start()
    const { recorder, sink, server } = started
    let isDown = true
    server.answer = () => (isDown ? failure(500, 'InternalError') : undefined)
    recorder.normal('One', 'one')
    await sink.drained()
    isDown = false
    recorder.normal('Two', 'two')
    await sink.drained()
    expect([sink.dropped, server.asked.length]).toEqual([1, 2])
  })

  it('are dropped and counted when the queue is full', async () => {
    await using started = start()
    const { recorder, sink, server } = started
    let open: (() => void) | undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    server.answer = async () => {
      await opened
      return undefined
    }
    for (let count = 0; count < 1_010; count++) recorder.normal('Count', String(count))
    await nextTurn()
    expect(sink.dropped).toBe(9)
    open!()
    await sink.drained()
    expect(server.asked).toHaveLength(1_001)
  })

  it('are truncated to the limits of the API server', async () => {
    await using started = start()
    const { recorder, sink, server } = started
    recorder.normal('R'.repeat(200), 'n'.repeat(2_000), { action: 'a'.repeat(200) })
    await sink.drained()
    const { reason, note, action } = server.asked[0]!.body as Record<string, string>
    expect([reason?.length, note?.length, action?.length]).toEqual([128, 1_024, 128])
  })
})
