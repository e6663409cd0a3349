import { expect, it } from 'vitest'
import { networkEntry, secretEntry, tenantEntry } from './peer-entries.ts'
import { countReplicated, isInStep, replicatedEntry } from './replicated-entries.ts'

const at = (kind: string) => ({ group: 'network.kubewright.dev', version: 'v1alpha1', kind })
const object = (name: string, rest: object, metadata: object = {}) =>
  ({ metadata: { name, uid: name, ...metadata }, ...rest }) as never
const pair = (pod: string) => ({ pod, external: '10.70.0.0/16' })

it('a tunnel entry shows both sides of the translation, latency and connection state', () => {
  const spec = {
    remote: pair('10.1.0.0/16'),
    local: pair('10.2.0.0/16'),
    tunnel: { driver: 'wireguard', address: '192.0.2.7', port: 51_820 },
  }
  const conditions = [
    { type: 'Connected', status: 'True', reason: 'Answered', lastTransitionTime: '2026-01-01T00:00:00Z' },
  ]
  const status = { latencyMilliseconds: 1.5, gateway: 'rome-1', device: 'main', conditions }
  expect(networkEntry(object('berlin', { spec, status }), at('TunnelEndpoint'))).toMatchObject({
    type: 'tunnel',
    peer: 'berlin',
    remote: spec.remote,
    local: spec.local,
    endpoint: '192.0.2.7:51820',
    latencyMs: 1.5,
    connected: { status: 'True', reason: 'Answered' },
  })
})

it.each(['NetworkSettings', 'TunnelEndpoint', 'NetworkConfig', 'AddressClaim'])(
  'a %s with invalid fields is shown without them',
  (kind) => {
    const nonsense = { spec: ['x'], status: { latencyMilliseconds: 'fast', conditions: [null, 'x'], networks: 3 } }
    const entry = networkEntry(object('x', nonsense), at(kind))
    expect(JSON.stringify(entry)).not.toContain('fast')
    expect(entry).toMatchObject({ object: { name: 'x', kind } })
  },
)

it('other kinds of the network group have no entry', () => {
  expect(networkEntry(object('x', {}), at('NodeNetwork'))).toBeUndefined()
})

it('the entry of a peer Secret shows identity and deletion, and never its content', () => {
  const annotations = { 'kubewright.dev/cluster-identity': 'id-1' }
  const secret = object('berlin', { data: { kubeconfig: 'c2VjcmV0' } }, { annotations, deletionTimestamp: 'now' })
  const entry = secretEntry(secret, 'replication')
  expect(entry).toMatchObject({ peer: 'berlin', identity: 'id-1', isLeaving: true })
  expect(JSON.stringify(entry)).not.toContain('c2VjcmV0')
  const labels = { 'network.kubewright.dev/peer': 'oslo' }
  expect(secretEntry(object('peer-oslo', {}, { labels }), 'network')).toMatchObject({
    peer: 'oslo',
    purpose: 'network',
  })
})

it('the entry of a tenant namespace shows the origin cluster', () => {
  const labels = { 'replication.kubewright.dev/tenant': 'id-2' }
  expect(tenantEntry(object('kubewright-tenant-id-2', {}, { labels }))).toMatchObject({
    type: 'tenant',
    origin: 'id-2',
  })
})

const subnet = { group: 'net.example.dev', version: 'v1', kind: 'Subnet' }
const condition = (status: string, reason: string) => ({
  status: { conditions: [{ type: 'Replicated', status, reason, message: `because of ${reason}` }] },
})
const held = { finalizers: ['replication.kubewright.dev/id-1', 'other/finalizer'] }

it('the entry of an original shows its target clusters, and why it is out of sync', () => {
  const entry = replicatedEntry(object('a', condition('False', 'Unreachable'), held), subnet)!
  expect(entry).toMatchObject({
    direction: 'out',
    clusters: ['id-1'],
    state: { status: 'False', reason: 'Unreachable', message: 'because of Unreachable' },
  })
  expect(isInStep(entry)).toBe(false)
})

it('the entry of a replica shows its origin; an object without marks has no entry', () => {
  const annotations = { 'replication.kubewright.dev/origin': 'id-9' }
  expect(replicatedEntry(object('a', {}, { annotations }), subnet)).toMatchObject({
    direction: 'in',
    clusters: ['id-9'],
  })
  expect(replicatedEntry(object('a', {}), subnet)).toBeUndefined()
  expect(replicatedEntry(object('a', { status: { conditions: 'x' } }), subnet)).toBeUndefined()
})

it('the entry of a kind without status takes its problem from an annotation', () => {
  const annotations = { 'replication.kubewright.dev/problem': 'TooLarge: 2 MB' }
  expect(replicatedEntry(object('a', {}, { annotations }), subnet)).toMatchObject({
    state: { message: 'TooLarge: 2 MB' },
  })
})

it('replicated objects are counted by state', () => {
  const entries = [
    replicatedEntry(object('a', condition('True', 'Synced'), held), subnet)!,
    replicatedEntry(object('b', condition('True', 'Synced'), held), subnet)!,
    replicatedEntry(object('c', condition('False', 'Unreachable'), { ...held, deletionTimestamp: 'now' }), subnet)!,
    replicatedEntry(object('d', {}, held), subnet)!,
  ]
  expect(countReplicated(entries)).toEqual({
    total: 4,
    counts: [
      ['out', 'Synced', 2],
      ['out', 'Deleting', 1],
      ['out', 'Pending', 1],
    ],
  })
})
