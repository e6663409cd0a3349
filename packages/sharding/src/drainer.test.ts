import type { Client } from '@kubewright/client'
import { type KubeObject, silentLogger } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { Drainer } from './drainer.ts'
import { Ownership } from './ownership.ts'
import { Refusals } from './refusals.ts'
import { markedMap as map } from './testing/marked-map.ts'
import { fault } from './testing/simulated-api.ts'

describe('a drain', () => {
  it('that is asked for again while the answer that took it back is on its way is heeded', async () => {
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
      refusals: new Refusals(silentLogger),
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
})
