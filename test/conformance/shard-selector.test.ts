/**
 * The server's own `shardSelector`, on a server with the feature gate enabled and on one with it disabled. Decision
 * 0196 rests on this: should a test here fail with a newer server, it is time to read that again.
 */
import { describe, expect, it } from 'vitest'
import { openRawApi, type RawApi } from '../../tools/kube-apiserver/raw-api.ts'
import { startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'
import { createNamespace, expectStatus, openRealApi } from './real-server.ts'

const half = 1n << 63n
const lower = "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')"
const upper = "shardRange(object.metadata.uid, '0x8000000000000000', '0x10000000000000000')"

interface Listed {
  readonly metadata: { readonly shardInfo?: { readonly selector: string } }
  readonly items: readonly { readonly metadata: { readonly name: string; readonly uid: string } }[]
}

async function fill(api: RawApi, namespace: string): Promise<void> {
  for (let index = 0; index < 20; index++) {
    const body = { metadata: { name: `map-${index}` } }
    await expectStatus(api.request(`/api/v1/namespaces/${namespace}/configmaps`, { method: 'POST', body }), 201)
  }
}

const list = (api: RawApi, namespace: string, selector: string) =>
  api.request(`/api/v1/namespaces/${namespace}/configmaps?shardSelector=${encodeURIComponent(selector)}`)

/** FNV-1a, 64 bits. */
function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash
}

describe('shardSelector of kube-apiserver', () => {
  it('splits lists by the hash of uid or namespace only, with the feature gate on', async () => {
    await using server = await startRealServer({ featureGates: { ShardedListAndWatch: true } })
    using api = openRawApi(server)
    const namespace = await createNamespace(api, 'shards')
    await fill(api, namespace)
    const [low, high] = await Promise.all(
      [lower, upper].map((selector) => expectStatus<Listed>(list(api, namespace, selector), 200)),
    )
    expect([low!, high!].map(({ metadata }) => metadata.shardInfo?.selector)).toEqual([lower, upper])
    expect(low!.items.length + high!.items.length).toBe(20)
    expect(low!.items.every(({ metadata }) => hashOf(metadata.uid) < half)).toBe(true)
    expect(high!.items.every(({ metadata }) => hashOf(metadata.uid) >= half)).toBe(true)
    const byName = await list(api, namespace, lower.replace('uid', 'name'))
    expect(byName.status).not.toBe(200)
    expect(JSON.stringify(byName.body)).toContain('supported: object.metadata.uid, object.metadata.namespace')
    const byLabel = await list(api, namespace, lower.replace('uid', "labels['a']"))
    expect(byLabel.status).not.toBe(200)
  }, 60_000)

  it('is silently ignored with the feature gate off, the default', async () => {
    using api = openRealApi()
    const namespace = await createNamespace(api, 'shards')
    await fill(api, namespace)
    for (const selector of [lower, upper, 'nonsense']) {
      const { items, metadata } = await expectStatus<Listed>(list(api, namespace, selector), 200)
      expect([items.length, metadata.shardInfo]).toEqual([20, undefined])
    }
  })
})
