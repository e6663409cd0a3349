import { silentLogger } from '@kubewright/core'
import { seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { replicasFinalizer } from './names.ts'
import { PeerSecrets, summaryOf } from './peer-secrets.ts'

function secret(name: string, more: object = {}) {
  return { metadata: { name, namespace: 'peers', uid: name, resourceVersion: '1', ...more } }
}

interface Scene {
  readonly secrets: readonly ReturnType<typeof secret>[]
  readonly patch: (name: string) => void
}

/** Peers of the same names, in a cluster that answers as `patch` does. */
function start({ secrets, patch }: Scene) {
  const clock = new VirtualClock()
  const departed: string[][] = []
  const peers = {
    onDrained: (_name: string) => {},
    all: secrets.map(({ metadata }) => ({ name: metadata.name })),
    identityOf: () => undefined,
    subscribe: () => ({ [Symbol.dispose]() {} }),
    depart: (leaving: ReadonlySet<string>, abandoned: ReadonlySet<string>) =>
      departed.push([[...leaving].join(), [...abandoned].join()]),
  }
  const source = { isSynced: true, list: () => secrets, subscribe: () => ({ [Symbol.dispose]() {} }) }
  const client = {
    async patch(_: unknown, { name }: { name: string }, sent: unknown) {
      patch(name)
      return sent
    },
  }
  const tools = { client, source, peers, replicator: { abandon: async () => [] }, clock, log: silentLogger }
  const stop = new AbortController()
  const all = new PeerSecrets({ ...tools, random: seededRandom('x') } as never)
  const over = all.run(stop.signal)
  return { clock, peers, departed, end: async () => (stop.abort(), await over) }
}

describe('peer Secrets', () => {
  it('get their finalizer even if writing another one fails, which is retried', async () => {
    const written: string[] = []
    const scene = start({
      secrets: [secret('broken'), secret('fine')],
      patch: (name) => {
        written.push(name)
        if (name === 'broken') throw new Error('no')
      },
    })
    await scene.clock.advance('6s')
    expect(written.slice(0, 2)).toEqual(['broken', 'fine'])
    expect(written.filter((name) => name === 'broken')).toHaveLength(2)
    await scene.end()
  })

  it('make their peers leave when deleted, and lose the finalizer when no replica is left', async () => {
    const written: string[] = []
    const going = { finalizers: [replicasFinalizer], deletionTimestamp: '2026-01-01T00:00:00Z' }
    const scene = start({ secrets: [secret('berlin', going)], patch: (name) => void written.push(name) })
    await scene.clock.advance('10s')
    expect([scene.departed[0], written]).toEqual([['berlin', ''], []])
    scene.peers.onDrained('berlin')
    await scene.clock.advance('1s')
    expect(written).toEqual(['berlin'])
    await scene.end()
  })
})

describe('the summary of replicas left behind', () => {
  it('fits into an annotation for any number of replicas', () => {
    const one = {
      kind: 'subnets',
      original: { name: 'x' },
      replica: { namespace: 't', name: 'x'.repeat(200) },
      cluster: 'c',
    }
    const summary = summaryOf(Array.from({ length: 5_000 }, () => one))
    expect(JSON.parse(summary)).toMatchObject({ count: 5_000, cluster: 'c' })
    expect(summary.length).toBeLessThan(20_000)
  })
})
