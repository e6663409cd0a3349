/** The status of a workload, written if it differs. */
import type { Context } from '@kubewright/controller'
import { deepEqual, type KubeObject, refOf } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'

type Writing = Pick<Context, 'client' | 'cache' | 'signal'>

/**
 * Replaces the status as a whole: it is all ours, and what is not in it any more has to go. With the version that was read, so
 * that it never overwrites what somebody wrote since. Resolves to whether there was something to write.
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

/** The object as this process last read or wrote it, if it is still the same. */
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

/** Numbers that are left out where they are zero, as servers do. */
export function orNothing(count: number): number | undefined {
  return count === 0 ? undefined : count
}
