import type { KubeObject } from '@kubewright/core'
import { compileLabelSelector } from '@kubewright/core/selectors'
import { describe, expect, it } from 'vitest'
import { planClaim } from './claim.ts'

const isMeant = compileLabelSelector('app=web')
const owner = { metadata: { name: 'web', namespace: 'default', uid: 'me' } } as KubeObject
const object = (name: string, more: object = {}) =>
  ({ metadata: { name, uid: name, namespace: 'default', labels: { app: 'web' }, ...more } }) as unknown as KubeObject
const of = (uid: string) => ({ ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: uid, uid, controller: true }] })
const going = { deletionTimestamp: '2026-01-01T00:00:00Z' }

describe('adopting objects by selector', () => {
  const cases = [
    { name: 'keeps an owned object', given: object('a', of('me')), is: 'held' },
    {
      name: 'releases an owned object that no longer matches',
      given: object('a', { ...of('me'), labels: {} }),
      is: 'release',
    },
    { name: 'adopts a matching orphan', given: object('a'), is: 'adopt' },
    { name: 'ignores an object that does not match', given: object('a', { labels: {} }), is: 'nothing' },
    { name: 'ignores an object of another controller', given: object('a', of('you')), is: 'nothing' },
    { name: 'ignores an object that is being deleted', given: object('a', going), is: 'nothing' },
    { name: 'ignores an object in another namespace', given: object('a', { namespace: 'far' }), is: 'nothing' },
  ]
  it.each(cases)('$name', ({ given, is }) => {
    const plan = planClaim(owner, isMeant, [given])
    const place = Object.entries(plan).find(([, objects]) => objects.length > 0)?.[0] ?? 'nothing'
    expect(place).toBe(is)
  })

  it('neither adopts nor releases once the owner is being deleted', () => {
    const leaving = { metadata: { ...owner.metadata, ...going } } as KubeObject
    const objects = [object('free'), object('mine', of('me')), object('other', { ...of('me'), labels: {} })]
    const { held, adopt, release } = planClaim(leaving, isMeant, objects)
    expect([held.length, adopt, release]).toEqual([1, [], []])
  })
})
