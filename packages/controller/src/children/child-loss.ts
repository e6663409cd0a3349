/** Distinguishes a child that another client deleted from one deleted by its controller or garbage collected. */
import type { Change } from '@kubewright/cache'
import type { KubeObject, Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { isControlledBy, ownersOf } from './child.ts'
import { controllerAnnotation } from '../names.ts'
import { requestKey } from '../request/request-key.ts'
import { writerOf } from '../request/writer.ts'

export interface ChildLossOptions {
  readonly controller: string
  /** The owners' kind. */
  readonly primary: Resource
  /** Looks up an owner in the cache. */
  readonly find: (ref: Ref) => KubeObject | undefined
}

/**
 * The uid of the owner whose child was deleted by another client. `undefined` if the controller deleted it itself, if it did not
 * create it, or if the owner is no longer in the cache.
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
