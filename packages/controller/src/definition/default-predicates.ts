/** The default predicates for changes that trigger a reconcile. */
import type { KubeObject } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'

/**
 * A change of anything but status and server bookkeeping. Where the server maintains `metadata.generation`, it has compared the
 * spec already.
 */
export function isIntended(next: KubeObject, previous: KubeObject | undefined): boolean {
  if (previous === undefined) return true
  const [one, two] = [next.metadata, previous.metadata]
  const counts = one.generation !== undefined && two.generation !== undefined && one.generation > 0
  if (counts && one.generation !== two.generation) return true
  return !deepEqual(intent(next, counts), intent(previous, counts))
}

/** Any change except of server bookkeeping. */
export function isVisible(next: KubeObject, previous: KubeObject | undefined): boolean {
  return previous === undefined || !deepEqual(visible(next), visible(previous))
}

function intent(object: KubeObject, isMetadataEnough: boolean): object {
  const { status: _, ...rest } = visible(object) as Record<string, unknown>
  return isMetadataEnough ? { metadata: rest['metadata'] } : rest
}

function visible(object: KubeObject): object {
  const { resourceVersion: _, generation: _2, managedFields: _3, ...metadata } = object.metadata
  return { ...object, metadata }
}
