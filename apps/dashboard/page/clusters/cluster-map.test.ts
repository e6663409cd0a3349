import type { ManagedClusterEntry, PeerEntry } from '@kubewright/dashboard/topics'
import { describe, expect, it } from 'vitest'
import { clusterMap, matchingClusters, stateOf, translationsOf } from './cluster-map.ts'

const about = (kind: string, name: string) => ({ group: 'network.kubewright.dev', version: 'v1alpha1', kind, name })
const pair = (pod: string) => ({ pod, external: '10.70.0.0/16' })
const managed = (name: string, rest: Partial<ManagedClusterEntry> = {}): ManagedClusterEntry => ({
  name,
  phase: 'connected',
  labels: [],
  controllers: [],
  ...rest,
})
const home: PeerEntry = {
  type: 'home',
  object: about('NetworkSettings', 'cluster'),
  clusterId: 'rome',
  networks: pair('10.244.0.0/16'),
}
const tunnel = (status: 'True' | 'False', rest: object = {}): PeerEntry => ({
  type: 'tunnel',
  object: about('TunnelEndpoint', 'berlin'),
  peer: 'berlin',
  remote: pair('10.1.0.0/16'),
  local: pair('10.2.0.0/16'),
  reachable: [],
  latencyMs: 12,
  connected: { status, reason: status === 'True' ? 'Answered' : 'NoHandshake', message: '' },
  ...rest,
})
const secret = (peer: string, rest: object = {}): PeerEntry => ({
  type: 'secret',
  object: { group: '', version: 'v1', kind: 'Secret', name: peer },
  peer,
  purpose: 'replication',
  isLeaving: false,
  ...rest,
})
const tenant = (origin: string): PeerEntry => ({
  type: 'tenant',
  object: { group: '', version: 'v1', kind: 'Namespace', name: `kubewright-tenant-${origin}` },
  origin,
})

describe('the cluster map', () => {
  it('merges entries of one cluster by name and identity', () => {
    const { clusters } = clusterMap([managed('berlin', { identity: 'id-1' })], [home, tunnel('True'), tenant('id-1')])
    expect(clusters).toHaveLength(1)
    expect(clusters[0]).toMatchObject({ name: 'berlin', identity: 'id-1', tunnel: { latencyMs: 12 }, tenant: {} })
  })

  it('names a cluster that is known only by its identity after that', () => {
    const origin = '0f2c1111-2222-3333-4444-555555555555'
    expect(clusterMap([], [tenant(origin)]).clusters).toMatchObject([{ name: '0f2c1111…', identity: origin }])
  })

  // A pass for each would take longer than a test may.
  it('merges a hundred thousand entries in one pass', () => {
    const many = 100_000
    const secrets = Array.from({ length: many }, () => secret('berlin'))
    const tenants = Array.from({ length: many }, (_, at) => tenant(`id-${at}`))
    const known = Array.from({ length: many }, (_, at) => managed(`c${at}`, { identity: `id-${at}` }))
    const { clusters } = clusterMap(known, [...secrets, ...tenants])
    expect(clusters.find(({ name }) => name === 'berlin')!.secrets).toHaveLength(many)
    expect(clusters.filter((one) => one.tenant !== undefined)).toHaveLength(many)
  })

  it('is searched by name, identity and state', () => {
    const { clusters } = clusterMap([managed('berlin', { identity: 'id-1' }), managed('oslo', { phase: 'away' })], [])
    const found = (text: string) => matchingClusters(clusters, text).map(({ name }) => name)
    expect([found(''), found('OS away'), found('id-1'), found('rome')]).toEqual([
      ['berlin', 'oslo'],
      ['oslo'],
      ['berlin'],
      [],
    ])
  })

  it('accepts a cluster named __proto__', () => {
    expect(clusterMap([managed('__proto__')], []).clusters).toMatchObject([{ name: '__proto__' }])
  })
})

describe('the connection state of a cluster', () => {
  const stateWith = (entries: readonly PeerEntry[], ...of: ManagedClusterEntry[]) =>
    stateOf(clusterMap(of, [home, ...entries]).clusters[0]!)

  it.each([
    ['connected', [tunnel('True')], [], { tone: 'good', text: 'connected', latencyMs: 12 }],
    ['without a handshake', [tunnel('False')], [], { tone: 'bad', text: 'NoHandshake' }],
    ['not measured', [tunnel('True', { connected: undefined })], [], { tone: 'busy', text: 'not measured yet' }],
    [
      'unreachable for the manager',
      [tunnel('True')],
      [managed('berlin', { phase: 'away', failure: 'no answer' })],
      { tone: 'bad', text: 'away', why: 'no answer' },
    ],
    ['leaving', [secret('berlin', { isLeaving: true })], [], { tone: 'busy', text: 'leaving' }],
    ['only named by a Secret', [secret('berlin')], [], { tone: 'quiet', text: 'peer' }],
  ] as const)('is shown for one that is %s', (_, entries, of, expected) => {
    expect(stateWith(entries, ...of)).toMatchObject(expected)
  })

  it('shows what both sides have agreed on while it is pending', () => {
    const told: PeerEntry = { type: 'announcement', object: about('NetworkConfig', 'x'), from: 'rome', to: 'oslo' }
    expect(stateWith([told])).toMatchObject({ tone: 'busy', text: 'agreeing on addresses' })
    const accepted = { status: 'False', reason: 'NoRoom', message: 'all pools are full' } as const
    expect(stateWith([{ ...told, accepted }])).toMatchObject({ tone: 'bad', text: 'NoRoom' })
  })
})

it('addresses are shown as each cluster uses them, and as the other sees them', () => {
  const claim: PeerEntry = {
    type: 'claim',
    object: about('AddressClaim', 'berlin'),
    peer: 'berlin',
    wanted: pair('10.244.0.0/16'),
  }
  const map = clusterMap([], [home, tunnel('True'), claim])
  expect(translationsOf(map.home, map.clusters[0]!)).toEqual([
    { of: 'rome', what: 'pods', own: '10.244.0.0/16', seenBy: 'berlin', as: '10.2.0.0/16' },
    { of: 'rome', what: 'nodes', own: '10.70.0.0/16', seenBy: 'berlin', as: '10.70.0.0/16' },
    { of: 'berlin', what: 'pods', own: '10.244.0.0/16', seenBy: 'rome', as: '10.1.0.0/16' },
    { of: 'berlin', what: 'nodes', own: '10.70.0.0/16', seenBy: 'rome', as: '10.70.0.0/16' },
  ])
  expect(translationsOf(undefined, { name: 'x', secrets: [] })).toEqual([])
})
