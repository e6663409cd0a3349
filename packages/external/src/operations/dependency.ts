/** Objects that must be ready before an object is processed. They are watched. A missing one is waited for; that is not a failure. */
import { type Cache, index, type IndexDefinition } from '@kubewright/cache'
import { formatRef, isConditionTrue, type KubeObject, type Ref } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'

/** The kinds an external controller depends on, by a name of its choice. */
export type Parents = Readonly<Record<string, Resource>>

/**
 * Another resource whose external object must exist first.
 *
 * @typeParam R the dependent kind
 * @typeParam Parent the kind it depends on
 */
export interface Dependency<R extends Resource = Resource, Parent extends Resource = Resource> {
  readonly on: Parent
  /** The parent object: its name, in the same namespace, or a full reference. `undefined` if there is none. Pure. */
  readonly ref: (object: ObjectOf<R>) => string | Ref | undefined
  /** Whether the parent is ready. @default its condition `Ready` is true */
  readonly ready?: (parent: ObjectOf<Parent>) => boolean
  /**
   * Makes the parent an owner of the object: deleting the parent deletes the object too, and first.
   *
   * @default false
   */
  readonly owner?: boolean
}

/** The dependencies of a resource, by the names under which operations receive them. */
export type Dependencies<R extends Resource, P extends Parents> = {
  readonly [Name in keyof P]: Dependency<R, P[Name]>
}

/** The parent objects, by name. */
export type Resolved<P extends Parents> = { readonly [Name in keyof P]: ObjectOf<P[Name]> }

export interface DependencyStatus {
  /** By name; parents that do not exist or are not referenced are absent. */
  readonly objects: Readonly<Record<string, KubeObject>>
  /** The parents that are not ready, as parts of a sentence. */
  readonly waitsFor: readonly string[]
}

/** The parents referenced by `object`, from the cache, and those that are not ready. */
export function standingOf(
  object: KubeObject,
  dependencies: Readonly<Record<string, Dependency>>,
  cache: Pick<Cache, 'get'>,
): DependencyStatus {
  const objects: Record<string, KubeObject> = {}
  const waitsFor: string[] = []
  for (const [name, dependency] of Object.entries(dependencies)) {
    const ref = refOfParent(object, dependency)
    if (ref === undefined) continue
    const parent = cache.get(dependency.on, ref) as KubeObject | undefined
    if (parent !== undefined) objects[name] = parent
    const problem = problemOf(parent, dependency)
    if (problem !== undefined) waitsFor.push(`${dependency.on.kind} ${formatRef(ref)} ${problem}`)
  }
  return { objects, waitsFor }
}

function problemOf(parent: KubeObject | undefined, { ready = isReady }: Dependency): string | undefined {
  if (parent === undefined) return 'does not exist yet'
  if (parent.metadata.deletionTimestamp !== undefined) return 'is being deleted'
  return ready(parent) ? undefined : 'is not ready'
}

function isReady(parent: KubeObject): boolean {
  const { status } = parent as { readonly status?: { readonly conditions?: readonly never[] } }
  return isConditionTrue(status?.conditions, 'Ready')
}

/** In the object's namespace, unless the kind is cluster-scoped or the reference names another. */
export function refOfParent(object: KubeObject, { on, ref }: Dependency): Ref | undefined {
  const named = ref(object)
  if (named === undefined) return undefined
  const { name, namespace = object.metadata.namespace } = typeof named === 'string' ? { name: named } : named
  return on.scope === 'Cluster' || namespace === undefined ? { name } : { name, namespace }
}

/** Maps a parent to the objects of `resource` that reference it. */
export function indexOfParents(
  resource: Resource,
  on: Resource,
  dependencies: readonly Dependency[],
): IndexDefinition<Resource> {
  const toParent = dependencies.filter((one) => isSameKind(one.on, on))
  return index(resource, `external-parents-${on.group}-${on.kind}`, (object) =>
    toParent.map((one) => {
      const ref = refOfParent(object, one)
      return ref === undefined ? undefined : formatRef(ref)
    }),
  )
}

export function isSameKind(one: Resource, two: Resource): boolean {
  return one.group === two.group && one.kind === two.kind
}
