import { describe, expect, it } from 'vitest'
import { callOf } from '../../requests/call-name.ts'
import { ObjectLedger } from './object-ledger.ts'

const path = '/api/v1/namespaces/default/configmaps'
const creation = callOf({ method: 'POST', path, headers: {}, body: '{"metadata":{"name":"blog"}}' })
const deletion = (name: string) => callOf({ method: 'DELETE', path: `${path}/${name}`, headers: {} })

function made(uid: string, owner?: string): string {
  const ownerReferences = owner === undefined ? {} : { ownerReferences: [{ uid: owner }] }
  return JSON.stringify({ metadata: { name: 'blog', uid, resourceVersion: uid, ...ownerReferences } })
}

const gone = (uid: string) => JSON.stringify({ kind: 'Status', metadata: {}, details: { uid } })

describe('ObjectLedger', () => {
  it('counts creations of the operator, and separately those for a deleted owner', () => {
    const ledger = new ObjectLedger()
    ledger.note('operator', creation, 201, made('1', 'owner'))
    expect(ledger.orphans.size).toBe(0)
    ledger.note('user', deletion('owner'), 200, gone('owner'))
    ledger.note('operator', creation, 201, made('2', 'owner'))
    expect(ledger.creations.get('configmaps default/blog')).toBe(2)
    expect(ledger.orphans.get('configmaps default/blog')).toBe(1)
  })

  it('detects whether a write changed the object', () => {
    const ledger = new ObjectLedger()
    expect(ledger.note('operator', creation, 201, made('1'))).toBe(true)
    const patch = callOf({ method: 'PATCH', path: `${path}/blog`, headers: {} })
    expect(ledger.note('operator', patch, 200, made('1'))).toBe(false)
    expect(ledger.note('operator', patch, 409, '{}')).toBe(false)
    const going = { name: 'blog', uid: '1', resourceVersion: '1', deletionTimestamp: '2026-01-01T00:00:00Z' }
    expect(ledger.note('operator', patch, 200, JSON.stringify({ metadata: going }))).toBe(true)
    const held = { ...going, finalizers: ['a'] }
    expect(ledger.note('operator', patch, 200, JSON.stringify({ metadata: held }))).toBe(false)
  })

  it('keeps objects of the user until the user deletes them', () => {
    const ledger = new ObjectLedger()
    ledger.note('user', creation, 201, made('1'))
    ledger.note('operator', deletion('blog'), 200, gone('1'))
    expect([...ledger.wanted.values()]).toEqual(['configmaps default/blog'])
    ledger.note('user', deletion('blog'), 200, gone('1'))
    expect(ledger.wanted.size).toBe(0)
  })

  it('ignores Leases and Events', () => {
    const ledger = new ObjectLedger()
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
    const make = callOf({ method: 'POST', path: leases, headers: {}, body: '{"metadata":{"name":"blog"}}' })
    const remove = callOf({ method: 'DELETE', path: `${leases}/blog`, headers: {} })
    ledger.note('user', make, 201, made('1'))
    ledger.note('operator', make, 201, made('2'))
    ledger.note('operator', remove, 200, gone('2'))
    expect([ledger.wanted.size, ledger.creations.size, ledger.deletions.size]).toEqual([0, 0, 0])
  })
})
