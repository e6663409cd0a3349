/** Adds and removes one finalizer with optimistic concurrency. Other finalizers are left alone. */
import type { Client } from '@kubewright/client'
import { type KubeObject, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'

export function hasFinalizer({ metadata }: KubeObject, name: string): boolean {
  return metadata.finalizers?.includes(name) ?? false
}

export interface FinalizerWrite {
  readonly client: Client
  readonly resource: Resource
  readonly signal: AbortSignal
}

/** Failure: a conflict if the object changed in the meantime; the next reconcile retries. */
export function addFinalizer(object: KubeObject, name: string, write: FinalizerWrite): Promise<KubeObject> {
  return patchFinalizers(object, [...(object.metadata.finalizers ?? []), name], write)
}

export function removeFinalizer(object: KubeObject, name: string, write: FinalizerWrite): Promise<KubeObject> {
  return patchFinalizers(
    object,
    (object.metadata.finalizers ?? []).filter((one) => one !== name),
    write,
  )
}

function patchFinalizers(
  object: KubeObject,
  finalizers: readonly string[],
  { client, resource, signal }: FinalizerWrite,
): Promise<KubeObject> {
  const { resourceVersion, uid } = object.metadata
  const patch = { metadata: { finalizers, resourceVersion, uid } }
  return client.patch(resource, refOf(object), patch as never, { signal })
}
