/** A client that counts what it writes, and what of that changed something. */
import type { Client } from '@kubewright/client'
import type { KubeObject, Ref } from '@kubewright/core'

export interface WriteCount {
  sent: number
  changed: number
  /** The first of them, up to `mostListed`. */
  readonly written?: WrittenObject[]
}

/** One write of a reconcile. */
export interface WrittenObject {
  /** `create`, `apply`, `status.patch`, … */
  readonly verb: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** Whether the object is another one afterwards. */
  readonly hasChanged: boolean
}

/** Histories are kept for a thousand objects: a reconcile that writes more than this is known by its counts. */
const mostListed = 20

type Verb = (...args: readonly unknown[]) => Promise<KubeObject | undefined>

/** @param known what the object was before, as far as the cache knows */
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
