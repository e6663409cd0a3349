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

describe('a deleted child', () => {
  const loss = { type: 'deleted', object: child, echoOf: undefined, found: owner } as const
  const cases = [
    { ...loss, name: 'counts as lost if another client deleted it', lost: 'uid-owner' },
    {
      ...loss,
      name: 'counts as lost if the reconcile of another object deleted it',
      echoOf: 'me default/another',
      lost: 'uid-owner',
    },
    { ...loss, name: 'does not count as lost if it was only updated', type: 'updated', lost: undefined },
    {
      ...loss,
      name: 'does not count as lost if its own reconcile pruned it',
      echoOf: 'me default/owner',
      lost: undefined,
    },
    { ...loss, name: 'does not count as lost if its owner is deleted', found: undefined, lost: undefined },
    {
      ...loss,
      name: 'does not count as lost if its owner was recreated with another uid',
      found: renewed,
      lost: undefined,
    },
    {
      ...loss,
      name: 'does not count as lost if another controller created it',
      object: site('child', { metadata: { ownerReferences } }),
      lost: undefined,
    },
    {
      ...loss,
      name: 'does not count as lost if it has no owner',
      object: site('child', { metadata: { annotations } }),
      lost: undefined,
    },
  ] as const

  it.each(cases)('$name', ({ type, object, echoOf, found, lost }) => {
    const options = { controller: 'me', primary: Site, find: () => found }
    expect(ownerOfLoss({ type, object, echoOf }, options)).toBe(lost)
  })
})
