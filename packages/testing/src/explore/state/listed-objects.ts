/** Objects as the server lists them, bypassing clients, caches and faults. */
import type { Transport } from '@kubewright/client/transport'
import type { JsonObject } from '@kubewright/core/json'
import { kindIn } from '../../requests/cluster-place.ts'

export interface ListedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid: string
    readonly resourceVersion: string
    readonly creationTimestamp: string
    readonly generation?: number
    readonly generateName?: string
    readonly deletionTimestamp?: string
    readonly finalizers?: readonly string[]
    readonly ownerReferences?: readonly OwnerReference[]
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly managedFields?: unknown
  }
  readonly status?: unknown
  /** Its API path. */
  readonly path: string
  readonly collection: string
  /** Its cluster, unless that is home. */
  readonly cluster?: string
}

/** An object that the user created. */
export interface DeclaredListedObject extends ListedObject {
  /** Its fields as the user declared them; absent if that was not recorded. */
  readonly declaration?: JsonObject
}

interface OwnerReference {
  readonly uid: string
  readonly kind: string
  readonly name: string
  readonly apiVersion: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

interface List {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: { readonly resourceVersion?: string }
  readonly items?: readonly Omit<ListedObject, 'path' | 'collection'>[]
}

export interface ListedCollection {
  readonly items: readonly ListedObject[]
  readonly revision: number
  /** `Deployment`; empty if it is not served. */
  readonly kind: string
  readonly apiVersion: string
}

/** @param collection `/apis/apps/v1/deployments` */
export type Listing = (collection: string) => Promise<ListedCollection>

export async function listObjects(transport: Transport, collection: string): Promise<ListedCollection> {
  return listOf(collection, await listText(transport, collection))
}

/** The server's response; `undefined` if the collection is not served. */
export async function listText(transport: Transport, collection: string): Promise<string | undefined> {
  const response = await transport.send({ method: 'GET', path: collection, headers: { accept: 'application/json' } })
  return response.status === 200 ? await response.body.text() : undefined
}

/** A collection that is not served is empty. */
export function listOf(collection: string, text: string | undefined): ListedCollection {
  if (text === undefined) return { items: [], revision: 0, kind: '', apiVersion: '' }
  const { kind = 'List', apiVersion = 'v1', metadata, items = [] } = JSON.parse(text) as List
  const known = { kind: kind.slice(0, -'List'.length), apiVersion }
  return {
    items: items.map((item) => ({ ...known, ...item, path: pathOf(collection, item.metadata), collection })),
    revision: Number(metadata?.resourceVersion ?? 0),
    ...known,
  }
}

/** The path of an object of a collection. */
export function pathOf(
  collection: string,
  { namespace, name }: { readonly namespace?: string | undefined; readonly name: string },
): string {
  if (namespace === undefined) return `${collection}/${encodeURIComponent(name)}`
  const at = collection.lastIndexOf('/')
  const plural = collection.slice(at + 1)
  return `${collection.slice(0, at)}/namespaces/${namespace}/${plural}/${encodeURIComponent(name)}`
}

/** A readable name: `Deployment default/blog`. */
export function describeObject({ kind, cluster, metadata: { namespace, name, generateName } }: ListedObject): string {
  const called = generateName === undefined ? name : `${generateName}*`
  return `${kindIn(cluster, kind)} ${namespace === undefined ? called : `${namespace}/${called}`}`
}
