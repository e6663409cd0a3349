import type { KubeObject } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { decide, type Situation } from './decide.ts'
import { finalizerOf } from './names.ts'
import { creationOf, wantedReplica } from './replica.ts'

const origin = 'turin'
const peer = 'berlin'
const rules = { annotations: ['example.dev/*'] }

function original(fields: { metadata?: object; spec?: object; status?: object } = {}): KubeObject {
  const { metadata, ...rest } = fields
  const meta = { name: 'net', namespace: 'default', uid: 'home-1', resourceVersion: '7', generation: 3 }
  const held = { ...meta, finalizers: [finalizerOf(peer)], ...metadata }
  return {
    apiVersion: 'v1',
    kind: 'Subnet',
    spec: { cidr: '10.0.0.0/16' },
    ...rest,
    metadata: held,
  } as unknown as KubeObject
}

function replicaOf(home: KubeObject, fields: { metadata?: object; spec?: object } = {}): KubeObject {
  const made = creationOf(wantedReplica(home, origin, rules)) as unknown as KubeObject
  const { metadata, ...rest } = fields
  const meta = { ...made.metadata, uid: 'replica-1', resourceVersion: '40', generation: 1, ...metadata }
  return { ...made, ...rest, metadata: meta } as KubeObject
}

function next(fields: Partial<Situation>) {
  return decide({
    home: undefined,
    replica: undefined,
    isWanted: true,
    isHomeConfirmed: false,
    isReplicaConfirmed: false,
    origin,
    peer,
    rules,
    settled: undefined,
    ...fields,
  })
}

const going = { deletionTimestamp: '2026-01-01T00:00:00Z' }
const home = original()

