import type { Ref } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { AppliedChildren } from '../children/applied-children.ts'
import { childKey } from '../children/child.ts'
import { LostChildren } from '../children/lost-children.ts'
import { defineController } from '../definition/define-controller.ts'
import { done } from '../definition/outcome.ts'
import { controllerAnnotation } from '../names.ts'
import { changeOf, Site, site } from '../testing/objects.ts'
import { DeletionCleanup } from './deletion-cleanup.ts'
import { RequeuePace } from './requeue-pace.ts'

const owner = site('owner')
const ref = { namespace: 'default', name: 'owner' }
const { apiVersion, kind, metadata } = owner
const child = site('child', {
  metadata: {
    ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }],
    annotations: { [controllerAnnotation]: 'sites' },
    managedFields: [],
  },
})
const childName = childKey(Site, { namespace: 'default', name: 'child' })

function start() {
  const controller = defineController({ name: 'sites', for: Site, reconcile: async () => done() })
  const environment = {
    controller,
    applied: new AppliedChildren('sites'),
    appliedStatus: new Map([[metadata.uid, {} as never]]),
    lost: new LostChildren(() => 0),
    gone: new Set([metadata.uid]),
  }
  const pace = new RequeuePace('sites')
  const quick = { object: ref, afterMs: 0, isBusy: false, isTriggered: false, generation: 1 }
  for (let now = 0; now < 20; now++) pace.note({ ...quick, now })
  const reported: unknown[] = []
  const reporter = { forget: (object: unknown) => void reported.push(object) }
  const find = ({ name }: Ref) => (name === 'owner' ? owner : undefined)
  return { ...environment, pace, reported, deletionCleanup: new DeletionCleanup({ environment, pace, reporter, find }) }
}

describe('the state kept per object', () => {
  it('is dropped when the object is deleted', () => {
    const { deletionCleanup, appliedStatus, lost, gone, pace, reported } = start()
    lost.note(metadata.uid, childName)
    expect(pace.loops).toHaveLength(1)
    deletionCleanup.object(owner)
    expect([appliedStatus.size, lost.size, gone.size, pace.loops, reported]).toEqual([0, 0, 0, [], [owner]])
  })

  it('is dropped for children whose kind is not watched when their owner is deleted', () => {
    const { deletionCleanup, applied } = start()
    applied.inspect(child)
    applied.tie(metadata.uid, child.metadata.uid)
    expect(applied.size).toBe(1)
    deletionCleanup.object(owner)
    expect(applied.size).toBe(0)
  })

  it('is dropped for a deleted child, and its loss is counted for the owner', () => {
    const { deletionCleanup, applied, lost } = start()
    applied.inspect(child)
    deletionCleanup.child(Site, changeOf('deleted', child))
    expect([applied.size, lost.find(metadata.uid, childName)?.times]).toEqual([0, 1])
  })

  it('is dropped for a child deleted by its own controller, which counts as no loss', () => {
    const { deletionCleanup, applied, lost } = start()
    applied.inspect(child)
    deletionCleanup.child(Site, changeOf('deleted', child, { echoOf: 'sites default/owner' }))
    expect([applied.size, lost.size]).toEqual([0, 0])
  })
})
