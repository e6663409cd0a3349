/**
 * The garbage collector of a world: deletes objects without an owner, in one pass, whenever the cluster is idle. The simulation's collector
 * does the same as a controller, but costs several times more than most runs.
 */
import type { Transport } from '@kubewright/client/transport'
import { type ListedObject, type Listing, listObjects } from '../state/listed-objects.ts'

const json = { accept: 'application/json', 'content-type': 'application/merge-patch+json' }

/** Resolves to whether anything was changed. @param list lists a collection, for callers with a cheaper way than a request */
export async function collectGarbage(
  transport: Transport,
  collections: Iterable<string>,
  list: Listing = (collection) => listObjects(transport, collection),
): Promise<boolean> {
  const lists = await Promise.all([...collections].map(list))
  const objects = lists.flatMap(({ items }) => items)
  const known = {
    byUid: new Map(objects.map((object) => [object.metadata.uid, object])),
    kinds: new Set(lists.map(kindOf)),
  }
  let hasActed = false
  for (const object of objects) hasActed = (await treat(transport, object, known)) || hasActed
  return hasActed
}

interface Known {
  readonly byUid: ReadonlyMap<string, ListedObject>
  /** Kinds such as `Deployment.apps`: whether owners of other kinds exist is unknown. */
  readonly kinds: ReadonlySet<string>
}

async function treat(transport: Transport, object: ListedObject, known: Known): Promise<boolean> {
  const { ownerReferences = [], finalizers = [], deletionTimestamp } = object.metadata
  if (deletionTimestamp !== undefined) return await letGo(transport, object, finalizers, known)
  if (
    ownerReferences.length === 0 ||
    ownerReferences.some((owner) => !known.kinds.has(kindOf(owner)) || isAlive(known.byUid.get(owner.uid)))
  )
    return false
  return (
    (await transport.send({ method: 'DELETE', path: `${object.path}?propagationPolicy=Background`, headers: json }))
      .status < 300
  )
}

/** All versions of a kind are one. An owner reference with the wrong group is not resolved, and its dependent stays. */
function kindOf({ apiVersion, kind }: Pick<ListedObject, 'apiVersion' | 'kind'>): string {
  return `${kind}.${apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')))}`
}

/** An owner in foreground deletion counts as gone for its dependents. */
function isAlive(owner: ListedObject | undefined): boolean {
  if (owner === undefined) return false
  const { deletionTimestamp, finalizers = [] } = owner.metadata
  return deletionTimestamp === undefined || !finalizers.includes('foregroundDeletion')
}

/** Set by the server on claims and volumes, and removed by controllers that do not run here. */
const protections = new Set(['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection'])

/** Removes the finalizers of garbage collection, and of storage protection once the storage is not in use. */
async function letGo(
  transport: Transport,
  object: ListedObject,
  finalizers: readonly string[],
  known: Known,
): Promise<boolean> {
  const dependents = [...known.byUid.values()].filter(({ metadata }) => ownedBy(metadata, object.metadata.uid))
  if (finalizers.includes('orphan')) {
    for (const { path, metadata } of dependents) {
      const ownerReferences = metadata.ownerReferences!.filter(({ uid }) => uid !== object.metadata.uid)
      await patch(transport, path, { metadata: { ownerReferences } })
    }
    return await patch(transport, object.path, {
      metadata: { finalizers: finalizers.filter((one) => one !== 'orphan') },
    })
  }
  const isProtected = finalizers.some((one) => protections.has(one))
  if (isProtected && !isInUse(object, known)) {
    const rest = finalizers.filter((one) => !protections.has(one))
    return await patch(transport, object.path, { metadata: { finalizers: rest } })
  }
  if (!finalizers.includes('foregroundDeletion') || dependents.length > 0) return false
  return await patch(transport, object.path, {
    metadata: { finalizers: finalizers.filter((one) => one !== 'foregroundDeletion') },
  })
}

interface Using {
  readonly spec?: {
    readonly volumes?: readonly { readonly persistentVolumeClaim?: { readonly claimName?: string } }[]
    readonly volumeName?: string
  }
  readonly status?: { readonly phase?: string }
}

/** A claim is in use by pods that have not terminated; a volume, by the claim that is bound to it. */
function isInUse({ kind, metadata: { namespace, name } }: ListedObject, { byUid }: Known): boolean {
  return [...byUid.values()].some((other) => {
    const { spec, status } = other as Using
    if (kind === 'PersistentVolume') return other.kind === 'PersistentVolumeClaim' && spec?.volumeName === name
    if (other.kind !== 'Pod' || other.metadata.namespace !== namespace) return false
    const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed'
    return !hasEnded && spec?.volumes?.some(({ persistentVolumeClaim: of }) => of?.claimName === name) === true
  })
}

function ownedBy({ ownerReferences = [] }: ListedObject['metadata'], owner: string): boolean {
  return ownerReferences.some(({ uid }) => uid === owner)
}

async function patch(transport: Transport, path: string, body: object): Promise<boolean> {
  const response = await transport.send({ method: 'PATCH', path, headers: json, body: JSON.stringify(body) })
  return response.status < 300
}
