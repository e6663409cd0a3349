import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { ClusterSet } from '@kubewright/controller/clusters'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { ActingGate } from '../acting-gate.ts'
import { type GuardableCluster, GuardedClusters } from './guarded-clusters.ts'

const one = { name: 'one', namespace: 'default' }
const cache = { sources: [] } as unknown as Cache

function clientOf(deleted: () => Promise<unknown>, closed: () => void = () => {}): Client {
  const writes = ['create', 'update', 'patch', 'apply', 'delete', 'deleteCollection']
  const verbs = { ...Object.fromEntries(writes.map((verb) => [verb, deleted])), get: async () => ({ metadata: one }) }
  const parts = { status: verbs, scale: verbs, metadata: verbs, subresource: () => verbs, request: deleted }
  return { ...verbs, ...parts, [Symbol.asyncDispose]: async () => closed() } as unknown as Client
}

function cluster(name: string, more: Partial<GuardableCluster> = {}) {
  const end = new AbortController()
  const client = clientOf(async () => undefined)
  return { end, cluster: { name, labels: {}, client, cache, identity: name, signal: end.signal, ...more } }
}

function guardedOf(home: GuardableCluster, others: readonly GuardableCluster[] = []) {
  const gate = new ActingGate()
  gate.open(() => true)
  const clusters = { home, find: () => others[0], list: () => [home, ...others] } as unknown as ClusterSet
  let sending = 0
  const send = async <Answer>(write: () => Promise<Answer>) => {
    sending++
    try {
      return await write()
    } finally {
      sending--
    }
  }
  return { gate, guarded: new GuardedClusters({ clusters, gate, send }), sending: () => sending }
}

describe('the guarded clusters of one leadership term', () => {
  it('create a client on first use, and close it when its cluster is removed', async () => {
    const [made, closed]: [string[], string[]] = [[], []]
    const make = (name: string) => () => {
      made.push(name)
      return clientOf(
        async () => undefined,
        () => void closed.push(name),
      )
    }
    const [home, east] = [cluster('home', { behind: make('home') }), cluster('east', { behind: make('east') })]
    const { guarded } = guardedOf(home.cluster, [east.cluster])
    expect(guarded.list().map(({ name }) => name)).toEqual(['home', 'east'])
    expect(made).toEqual([])
    expect(guarded.find('east')!.client).toBe(guarded.list()[1]!.client)
    void guarded.home.client
    expect(made).toEqual(['east', 'home'])
    east.end.abort()
    expect(closed).toEqual(['east'])
    await guarded[Symbol.asyncDispose]()
    expect(closed).toEqual(['east', 'home'])
  })

  it('create no client after they are disposed', async () => {
    const made: string[] = []
    const behind = () => {
      made.push('home')
      return clientOf(async () => undefined)
    }
    const home = cluster('home', { behind }).cluster
    const { guarded, gate } = guardedOf(home)
    gate.shut()
    await guarded[Symbol.asyncDispose]()
    await expect(guarded.clientOf(home).delete(ConfigMap, one)).rejects.toMatchObject({
      code: 'KW_MANAGER_MAY_NOT_ACT',
    })
    expect(made).toEqual([])
  })

  it('wait for pending writes of a client that they did not create', async () => {
    let answer = () => {}
    const deleted = () => new Promise<void>((resolve) => (answer = resolve))
    const home = cluster('home', { client: clientOf(deleted) }).cluster
    const { guarded, sending } = guardedOf(home)
    const client = guarded.clientOf(home)
    await client.get(ConfigMap, one)
    expect(sending()).toBe(0)
    const deleting = client.delete(ConfigMap, one)
    expect(sending()).toBe(1)
    answer()
    await deleting
    expect(sending()).toBe(0)
  })
})