describe('an original that is to be replicated', () => {
  it('gets its finalizer before the replica is created, with the read resourceVersion', () => {
    const bare = original({ metadata: { finalizers: ['example.dev/other'] } })
    expect(next({ home: bare }).step).toEqual({
      do: 'patch-home',
      ref: { namespace: 'default', name: 'net' },
      patch: {
        metadata: { uid: 'home-1', resourceVersion: '7', finalizers: ['example.dev/other', finalizerOf(peer)] },
      },
    })
  })

  it('is created as a replica without status, owners, finalizers and unlisted annotations', () => {
    const full = original({
      status: { given: 'x' },
      metadata: {
        labels: { app: 'web', 'replication.kubewright.dev/origin-uid': 'forged' },
        annotations: { 'example.dev/note': 'kept', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
        ownerReferences: [{ uid: 'o' }],
      },
    })
    expect(next({ home: full }).step).toEqual({
      do: 'create-replica',
      object: {
        spec: { cidr: '10.0.0.0/16' },
        metadata: {
          name: 'default.net',
          namespace: 'kubewright-tenant-turin',
          labels: { app: 'web', 'replication.kubewright.dev/origin': 'turin' },
          annotations: {
            'example.dev/note': 'kept',
            'replication.kubewright.dev/origin': 'turin',
            'replication.kubewright.dev/origin-uid': 'home-1',
            'replication.kubewright.dev/origin-generation': '3',
            'replication.kubewright.dev/copied': '{"labels":["app"],"annotations":["example.dev/note"]}',
          },
        },
      },
    })
  })

  it('is synced when its replica matches, regardless of status', () => {
    expect(next({ home, replica: replicaOf(home) })).toEqual({ outcome: { state: 'synced' } })
    const reported = { ...replicaOf(home), status: { given: '10.9.0.0/16' } } as KubeObject
    expect(next({ home: original({ status: { given: 'other' } }), replica: reported })).toEqual({
      outcome: { state: 'synced' },
    })
  })

  it('has its replica patched in place, with the compared resourceVersion', () => {
    const replica = replicaOf(home, { spec: { cidr: '10.66.0.0/16', added: true } })
    expect(next({ home, replica }).step).toEqual({
      do: 'patch-replica',
      patch: { spec: { cidr: '10.0.0.0/16', added: null }, metadata: { uid: 'replica-1', resourceVersion: '40' } },
    })
  })

  it('adopts the replica of an earlier original of the same name instead of deleting it', () => {
    const replica = replicaOf(original({ metadata: { uid: 'home-0' } }))
    const { step } = next({ home, replica })
    expect(step).toMatchObject({ do: 'patch-replica', patch: { metadata: { uid: 'replica-1' } } })
  })

  it('removes from its replica only labels that it had copied there', () => {
    const before = replicaOf(original({ metadata: { labels: { app: 'web' } } }))
    const labels = { ...before.metadata.labels, 'example.dev/theirs': 'yes' }
    const { step } = next({ home, replica: { ...before, metadata: { ...before.metadata, labels } } })
    expect(step).toMatchObject({ patch: { metadata: { labels: { app: null } } } })
    expect(JSON.stringify(step)).not.toContain('theirs')
  })

  it('reports Occupied for an object of another origin, and leaves it alone', () => {
    for (const owner of ['berlin', undefined]) {
      const marks = owner === undefined ? {} : { 'replication.kubewright.dev/origin': owner }
      const replica = replicaOf(home, { metadata: { labels: marks, annotations: marks } })
      expect(next({ home, replica })).toMatchObject({ outcome: { reason: 'Occupied' } })
      expect(next({ replica, isHomeConfirmed: true }).step).toBeUndefined()
      const deleted = original({ metadata: going })
      expect(next({ home: deleted, replica, isReplicaConfirmed: true }).step?.do).toBe('patch-home')
    }
  })

  it('waits while its replica is being deleted', () => {
    expect(next({ home, replica: replicaOf(home, { metadata: going }) })).toMatchObject({
      outcome: { reason: 'ReplicaTerminating' },
    })
  })

  it("accepts the server's normalization of its content, and reports lost fields", () => {
    const replica = replicaOf(home, { spec: {} })
    const settled = { wanted: { spec: { cidr: '10.0.0.0/16' } }, stored: { spec: {} } }
    expect(next({ home, replica, settled })).toMatchObject({
      outcome: { reason: 'SchemaDiffers', message: expect.stringContaining('spec.cidr') },
    })
    const defaulted = { spec: { cidr: '10.0.0.0/16', mtu: 1400 } }
    const stored = replicaOf(home, defaulted)
    expect(next({ home, replica: stored }).step?.do).toBe('patch-replica')
    const known = { wanted: { spec: { cidr: '10.0.0.0/16' } }, stored: defaulted }
    expect(next({ home, replica: stored, settled: known })).toEqual({ outcome: { state: 'synced' } })
  })

  it('reports a name that is too long for the replica', () => {
    const long = original({ metadata: { name: 'n'.repeat(250) } })
    expect(next({ home: long })).toMatchObject({ outcome: { reason: 'NameDoesNotFit' } })
  })

  it('survives manually edited marks, and keys such as __proto__', () => {
    const marks = {
      ...replicaOf(home).metadata.annotations,
      'replication.kubewright.dev/copied': '{"labels":["__proto__",7],',
    }
    expect(next({ home, replica: replicaOf(home, { metadata: { annotations: marks } }) }).step?.do).toBe(
      'patch-replica',
    )
    const spec = JSON.parse('{"__proto__":{"polluted":true},"cidr":null}') as object
    const { step } = next({ home: original({ spec }) })
    expect(JSON.stringify(step)).toContain('"spec":{"__proto__":{"polluted":true}}')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('an original that is deleted or no longer to be replicated', () => {
  it.each([
    ['is deleted', original({ metadata: going }), true],
    ['has another destination', home, false],
    ['is a replica itself', original({ metadata: { namespace: 'kubewright-tenant-oslo' } }), true],
  ])('has its replica deleted when it %s, and loses its finalizer once the peer confirms', (_, object, isWanted) => {
    const replica = replicaOf(home)
    expect(next({ home: object, isWanted, replica }).step).toEqual({
      do: 'delete-replica',
      uid: 'replica-1',
      resourceVersion: '40',
    })
    expect(next({ home: object, isWanted }).step).toEqual({ do: 'confirm-replica' })
    const last = next({ home: object, isWanted, isReplicaConfirmed: true }).step
    expect(last).toMatchObject({ do: 'patch-home', patch: { metadata: { finalizers: [] } } })
  })

  it('keeps its finalizer while a finalizer holds the replica', () => {
    const replica = replicaOf(home, { metadata: going })
    expect(next({ home: original({ metadata: going }), replica })).toMatchObject({
      outcome: { reason: 'ReplicaTerminating' },
    })
  })
})

describe('a replica without an original', () => {
  it('is deleted only after the home cluster confirms that the original is missing', () => {
    const replica = replicaOf(home)
    expect(next({ replica }).step).toEqual({ do: 'confirm-home' })
    expect(next({ replica, isHomeConfirmed: true }).step).toEqual({
      do: 'delete-replica',
      uid: 'replica-1',
      resourceVersion: '40',
    })
    expect(next({ isHomeConfirmed: true })).toEqual({ outcome: undefined })
  })
})
