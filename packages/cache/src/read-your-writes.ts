/** A client that records its writes in the cache before they return. */
import type { Client } from '@kubewright/client'
import { aroundCalls, type ClientCall } from '@kubewright/client/calls'
import type { DeleteOptions } from '@kubewright/client/verbs'
import type { KubeObject, Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { Cache, WriteWindow } from './cache.ts'
import type { AskedChange } from './requested-change.ts'

interface Noted {
  readonly cache: Pick<Cache, 'writing' | 'wrote'>
  readonly writer: string | undefined
  /** The default namespace. */
  readonly home: string | undefined
}
/**
 * Wraps `client` and records the result of each write in `cache`, so that a later read is never older.
 *
 * Dry runs are not recorded. Nor are `deleteCollection`, `scale` and subresources other than `status`, which do not return
 * the object. `metadata.patch` is recorded only by metadata sources, for the same reason. The watch delivers the changes of
 * all these.
 *
 * @param writer the name that `echoOf` of a change will have
 */
export function readYourWrites(client: Client, cache: Pick<Cache, 'writing' | 'wrote'>, writer?: string): Client {
  const noted = { cache, writer, home: client.namespace }
  return aroundCalls(client, async (call, run) => {
    if (call.resource === undefined || !noting.has(call.verb) || isDryRun(call.args)) return run()
    const write = { ...call, resource: call.resource }
    using window = windowFor(write, noted)
    // Awaited here: the window stays open until the answer is recorded.
    return await (isDeletion(call) ? noteDeletion(write, run, window) : noteWrite(write, run, { window, noted }))
  })
}

const noting: ReadonlySet<string> = new Set([
  'create',
  'update',
  'patch',
  'apply',
  'delete',
  'status update',
  'status patch',
  'status apply',
  'metadata patch',
  'metadata delete',
])

function isDeletion({ verb }: ClientCall): boolean {
  return verb.endsWith('delete')
}

type Write = ClientCall & { readonly resource: Resource }

async function noteWrite<Result>(
  { verb, resource, args }: Write,
  run: () => Promise<Result>,
  { window, noted }: { readonly window: WriteWindow | undefined; readonly noted: Noted },
): Promise<Result> {
  const result = await run()
  const object = result as KubeObject | undefined
  if (object === undefined) return result
  if (window === undefined) noted.cache.wrote(resource, object, noted.writer)
  else if (isFinalized(object)) window.removed(object.metadata.uid)
  else window.wrote(object, { body: verb.endsWith('patch') ? args[1] : args[0], isMade: isMade(verb, object) })
  return result
}

/**
 * Whether the write removed the last finalizer of an object that is being deleted. The server then deletes the object instead
 * of storing it, and responds with its old resourceVersion: the version does not show the change.
 */
function isFinalized({ metadata }: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = metadata
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && (finalizers ?? []).length === 0
}

/** An apply created the object if its manager is the only one in `managedFields`. */
function isMade(name: string, { metadata: { managedFields } }: KubeObject): boolean {
  return name === 'create' || (name.endsWith('apply') && managedFields?.length === 1)
}

/** Records the remaining state of an object that is being deleted, or the removal of one that is gone. */
async function noteDeletion<Result>(
  { args }: Write,
  run: (args: readonly unknown[]) => Promise<Result>,
  window: WriteWindow | undefined,
): Promise<Result> {
  let uid: string | undefined
  const [ref, options] = args as [unknown, DeleteOptions | undefined]
  const onGone = (gone: string) => {
    uid = gone
    options?.onGone?.(gone)
  }
  // Invalid options are passed on: the client rejects them.
  const result = await run([ref, typeof (options ?? {}) === 'object' ? { ...options, onGone } : options])
  const left = result as KubeObject | undefined
  if (left?.metadata.deletionTimestamp === undefined) window?.removed(left?.metadata.uid ?? uid)
  else window?.wrote(left, deletionOf(left))
  return result
}

/** The change of a deletion that leaves the object in place, for finalizers or a grace period. */
function deletionOf({ metadata }: KubeObject): AskedChange {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = metadata
  return { body: { metadata: { deletionTimestamp, deletionGracePeriodSeconds, finalizers } }, isMade: false }
}

/**
 * Verbs take a reference or the object itself. There is no window for an object whose name the server generates, nor for an
 * invalid reference, which the client rejects.
 */
function windowFor({ resource, args: [subject] }: Write, { cache, writer, home }: Noted): WriteWindow | undefined {
  const given = subject as (Partial<Ref> & { readonly metadata?: Partial<Ref> }) | null | undefined
  const { name, namespace = home } = given?.metadata ?? given ?? {}
  if (typeof name !== 'string') return undefined
  if (resource.scope === 'Cluster') return cache.writing(resource, { name }, writer)
  return typeof namespace === 'string' ? cache.writing(resource, { name, namespace }, writer) : undefined
}

function isDryRun(args: readonly unknown[]): boolean {
  const options = args.at(-1) as { readonly dryRun?: boolean } | null | undefined
  return typeof options === 'object' && options !== null && options.dryRun === true
}
