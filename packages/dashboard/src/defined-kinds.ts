/** Kinds of CustomResourceDefinitions, and their objects: kinds may be added and removed while a topic is open. */
import { type DynamicResource, defineDynamicResource } from '@kubewright/client'
import type { Source, SourceOptions, SourceScope } from '@kubewright/cache'
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import { type ClusterObjects, follow } from './cluster-objects.ts'
import type { Collection } from './collecting.ts'
import { listAt, textAt, valueAt } from './plain-value.ts'
import { type Publisher, silentPublisher } from './topic.ts'

export interface DefinedKind extends GroupVersionKind {
  readonly plural: string
  readonly isNamespaced: boolean
  /** The schema of the status in the definition. */
  readonly status: unknown
}

/** The objects to watch. `take` is called for every existing object, then for every change. */
export interface DefinedObjects {
  readonly wants: (kind: DefinedKind) => boolean
  readonly scope?: SourceScope
  readonly options?: SourceOptions
  readonly take: (object: KubeObject, kind: DefinedKind, isGone: boolean) => void
}

export const crdKind = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' }

/** @returns `undefined` for a definition that is not served */
export function definedKind(crd: KubeObject): DefinedKind | undefined {
  const versions = listAt(crd, 'spec', 'versions').filter((one) => valueAt(one, 'served') === true)
  const version = versions.find((one) => valueAt(one, 'storage') === true) ?? versions[0]
  const names = { kind: textAt(crd, 'spec', 'names', 'kind'), plural: textAt(crd, 'spec', 'names', 'plural') }
  const { kind, plural } = names
  const [group, name] = [textAt(crd, 'spec', 'group'), textAt(version, 'name')]
  if (group === undefined || name === undefined || kind === undefined || plural === undefined) return undefined
  return {
    group,
    version: name,
    kind,
    plural,
    isNamespaced: textAt(crd, 'spec', 'scope') === 'Namespaced',
    status: valueAt(version, 'schema', 'openAPIV3Schema', 'properties', 'status'),
  }
}

/** Watches the definitions of the cluster; `take` is called for each kind, and with `undefined` for a removed one. */
export function followDefinitions(
  cluster: ClusterObjects,
  collection: Collection,
  take: (uid: string, kind: DefinedKind | undefined) => void,
): Promise<Source> {
  return cluster.find(crdKind).then(async (resource) => {
    const seen = (crd: KubeObject, isGone: boolean) => take(crd.metadata.uid, isGone ? undefined : definedKind(crd))
    const source = follow(cluster, { resource, options: {} }, collection, seen)
    await source.synced({ signal: collection.signal })
    for (const crd of source.list()) seen(crd, false)
    return source
  })
}

/** Watches the objects of all selected kinds. Resolves when those defined now have been read, or cannot be. */
export async function followDefined(
  cluster: ClusterObjects,
  collection: Collection,
  { wants, scope, options = {}, take }: DefinedObjects,
): Promise<void> {
  const problems = new ProblemsByPart(collection.publisher)
  const open = new Map<string, FollowedKind>()
  const reads: Promise<void>[] = []
  const update = (uid: string, kind: DefinedKind | undefined) => {
    const known = open.get(uid)
    if (known !== undefined && kind !== undefined && isSameKind(known.kind, kind)) return
    known?.[Symbol.dispose]()
    open.delete(uid)
    if (kind === undefined || !wants(kind) || collection.signal.aborted) return
    const part = collection.hold(new CollectionPart(collection, problems.of(kind.kind)))
    const wanted = { resource: resourceOf(kind), ...(scope === undefined ? {} : { scope }), options }
    const source = follow(cluster, wanted, part, (object, isGone) => take(object, kind, isGone))
    const followed = new FollowedKind(kind, source, part, take)
    open.set(uid, followed)
    // A read failure is reported as the problem of its part.
    reads.push(followed.read(collection.signal).catch(() => undefined))
  }
  await followDefinitions(cluster, new CollectionPart(collection, problems.of('definitions'), true), update)
  await Promise.all(reads)
}

export function resourceOf({ group, version, kind, plural, isNamespaced }: DefinedKind): DynamicResource {
  return defineDynamicResource({ group, version, kind, plural, scope: isNamespaced ? 'Namespaced' : 'Cluster' })
}

function isSameKind(one: DefinedKind, two: DefinedKind): boolean {
  return one.version === two.version && one.kind === two.kind && one.plural === two.plural
}

/** A watched kind. Its objects are removed with it. */
class FollowedKind implements Disposable {
  readonly kind: DefinedKind
  readonly #source: Source
  readonly #part: Disposable
  readonly #take: DefinedObjects['take']

  constructor(kind: DefinedKind, source: Source, part: Disposable, take: DefinedObjects['take']) {
    this.kind = kind
    this.#source = source
    this.#part = part
    this.#take = take
  }

  async read(signal: AbortSignal): Promise<void> {
    await this.#source.synced({ signal, timeout: '10s' })
    for (const object of this.#source.list()) this.#take(object, this.kind, false)
  }

  [Symbol.dispose](): void {
    const objects = this.#source.isSynced ? this.#source.list() : []
    this.#part[Symbol.dispose]()
    for (const object of objects) this.#take(object, this.kind, true)
  }
}

/** A part of a collection that may end before the rest. */
export class CollectionPart implements Collection, Disposable {
  readonly publisher: Publisher
  readonly signal: AbortSignal
  readonly #held: Disposable[] = []
  readonly hold: Collection['hold']

  constructor({ hold, signal }: Collection, publisher: Publisher, isLasting = false) {
    this.publisher = publisher
    this.signal = signal
    this.hold = isLasting ? hold : (one) => (this.#held.push(one), one)
  }

  [Symbol.dispose](): void {
    for (const one of this.#held.splice(0).reverse()) one[Symbol.dispose]()
  }
}

/** Several parts report into one topic: a healthy part does not hide the problem of another. */
export class ProblemsByPart {
  readonly #publisher: Publisher
  readonly #problems = new Map<string, string>()

  constructor(publisher: Publisher) {
    this.#publisher = publisher
  }

  of(part: string): Publisher {
    const problem = (message: string | undefined) => {
      if (this.#problems.get(part) === message) return
      if (message === undefined) this.#problems.delete(part)
      else this.#problems.set(part, message)
      this.#publisher.problem([...this.#problems.values()][0])
    }
    return { ...silentPublisher, problem }
  }
}
