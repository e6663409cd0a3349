import { recordedLog } from '@kubewright/core/testing'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import type { WebhookServerLike } from '@kubewright/manager/settings'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn, rest, until } from './managed.ts'

const settings = { name: 'settings', namespace: 'default' }

function deferred() {
  let resolve!: () => void
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

describe('manager life cycle', () => {
  it('starts and stops servers, caches and controllers in order', async () => {
    await using cluster = await startCluster()
    await cluster.client.create(ConfigMap, { metadata: settings })
    const happened: string[] = []
    const { log } = recordedLog(({ level, message }) => {
      if (level !== 'debug') happened.push(message)
    })
    const webhooks: WebhookServerLike = {
      start: async () => void happened.push('webhooks start'),
      stop: async () => void happened.push('webhooks stop'),
    }
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      async reconcile() {
        happened.push('reconcile')
        return done()
      },
      scope: { fields: 'metadata.name=settings' },
    })
    const manager = managerOn(cluster, { controllers: [maps], webhooks, health: { port: 0 }, log })
    const stop = new AbortController()
    const ended = manager.run(stop.signal)
    await rest(cluster, manager)
    expect(manager.state).toMatchObject({
      phase: 'acting',
      controllers: [{ name: 'maps', isWarm: true, isWorking: true }],
    })
    stop.abort()
    await ended
    expect(happened).toEqual([
      'starting',
      'serving',
      'webhooks start',
      'webhook server started',
      'caches synced',
      'controllers started',
      'reconcile',
      'stopping',
      'all reconciles ended',
      'controllers closed',
      'caches closed',
      'webhooks stop',
      'webhooks closed',
      'ports closed',
      'stopped',
    ])
    expect(manager.state.phase).toBe('stopped')
  })

  it('waits for a running reconcile on stop, and starts no other', async () => {
    await using cluster = await startCluster()
    for (const name of ['one', 'two']) await cluster.client.create(Secret, { metadata: { name, namespace: 'default' } })
    const [begun, finish] = [deferred(), deferred()]
    const seen: string[] = []
    const secrets = defineController({
      name: 'secrets',
      for: Secret,
      async reconcile({ metadata }, { signal }) {
        begun.resolve()
        await finish.promise
        seen.push(`${metadata.name} ${signal.aborted ? 'aborted' : 'in peace'}`)
        return done()
      },
    })
    const manager = managerOn(cluster, { controllers: [secrets] })
    const stop = new AbortController()
    const ended = manager.run(stop.signal)
    await begun.promise
    stop.abort()
    finish.resolve()
    await ended
    expect(seen).toEqual(['one in peace'])
  })

  it('aborts reconciles that exceed shutdownTimeout', async () => {
    await using cluster = await startCluster()
    await cluster.client.create(Secret, { metadata: settings })
    const begun = deferred()
    let reason: unknown
    const secrets = defineController({
      name: 'secrets',
      for: Secret,
      async reconcile(_, { signal }) {
        begun.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        reason = signal.reason
        return done()
      },
    })
    const { log, messages } = recordedLog()
    const manager = managerOn(cluster, { controllers: [secrets], shutdownTimeout: '10s', log })
    const stop = new AbortController()
    const ended = manager.run(stop.signal)
    await begun.promise
    stop.abort()
    await until(cluster, () => manager.state.phase === 'stopping')
    // The reconcile never settles, so advance the clock without waiting for it.
    await cluster.advance('9s')
    expect(reason).toBeUndefined()
    await cluster.advance('2s')
    await ended
    expect(String(reason)).toBe(
      'Error: the reconcile was aborted: the process stops and the shutdown timeout of 10s has passed',
    )
    expect(messages).toContain('aborting reconciles that are still running')
  })

  it('fails with the names of reconciles that do not end even after the abort', async () => {
    await using cluster = await startCluster()
    await cluster.client.create(Secret, { metadata: settings })
    const [begun, never] = [deferred(), deferred()]
    const secrets = defineController({
      name: 'secrets',
      for: Secret,
      async reconcile() {
        begun.resolve()
        await never.promise
        return done()
      },
    })
    const manager = managerOn(cluster, { controllers: [secrets], shutdownTimeout: '1s' })
    const stop = new AbortController()
    const ended = manager.run(stop.signal).catch((error: unknown) => error)
    await begun.promise
    stop.abort()
    await cluster.advance('5s')
    expect(await ended).toMatchObject({
      code: 'KW_MANAGER_STUCK',
      message:
        'Cannot end a reconcile: still running 2s after the abort: secrets default/settings. End the process, and pass `ctx.signal` to every call that can block.',
    })
    never.resolve()
    await rest(cluster)
  })

  it('stops in order while it is still starting', async () => {
    await using cluster = await startCluster()
    const { log, messages } = recordedLog()
    const webhooks: WebhookServerLike = {
      start: (_, signal) =>
        new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      stop: async () => {},
    }
    const manager = managerOn(cluster, { controllers: [], webhooks, permissions: 'skip', log })
    const stop = new AbortController()
    const ended = manager.run(stop.signal)
    await until(cluster, () => messages.includes('starting'))
    stop.abort()
    await ended
    expect(messages).toEqual(['starting', 'controllers closed', 'caches closed', 'webhooks closed', 'stopped'])
  })

  it('stops on dispose, and cannot be run again', async () => {
    await using cluster = await startCluster()
    const manager = managerOn(cluster, { controllers: [] })
    {
      await using running = manager.start()
      await running.started
      await rest(cluster, manager)
      expect(manager.state.phase).toBe('acting')
    }
    expect(manager.state.phase).toBe('stopped')
    await expect(manager.run(new AbortController().signal)).rejects.toMatchObject({ code: 'KW_MANAGER_STATE' })
  })

  it('fails at once if a port is in use, and leaves nothing open', async () => {
    await using cluster = await startCluster()
    const first = managerOn(cluster, { controllers: [], health: { port: 0 } })
    await using running = first.start()
    await running.started
    const port = Number(new URL(first.endpoints.health!).port)
    const second = managerOn(cluster, { controllers: [], metrics: { port: 0 }, health: { port } })
    await expect(second.run(new AbortController().signal)).rejects.toMatchObject({
      code: 'KW_MANAGER_PORT',
      message: `Cannot serve health on 127.0.0.1, port ${port}: the port is in use. Choose another port, or 0 for any that is free.`,
    })
    expect(second.endpoints).toEqual({})
  })
})
