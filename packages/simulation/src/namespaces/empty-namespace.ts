/** Deletes everything in a namespace, pods first, and counts the remaining objects. */
import { type Client, type DynamicResource, isNotFound, type PartialObject, type Served } from '@kubewright/client'
import { noRemains, type Remains } from './namespace-conditions.ts'

export interface Emptied extends Remains {
  /** While pods remain, nothing else is deleted. */
  readonly hasPods: boolean
  /** Kinds with remaining objects. */
  readonly left: readonly DynamicResource[]
}

interface Emptying {
  readonly client: Client
  readonly signal: AbortSignal
  readonly namespace: string
}

/** Namespaced kinds that can be deleted, each in the server's preferred version. */
export function deletableKinds({ resources }: Pick<Served, 'resources'>): readonly DynamicResource[] {
  const kinds = new Map<string, DynamicResource>()
  for (const kind of resources) {
    const name = nameOf(kind)
    const isDeletable = kind.scope === 'Namespaced' && ['delete', 'list'].every((verb) => kind.verbs.includes(verb))
    if (isDeletable && !kinds.has(name)) kinds.set(name, kind)
  }
  return [...kinds.values()]
}

/** `pods.`, `deployments.apps` */
function nameOf({ plural, group }: DynamicResource): string {
  return `${plural}.${group}`
}

export async function emptyNamespace(emptying: Emptying): Promise<Emptied> {
  const { client, signal } = emptying
  const served = await client.discoverAll({ signal })
  const kinds = deletableKinds(served)
  const pods = kinds.find((kind) => nameOf(kind) === 'pods.')
  const first = pods === undefined ? { ...noRemains, left: [] } : await emptyKinds(emptying, [pods])
  if (first.objects.size > 0 || first.failures.length > 0) return { ...first, hasPods: true, silent: served.stale }
  const rest = await emptyKinds(
    emptying,
    kinds.filter((kind) => kind !== pods),
  )
  return { ...rest, hasPods: false, silent: served.stale }
}

async function emptyKinds(emptying: Emptying, kinds: readonly DynamicResource[]): Promise<Omit<Emptied, 'hasPods'>> {
  const objects = new Map<string, number>()
  const finalizers = new Map<string, number>()
  const failures: string[] = []
  const left: DynamicResource[] = []
  for (const kind of kinds) {
    try {
      const remaining = await emptyKind(emptying, kind)
      if (remaining.length > 0) {
        objects.set(nameOf(kind), remaining.length)
        left.push(kind)
      }
      for (const finalizer of remaining.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
        finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1)
      }
    } catch (error) {
      if (emptying.signal.aborted) throw error
      failures.push(error instanceof Error ? error.message : String(error))
    }
  }
  return { objects, finalizers, failures, silent: [], left }
}

/** Deletes all objects of a kind, and returns the remaining ones. */
async function emptyKind(
  { client, signal, namespace }: Emptying,
  kind: DynamicResource,
): Promise<readonly PartialObject[]> {
  const list = async () => (await client.metadata.list(kind, { namespace, signal })).items
  const present = await list()
  if (present.length === 0) return present
  const propagationPolicy = 'Background'
  if (kind.verbs.includes('deletecollection')) {
    await client.metadata.deleteCollection(kind, { namespace, all: true, propagationPolicy, signal })
  } else {
    for (const { metadata } of present) {
      const { uid, name } = metadata
      const options = { preconditions: { uid }, propagationPolicy, signal } as const
      await client.metadata.delete(kind, { namespace, name }, options).catch(ignoreGone)
    }
  }
  return await list()
}

function ignoreGone(error: unknown): void {
  if (!isNotFound(error)) throw error
}
