/**
 * The webhook that assigns objects in the request that creates them. Optional: the sharder assigns all other objects.
 * See decision 0195.
 */
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { type Admission, defineAdmission } from '@kubewright/webhook'
import type { CreationMarks } from './creation.ts'
import { shardLabel } from '../names.ts'

/** The assignment of a new object by the ring of this process; `undefined` if it is not known. */
export type AssignNew = (resource: Resource, object: KubeObject, namespace: string) => CreationMarks | undefined

/** Fails open: an object without marks is assigned a moment later by the sharder. */
export function assignmentAdmissions(
  ring: string,
  kinds: readonly Resource[],
  assign: AssignNew,
): readonly Admission[] {
  return kinds.map((resource) => {
    const admission = defineAdmission({
      for: resource,
      name: `${resource.singular}.${ring}.sharding.kubewright.dev`,
      failurePolicy: 'Ignore',
      timeout: '2s',
      objectSelector: { matchExpressions: [{ key: shardLabel(ring), operator: 'DoesNotExist' }] },
      fill: (object, { operation, namespace }) =>
        (operation === 'CREATE' ? assign(resource, object, namespace) : undefined) ?? {},
    })
    // A released object has no label either, but only the sharder may reassign it. So updates do not call the webhook.
    return { ...admission, operations: { fill: ['CREATE'], validate: [] } }
  })
}
