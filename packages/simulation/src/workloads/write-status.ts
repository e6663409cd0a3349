/** Writes the status of a workload if it differs. */
import type { Context } from '@kubewright/controller'
import { type KubeObject, refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import type { ObjectOf, Resource } from '@kubewright/resource'

type Writing = Pick<Context, 'client' | 'cache' | 'signal'>

/**
 * Replaces the whole status, so that obsolete fields are removed. Uses the resource version that was read (optimistic concurrency), so that
 * it never overwrites newer writes. Resolves to whether there was a change to write.
 */
export async function writeStatus<R extends Resource>(
  { client, cache, signal }: Writing,
  resource: R,
  object: ObjectOf<R>,
  wanted: object,
): Promise<boolean> {
  const live = latest({ cache }, resource, object)
  const status = withoutUndefined(wanted)
  if (deepEqual((live as { status?: object }).status, status)) return false
  await client.status.update(resource as never, { ...live, status } as never, { signal })
  return true
}

/** The object as this process last read or wrote it, if it has the same uid. */
export function latest<R extends Resource>(
  { cache }: Pick<Context, 'cache'>,
  resource: R,
  object: ObjectOf<R>,
): ObjectOf<R> {
  const now = cache.get(resource, refOf(object as KubeObject))
  return now?.metadata.uid === object.metadata.uid ? now : object
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined))
}

/** Omits zero counts, like the server. */
export function orNothing(count: number): number | undefined {
  return count === 0 ? undefined : count
}
