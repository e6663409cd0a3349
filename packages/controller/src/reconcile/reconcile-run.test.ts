import { type KubeObject, type Ref, silentLogger, sleep } from '@kubewright/core'
import { recordedLog, seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { manifest } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { AppliedChildren } from '../children/applied-children.ts'
import { homeAlone, homeOn } from '../cluster.ts'
import { ChildIndexes } from '../children/child-indexes.ts'
import { type ControllerOptions, defineController } from '../definition/define-controller.ts'
import { EventSink } from '../events/event-sink.ts'
import { FailingObjects } from './failing-objects.ts'
import { LostChildren } from '../children/lost-children.ts'
import { pausedAnnotation } from '../names.ts'
import { again, done } from '../definition/outcome.ts'
import { type RunEnvironment, runReconcile } from './reconcile-run.ts'
import { Site, site } from '../testing/objects.ts'
import { failure, EchoServer } from '../testing/echo-server.ts'

const window = { wrote: () => undefined, removed: () => undefined, [Symbol.dispose]: () => undefined }
const guard = 'example.dev/guard'

function start(options: Partial<ControllerOptions<typeof Site>>, object: KubeObject = site()) {
  const clock = new VirtualClock()
  const server = new EchoServer()
  const client = server.client(clock)
  const controller = defineController({ name: 'sites', for: Site, reconcile: async () => done(), ...options })
  const reporter = { controller: 'x', instance: 'y' }
  const events = new EventSink({ client, clock, ids: seededIds(seededRandom('x')), log: silentLogger, reporter })
  const cache = { writing: () => window, wrote: () => undefined } as never
  const cluster = homeOn(client, cache)
  const environment: RunEnvironment = {
    controller,
    client,
    cache,
    cluster,
    clusters: homeAlone(cluster),
    reads: { get: () => object } as never,
    clock,
    events,
    owned: [],
    indexes: new ChildIndexes(),
    applied: new AppliedChildren('sites'),
    warnedKinds: new Set(),
    reportedCalls: new Set(),
    appliedStatus: new Map(),
    generations: { areDropped: false },
    failing: new FailingObjects(),
    lost: new LostChildren(() => clock.elapsed()),
    gone: new Set(),
  }
  const kill = new AbortController()
  const logged: string[] = []
  const { log } = recordedLog(({ level, message, fields }) => {
    if (level === 'warn') logged.push(`${message}: ${String(fields['timeout'])}`)
  })
  const ref: Ref = { namespace: 'default', name: 'blog' }
  const writes = { sent: 0, changed: 0 }
  const request = {
    ref,
    id: '1',
    reasons: [],
    log,
    signal: kill.signal,
    lifetime: kill.signal,
    writes,
    notAwaited: [],
  }
  return {
    clock,
    server,
    kill,
    logged,
    writes,
    environment,
    run: () => runReconcile(environment, object, request),
    async [Symbol.asyncDispose]() {
      await events[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
      expect(clock.pending).toEqual([])
    },
  }
}

/** Waits for the abort signal, then throws what `thrown` returns. */
function patient(thrown: (reason: unknown) => unknown): ControllerOptions<typeof Site>['reconcile'] {
  return (_, { signal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(thrown(signal.reason) as Error), { once: true }),
    )
}

describe('a reconcile', () => {
  it('returns its outcome', async () => {
    await using started = start({ reconcile: async () => again('1m') })
    expect(await started.run()).toEqual({ type: 'ran', outcome: again('1m') })
  })

  it('receives the clock of the controller', async () => {
    const seen: unknown[] = []
    await using started = start({ reconcile: async (_, { clock }) => (seen.push(clock), done()) })
    await started.run()
    expect(seen).toEqual([started.clock])
  })

  it('fails with an explanation if it returns no outcome', async () => {
    await using started = start({ reconcile: (async () => undefined) as never })
    await expect(started.run()).rejects.toMatchObject({ code: 'KW_CONTROLLER_OUTCOME' })
  })

  it('may return its outcome synchronously', async () => {
    await using started = start({ reconcile: (() => again('1m')) as never })
    expect(await started.run()).toEqual({ type: 'ran', outcome: again('1m') })
  })

  it('fails the same way when it throws synchronously', async () => {
    const reconcile = () => {
      throw new Error('at once')
    }
    await using started = start({ reconcile })
    await expect(started.run()).rejects.toThrow('at once')
  })

  it('is skipped for a paused object', async () => {
    const paused = site('blog', { metadata: { annotations: { [pausedAnnotation]: 'true' } } })
    await using started = start({ reconcile: () => Promise.reject(new Error('it ran')) }, paused)
    expect(await started.run()).toEqual({ type: 'paused' })
  })

  it('counts its writes and those that changed the object', async () => {
    await using started = start({
      async reconcile(object, { client }) {
        await client.patch(Site, object.metadata, { spec: { image: 'x' } })
        return done()
      },
    })
    await started.run()
    expect(started.writes).toEqual({ sent: 1, changed: 1 })
  })
})

describe('an object found deleted during a reconcile', () => {
  const child = manifest(Site, { metadata: { name: 'child' }, spec: {} })
  type Reconcile = ControllerOptions<typeof Site>['reconcile']
  const cases: readonly { name: string; reconcile: Reconcile }[] = [
    {
      name: 'rethrows the error',
      reconcile: async (_, ctx) => {
        await ctx.setStatus({ url: 'x' })
        await ctx.own({ child })
        return done()
      },
    },
    {
      name: 'wraps the error',
      reconcile: async (_, ctx) => {
        await ctx.own({ child }).catch((cause: unknown) => Promise.reject(new Error('it failed', { cause })))
        return done()
      },
    },
    {
      name: 'swallows the error and sets a status',
      reconcile: async (_, ctx) => {
        await ctx.own({ child }).catch(() => undefined)
        await ctx.setStatus({ url: 'x' })
        return again('1m')
      },
    },
  ]

  it.each(cases)('ends a reconcile that $name, without a write, and is not reconciled again', async ({ reconcile }) => {
    await using started = start({ timeout: '30s', reconcile })
    const { server, environment } = started
    environment.lost.note('uid-blog', 'web.example.dev/Site default/child')
    server.answer = () => failure(404, 'NotFound')
    expect(await started.run()).toEqual({ type: 'gone' })
    expect(server.asked.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(await started.run()).toEqual({ type: 'gone' })
    expect(server.asked).toHaveLength(2)
  })
})

describe('the timeout of a reconcile', () => {
  const reasons = [
    { name: 'rethrows the abort reason', thrown: (reason: unknown) => reason },
    { name: 'throws another error', thrown: () => new Error('the connection was closed') },
  ]

  it.each(reasons)('aborts a reconcile that $name, and fails it with a timeout error', async ({ thrown }) => {
    await using started = start({ timeout: '30s', reconcile: patient(thrown) })
    const failed = started.run().catch((error: unknown) => error)
    await started.clock.advance('30s')
    expect(await failed).toMatchObject({ code: 'KW_CONTROLLER_TIMEOUT' })
  })

  it('fails a reconcile that ignores its signal, after it has returned', async () => {
    await using started = start({
      timeout: '30s',
      async reconcile() {
        await sleep(started.clock, '50s')
        return done()
      },
    })
    const failed = started.run().catch((error: unknown) => error)
    await started.clock.advance('60s')
    expect(await failed).toMatchObject({
      message:
        'Cannot reconcile default/blog within 30s: the reconcile of the controller sites was still running. ' +
        'Pass `ctx.signal` to every call that can block, or give the controller a longer `timeout`.',
    })
  })

  it('warns once of a reconcile that ignores its signal, while it is running', async () => {
    await using started = start({
      timeout: '30s',
      async reconcile() {
        await sleep(started.clock, '10m')
        return done()
      },
    })
    const failed = started.run().catch((error: unknown) => error)
    await started.clock.advance('34s')
    expect(started.logged).toEqual([])
    await started.clock.advance('1s')
    expect(started.logged).toEqual(['reconcile ignores its signal and is still running after its timeout: 30s'])
    await started.clock.advance('10m')
    expect(await failed).toMatchObject({ code: 'KW_CONTROLLER_TIMEOUT' })
    expect(started.logged).toHaveLength(1)
  })

  it('warns neither of a reconcile that ends with its signal nor while the process is stopping', async () => {
    await using patiently = start({ timeout: '30s', reconcile: patient((reason) => reason) })
    const aborted = patiently.run().catch((error: unknown) => error)
    await patiently.clock.advance('1m')
    await aborted
    await using stopped = start({
      timeout: '30s',
      async reconcile() {
        await sleep(stopped.clock, '50s')
        return done()
      },
    })
    const late = stopped.run().catch((error: unknown) => error)
    stopped.kill.abort(new Error('the process stops'))
    await stopped.clock.advance('1m')
    await late
    expect([patiently.logged, stopped.logged]).toEqual([[], []])
  })

  it('still writes the status that was set before', async () => {
    await using started = start({
      timeout: '30s',
      async reconcile(object, ctx) {
        await ctx.setStatus({ url: 'half way' })
        return patient((reason) => reason)(object, ctx)
      },
    })
    const failed = started.run().catch((error: unknown) => error)
    await started.clock.advance('30s')
    expect(await failed).toMatchObject({ code: 'KW_CONTROLLER_TIMEOUT' })
    expect(started.server.asked[0]?.body).toMatchObject({ status: { url: 'half way' } })
  })

  it('is not reported when the process is stopping', async () => {
    await using started = start({ timeout: '30s', reconcile: patient((reason) => reason) })
    const running = started.run()
    started.kill.abort(new Error('the process stops'))
    await expect(running).rejects.toThrow('the process stops')
  })
})

describe('a finalizer', () => {
  const seen: string[] = []
  const finalizer = {
    name: guard,
    async cleanup({ metadata }: KubeObject) {
      seen.push(`cleans up after ${metadata.name}`)
      return done()
    },
  }
  const reconcile = async ({ metadata }: KubeObject) => {
    seen.push(`reconciles with ${metadata.finalizers?.join() ?? 'none'}`)
    return done()
  }
  const going = { deletionTimestamp: '2026-01-01T00:00:00Z' }
  const cases = [
    { name: 'is added before the first reconcile', object: site(), does: [`reconciles with ${guard}`], writes: 1 },
    {
      name: 'is not added again',
      object: site('blog', { metadata: { finalizers: [guard] } }),
      does: [`reconciles with ${guard}`],
      writes: 0,
    },
    {
      name: 'is removed after the clean-up',
      object: site('blog', { metadata: { finalizers: [guard], ...going } }),
      does: ['cleans up after blog'],
      writes: 1,
    },
    {
      name: 'of another controller alone causes no clean-up',
      object: site('blog', { metadata: { finalizers: ['x/y'], ...going } }),
      does: [],
      writes: 0,
    },
  ]

  it.each(cases)('$name', async ({ object, does, writes }) => {
    seen.length = 0
    await using started = start({ finalizer, reconcile } as never, object)
    await started.run()
    expect([seen, started.server.asked.length]).toEqual([does, writes])
  })

  it('stays while the clean-up asks to be called again', async () => {
    const object = site('blog', { metadata: { finalizers: [guard], ...going } })
    await using started = start({ finalizer: { name: guard, cleanup: async () => again('1m') } }, object)
    expect(await started.run()).toEqual({ type: 'ran', outcome: again('1m') })
    expect(started.server.asked).toEqual([])
  })
})
