/** The webhook that assigns objects in the request that creates them. Never needed: what it does not answer, the sharder assigns. */
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { type Admission, defineAdmission } from '@kubewright/webhook'
import type { CreationMarks } from './creation.ts'
import { shardLabel } from './names.ts'

/** What the ring of this process says about a new object; nothing if it does not know. */
export type AssignNew = (resource: Resource, object: KubeObject, namespace: string) => CreationMarks | undefined

/** Fails open: an object without marks is assigned a moment later. */
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
    // An object that was let go has no label either: whose it is then, the sharder alone decides, and no update is asked about.
    return { ...admission, operations: { fill: ['CREATE'], validate: [] } }
  })
}
