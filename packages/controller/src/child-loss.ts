/** Tells a child that somebody took away from its owner from one that went as it should. */
import type { Change } from '@kubewright/cache'
import type { KubeObject, Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { isControlledBy, ownersOf } from './child.ts'
import { controllerAnnotation } from './names.ts'
import { requestKey } from './request-key.ts'
import { writerOf } from './triggers.ts'

export interface ChildLossOptions {
  readonly controller: string
  /** The owners' kind. */
  readonly primary: Resource
  /** An owner, as it is known now. */
  readonly find: (ref: Ref) => KubeObject | undefined
}

/**
 * The uid of the owner that lost a child which this controller made for it; `undefined` if nobody did, since the controller
 * removed it itself, or the owner is known to be gone.
 */
export function ownerOfLoss(
  { type, object, echoOf }: Pick<Change, 'type' | 'object' | 'echoOf'>,
  { controller, primary, find }: ChildLossOptions,
): string | undefined {
  if (type !== 'deleted' || object.metadata.annotations?.[controllerAnnotation] !== controller) return undefined
  const [ref] = ownersOf(object, primary, false)
  if (ref === undefined || echoOf === writerOf(controller, requestKey(ref))) return undefined
  const owner = find(ref)
  return owner !== undefined && isControlledBy(object, owner) ? owner.metadata.uid : undefined
}
