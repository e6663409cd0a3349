/** A client that counts its writes, and those that changed the object. */
import type { Client } from '@kubewright/client'
import type { KubeObject, Ref } from '@kubewright/core'

export interface WriteCount {
  sent: number
  changed: number
  /** The first writes, up to `mostListed`. */
  readonly written?: WrittenObject[]
}

/** One write of a reconcile. */
export interface WrittenObject {
  /** `create`, `apply`, `status.patch`, … */
  readonly verb: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** Whether the write changed the object. */
  readonly hasChanged: boolean
}

/** Bounds memory: histories cover a thousand objects. Reconciles with more writes keep only their counts. */
const mostListed = 20

type Verb = (...args: readonly unknown[]) => Promise<KubeObject | undefined>

/** @param known the cached state of the object before the write */
export function countingWrites(
  client: Client,
  count: WriteCount,
  known: (resource: never, subject: unknown) => KubeObject | undefined,
): Client {
  const counting = (verbs: object, names: readonly string[], part = '') =>
    Object.fromEntries(
      names.map((name) => {
        const send = (verbs as Record<string, Verb>)[name]!.bind(verbs)
        return [name, countVerb({ name: `${part}${name}`, send }, count, known)]
      }),
    )
  return {
    ...client,
    ...counting(client, ['create', 'update', 'patch', 'apply', 'delete']),
    status: { ...client.status, ...counting(client.status, ['update', 'patch', 'apply'], 'status.') },
  }
}

function countVerb(
  { name, send }: { readonly name: string; readonly send: Verb },
  count: WriteCount,
  known: (resource: never, subject: unknown) => KubeObject | undefined,
): Verb {
  return async (...args) => {
    const before = known(args[0] as never, args[1])?.metadata.resourceVersion
    count.sent++
    const after = await send(...args)
    const hasChanged = after === undefined || after.metadata.resourceVersion !== before
    if (hasChanged) count.changed++
    if (count.written !== undefined && count.written.length < mostListed) {
      count.written.push({ verb: name, ...identityOf(args, after), hasChanged })
    }
    return after
  }
}

function identityOf([resource, subject]: readonly unknown[], after: KubeObject | undefined) {
  const given = (subject as Partial<KubeObject>)?.metadata ?? (subject as Ref)
  const { name, namespace } = after?.metadata ?? given
  return { kind: (resource as { readonly kind: string }).kind, name, ...(namespace === undefined ? {} : { namespace }) }
}
