/**
 * ConfigMaps managed outside the stack that components read.
 *
 * The first observed content is copied to the status of the stack. From then on edits are reverted and a deleted ConfigMap is recreated.
 * It never gets an owner reference or a finalizer, so no cleanup is needed when the stack is deleted.
 *
 * See decision 0362.
 */
import { ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import type { Context } from '@kubewright/controller'
import { deepEqual } from '@kubewright/core/json'
import { ConfigMap } from '@kubewright/kubernetes'
import { stackErrors } from '../errors.ts'
import { acceptAnnotation, restoredAnnotation } from '../names.ts'
import type { PreservedStatus } from '../status.ts'

/** The maximum size of a preserved ConfigMap, as JSON. */
const mostBytes = 256 * 1024

/** What to do about a ConfigMap, given its live state and the copy. Pure. */
export type PreservationStep =
  | { readonly kind: 'keep'; readonly copy: PreservedStatus }
  | { readonly kind: 'copy'; readonly copy: PreservedStatus }
  | { readonly kind: 'restore' | 'recreate'; readonly copy: PreservedStatus }
  | { readonly kind: 'missing' | 'too-large' }

type Content = Pick<ConfigMap, 'data' | 'binaryData' | 'metadata'>

/** Compares content, not presence: missing data and empty data are equal. */
export function preservationStep(live: Content | undefined, copy: PreservedStatus | undefined): PreservationStep {
  if (live === undefined) return copy === undefined ? { kind: 'missing' } : { kind: 'recreate', copy }
  const accepted = live.metadata.annotations?.[acceptAnnotation]
  const isAccepted = accepted !== undefined && accepted !== copy?.accepted
  if (copy === undefined || isAccepted) {
    const taken = copyOf(live, accepted)
    return JSON.stringify(taken).length > mostBytes ? { kind: 'too-large' } : { kind: 'copy', copy: taken }
  }
  const isSame = deepEqual(live.data ?? {}, copy.data ?? {}) && deepEqual(live.binaryData ?? {}, copy.binaryData ?? {})
  return { kind: isSame ? 'keep' : 'restore', copy }
}

function copyOf({ data, binaryData }: Content, accepted: string | undefined): PreservedStatus {
  const filled = (map: Content['data']) => map !== undefined && Object.keys(map).length > 0
  return {
    ...(filled(data) && { data: { ...data } }),
    ...(filled(binaryData) && { binaryData: { ...binaryData } }),
    ...(accepted !== undefined && { accepted }),
  }
}

/** The outcome for one ConfigMap. */
export interface Preservation {
  readonly copy?: PreservedStatus | undefined
  readonly event?: { readonly reason: string; readonly note: string } | undefined
  /** Why the component that reads it cannot start. */
  readonly problem?: string | undefined
}

/** Restores one ConfigMap to its copy. */
export async function preserveConfig(
  ref: { readonly name: string; readonly namespace: string },
  copy: PreservedStatus | undefined,
  stack: string,
  { client, cache, signal }: Pick<Context, 'client' | 'cache' | 'signal'>,
): Promise<Preservation> {
  const live = cache.get(ConfigMap, ref)
  const step = preservationStep(live, copy)
  switch (step.kind) {
    case 'keep':
      return { copy: step.copy }
    case 'copy':
      return {
        copy: step.copy,
        event: { reason: 'ConfigPreserved', note: `preserves ConfigMap ${ref.name} as it is now` },
      }
    case 'recreate':
      await recreate(ref, step.copy, stack, { client, signal })
      return {
        copy: step.copy,
        event: { reason: 'ConfigRestored', note: `recreated ConfigMap ${ref.name}, which was deleted` },
      }
    case 'restore':
      await restore(live!, step.copy, { client, signal })
      return {
        copy: step.copy,
        event: {
          reason: 'ConfigRestored',
          note: `undid a change of ConfigMap ${ref.name}; to accept a change, give ${acceptAnnotation} a new value with it`,
        },
      }
    case 'missing':
      return { problem: `ConfigMap ${ref.name} is missing` }
    case 'too-large':
      return {
        ...(copy && { copy }),
        problem: `ConfigMap ${ref.name} is larger than 256 KiB, so it cannot be preserved`,
      }
  }
}

async function recreate(
  { name, namespace }: { readonly name: string; readonly namespace: string },
  { data, binaryData }: PreservedStatus,
  stack: string,
  { client, signal }: Pick<Context, 'client' | 'signal'>,
): Promise<void> {
  const metadata = { name, namespace, annotations: { [restoredAnnotation]: stack } }
  await client
    .create(ConfigMap, { metadata, ...(data && { data }), ...(binaryData && { binaryData }) }, { signal })
    .catch((error: unknown) => {
      // Recreated by another client meanwhile; the watch will deliver its content.
      if (!isAlreadyExists(error)) throw error
    })
}

/** With the observed resourceVersion: a concurrent edit conflicts and is evaluated on its own. */
async function restore(
  live: ConfigMap,
  { data = {}, binaryData = {} }: PreservedStatus,
  { client, signal }: Pick<Context, 'client' | 'signal'>,
): Promise<void> {
  const { name, namespace, resourceVersion } = live.metadata
  if (live.immutable === true) throw immutableConfig(name)
  const replaced = (live: Readonly<Record<string, string>> | undefined, copy: Readonly<Record<string, string>>) => ({
    ...Object.fromEntries(Object.keys(live ?? {}).map((key) => [key, null])),
    ...copy,
  })
  const patch = {
    metadata: { resourceVersion },
    data: replaced(live.data, data),
    binaryData: replaced(live.binaryData, binaryData),
  }
  await client
    .patch(ConfigMap, { name, ...(namespace && { namespace }) }, patch as never, { signal })
    .catch(ignoreNotFound)
}

function immutableConfig(name: string) {
  return stackErrors('KW_STACK_CONFIG', {
    what: `restore ConfigMap ${name}`,
    why: 'it has another content than the one that is preserved, and is immutable',
    next: 'Delete it; the operator recreates it with the preserved data.',
  })
}
