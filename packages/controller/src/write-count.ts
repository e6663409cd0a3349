/** A client that counts what it writes, and what of that changed something. */
import type { Client } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'

export interface WriteCount {
  sent: number
  changed: number
}

type Verb = (...args: readonly unknown[]) => Promise<KubeObject | undefined>

/** @param known what the object was before, as far as the cache knows */
export function countingWrites(
  client: Client,
  count: WriteCount,
  known: (resource: never, subject: unknown) => KubeObject | undefined,
): Client {
  const counting = (verbs: object, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, countVerb((verbs as Record<string, Verb>)[name]!.bind(verbs), count, known)]),
    )
  return {
    ...client,
    ...counting(client, ['create', 'update', 'patch', 'apply', 'delete']),
    status: { ...client.status, ...counting(client.status, ['update', 'patch', 'apply']) },
  }
}

function countVerb(
  verb: Verb,
  count: WriteCount,
  known: (resource: never, subject: unknown) => KubeObject | undefined,
): Verb {
  return async (...args) => {
    const before = known(args[0] as never, args[1])?.metadata.resourceVersion
    count.sent++
    const after = await verb(...args)
    if (after === undefined || after.metadata.resourceVersion !== before) count.changed++
    return after
  }
}
