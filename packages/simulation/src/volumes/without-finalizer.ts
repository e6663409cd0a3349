/** Removes one finalizer from an object that is being deleted. */
import { ignoreNotFound } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { type KubeObject, refOf } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'

export async function withoutFinalizer<R extends Resource>(
  resource: R,
  object: ObjectOf<R>,
  finalizer: string,
  { client, signal }: Pick<Context, 'client' | 'signal'>,
): Promise<void> {
  const { uid, resourceVersion, finalizers = [] } = object.metadata
  if (!finalizers.includes(finalizer)) return
  const patch = { metadata: { uid, resourceVersion, finalizers: finalizers.filter((one) => one !== finalizer) } }
  await client.patch(resource, refOf(object as KubeObject), patch as never, { signal }).catch(ignoreNotFound)
}
