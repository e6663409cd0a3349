import { ownerReferenceTo } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { ownerOfLoss } from './child-loss.ts'
import { controllerAnnotation } from '../names.ts'
import { Site, site } from '../testing/objects.ts'

const owner = site('owner')
const renewed = site('owner', { metadata: { uid: 'uid-renewed' } })
const annotations = { [controllerAnnotation]: 'me' }
const ownerReferences = [ownerReferenceTo(owner)]
const child = site('child', { metadata: { annotations, ownerReferences } })

describe('a child that is gone', () => {
  const loss = { type: 'deleted', object: child, echoOf: undefined, found: owner } as const
  const cases = [
    { ...loss, name: 'was lost if somebody removed it', lost: 'uid-owner' },
    { ...loss, name: 'was lost if another reconcile removed it', echoOf: 'me default/another', lost: 'uid-owner' },
    { ...loss, name: 'was not if it only changed', type: 'updated', lost: undefined },
    { ...loss, name: 'was not if it was pruned', echoOf: 'me default/owner', lost: undefined },
    { ...loss, name: 'was not if its owner is known to be gone', found: undefined, lost: undefined },
    { ...loss, name: 'was not if its owner is known to be another by now', found: renewed, lost: undefined },
    {
      ...loss,
      name: 'was not if somebody else made it',
      object: site('child', { metadata: { ownerReferences } }),
      lost: undefined,
    },
    {
      ...loss,
      name: 'was not if it has no owner',
      object: site('child', { metadata: { annotations } }),
      lost: undefined,
    },
  ] as const

  it.each(cases)('$name', ({ type, object, echoOf, found, lost }) => {
    const options = { controller: 'me', primary: Site, find: () => found }
    expect(ownerOfLoss({ type, object, echoOf }, options)).toBe(lost)
  })
})
