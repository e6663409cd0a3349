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

describe('planClaim', () => {
  const cases = [
    { name: 'holds what is its own', given: object('a', of('me')), is: 'held' },
    {
      name: 'lets go of what it does not mean any more',
      given: object('a', { ...of('me'), labels: {} }),
      is: 'release',
    },
    { name: 'adopts what is free and meant', given: object('a'), is: 'adopt' },
    { name: 'leaves what it does not mean', given: object('a', { labels: {} }), is: 'nothing' },
    { name: "leaves what is somebody else's", given: object('a', of('you')), is: 'nothing' },
    { name: 'leaves what is about to go', given: object('a', going), is: 'nothing' },
    { name: 'leaves what is in another namespace', given: object('a', { namespace: 'far' }), is: 'nothing' },
  ]
  it.each(cases)('$name', ({ given, is }) => {
    const plan = planClaim(owner, isMeant, [given])
    const place = Object.entries(plan).find(([, objects]) => objects.length > 0)?.[0] ?? 'nothing'
    expect(place).toBe(is)
  })

  it('takes nothing and lets nothing go once it is deleted', () => {
    const leaving = { metadata: { ...owner.metadata, ...going } } as KubeObject
    const objects = [object('free'), object('mine', of('me')), object('other', { ...of('me'), labels: {} })]
    const { held, adopt, release } = planClaim(leaving, isMeant, objects)
    expect([held.length, adopt, release]).toEqual([1, [], []])
  })
})
