import type { Client } from '@kubewright/client'
import { type KubeObject, silentLogger } from '@kubewright/core'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { Drainer } from './drainer.ts'
import { Ownership } from './ownership.ts'
import { MissingPermissions } from '../missing-permissions.ts'
import { markedMap as map } from '../testing/marked-map.ts'
import { fault } from '../testing/simulated-api.ts'

describe('the drain of an object by its shard', () => {
  it('is performed if it is requested again while the read after a conflict is pending', async () => {
    const answers: ((found: KubeObject) => void)[] = []
    const patched: string[] = []
    const patch = async (_: unknown, { resourceVersion }: KubeObject['metadata']) => {
      patched.push(resourceVersion)
      if (patched.length === 1) throw fault('KW_CLIENT_CONFLICT', 'patch x')
      return map('5', false)
    }
    const get = () => new Promise<KubeObject>((resolve) => answers.push(resolve))
    const ownership = new Ownership('maps', 'a')
    ownership.count(ConfigMap, [map('1', false)], '1')
    const drainer = new Drainer({
      client: { metadata: { patch, get } } as unknown as Client,
      clock: new VirtualClock(),
      log: silentLogger,
      ring: 'maps',
      shard: 'a',
      ownership,
      withinMs: () => 1_000,
      mayAct: () => true,
      permissions: new MissingPermissions(silentLogger),
    })
    const { signal } = new AbortController()
    const draining = drainer.drain(ConfigMap, map('2', true), signal)
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const again = drainer.drain(ConfigMap, map('4', true), signal)
    answers[0]!(map('3', false))
    expect(await Promise.all([draining, again])).toEqual(['released', 'released'])
    expect(patched).toEqual(['2', '4'])
    expect(ownership.belonging(map('4', true))).toBe('foreign')
  })

  const started = (mayAct: () => boolean, patch: () => Promise<KubeObject>) => {
    const said: (readonly [message: string, fields: object])[] = []
    const { log } = recordedLog(({ message, fields }) => said.push([message, fields]))
    const clock = new VirtualClock()
    const ownership = new Ownership('maps', 'a')
    ownership.count(ConfigMap, [map('1')], '1')
    const drainer = new Drainer({
      client: { metadata: { patch, get: async () => map('2', true) } } as unknown as Client,
      clock,
      log,
      ring: 'maps',
      shard: 'a',
      ownership,
      withinMs: () => 20_000,
      mayAct,
      permissions: new MissingPermissions(silentLogger, clock),
    })
    return { said, clock, ownership, drainer }
  }

  it('waits for a reconcile that ignores its abort, and logs that once', async () => {
    const { said, clock, ownership, drainer } = started(
      () => true,
      async () => map('3'),
    )
    const reconcile = ownership.begin(map('1'))
    const draining = drainer.drain(ConfigMap, map('2', true), new AbortController().signal)
    await clock.advance(29_000)
    expect([reconcile.until.aborted, said]).toEqual([true, []])
    await clock.advance(300_000)
    const message = 'aborted reconcile still runs and blocks the move of its object, check that it observes ctx.signal'
    expect(said).toEqual([[message, { kind: 'ConfigMap', object: 'default/x' }]])
    expect(drainer.drained).toBe(0)
    reconcile[Symbol.dispose]()
    expect(await draining).toBe('released')
  })

  it('waits silently while the lease is uncertain', async () => {
    let isHeld = false
    const { said, clock, drainer } = started(
      () => isHeld,
      async () => map('3'),
    )
    const draining = drainer.drain(ConfigMap, map('2', true), new AbortController().signal)
    for (let second = 0; second < 5; second++) await clock.advance(1_000)
    expect([said, drainer.drained]).toEqual([[], 0])
    isHeld = true
    await clock.advance(1_000)
    expect(await draining).toBe('released')
  })

  it('names kind, namespace and name of the object when it fails', async () => {
    let failures = 1
    const { said, clock, drainer } = started(
      () => true,
      async () => {
        if (failures-- > 0) throw new Error('the server failed')
        return map('3')
      },
    )
    const draining = drainer.drain(ConfigMap, map('2', true), new AbortController().signal)
    await clock.advance(2_000)
    expect(await draining).toBe('released')
    expect(said).toMatchObject([
      ['object could not be released, will retry', { kind: 'ConfigMap', object: 'default/x' }],
    ])
  })
})
