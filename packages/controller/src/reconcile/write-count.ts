/** A client that counts its writes, and those that changed the object. */
import type { Client } from '@kubewright/client'
import { aroundCalls } from '@kubewright/client/calls'
import type { KubeObject, Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { WrittenObject } from '../host/reconcile-record.ts'

export interface WriteCount {
  sent: number
  changed: number
  /** The first writes, up to `mostListed`. */
  readonly written?: WrittenObject[]
}

/** Bounds memory: histories cover a thousand objects. Reconciles with more writes keep only their counts. */
const mostListed = 20

/** Other writes return no object to compare: they are not counted. */
const counted: ReadonlySet<string> = new Set([
  'create',
  'update',
  'patch',
  'apply',
  'delete',
  'status update',
  'status patch',
  'status apply',
])

/** @param known the cached state of the object before the write */
export function countingWrites(
  client: Client,
  count: WriteCount,
  known: (resource: Resource, subject: unknown) => KubeObject | undefined,
): Client {
  return aroundCalls(client, async (call, run) => {
    const { verb, resource, args } = call
    if (resource === undefined || !counted.has(verb)) return run()
    const before = known(resource, args[0])?.metadata.resourceVersion
    count.sent++
    const after = await run()
    const object = after as KubeObject | undefined
    const hasChanged = object === undefined || object.metadata.resourceVersion !== before
    if (hasChanged) count.changed++
    if (count.written !== undefined && count.written.length < mostListed) {
      count.written.push({ verb: verb.replace(' ', '.'), ...identityOf(resource, args[0], object), hasChanged })
    }
    return after
  })
}

function identityOf({ kind }: Resource, subject: unknown, after: KubeObject | undefined) {
  const given = (subject as Partial<KubeObject>)?.metadata ?? (subject as Ref)
  const { name, namespace } = after?.metadata ?? given
  return { kind, name, ...(namespace === undefined ? {} : { namespace }) }
}
