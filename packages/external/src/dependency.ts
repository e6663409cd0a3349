/**
 * What an object needs before anything can be done for it: other objects, named by it and followed. A missing one is waited
 * for; that is no failure.
 */
import { type Cache, index, type IndexDefinition } from '@kubewright/cache'
import { formatRef, isConditionTrue, type KubeObject, type Ref } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'

/** The kinds an external controller depends on, by a name of its own. */
export type Parents = Readonly<Record<string, Resource>>

/** @typeParam R the kind that depends @typeParam Parent the kind it depends on */
export interface Dependency<R extends Resource = Resource, Parent extends Resource = Resource> {
  readonly on: Parent
  /** Which object: its name, in the same namespace, or more of it. `undefined`: none, this time. Pure. */
  readonly ref: (object: ObjectOf<R>) => string | Ref | undefined
  /** Whether it can be relied on. @default its condition `Ready` is true */
  readonly ready?: (parent: ObjectOf<Parent>) => boolean
  /**
   * Makes it an owner of the object: whoever deletes it deletes the object too, and first.
   *
   * @default false
   */
  readonly owner?: boolean
}

export type Dependencies<R extends Resource, P extends Parents> = {
  readonly [Name in keyof P]: Dependency<R, P[Name]>
}

/** The objects that are depended on, by name. */
export type Resolved<P extends Parents> = { readonly [Name in keyof P]: ObjectOf<P[Name]> }

export interface DependencyStanding {
  /** By name; what is not there, or not named, is missing. */
  readonly objects: Readonly<Record<string, KubeObject>>
  /** What is waited for, as parts of a sentence. */
  readonly waitsFor: readonly string[]
}

/** The parents that `object` names, as the cache shows them, and which of them are not ready. */
export function standingOf(
  object: KubeObject,
  dependencies: Readonly<Record<string, Dependency>>,
  cache: Pick<Cache, 'get'>,
): DependencyStanding {
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

/** Where the parent is: in the object's namespace, unless its kind has none or another one is named. */
export function refOfParent(object: KubeObject, { on, ref }: Dependency): Ref | undefined {
  const named = ref(object)
  if (named === undefined) return undefined
  const { name, namespace = object.metadata.namespace } = typeof named === 'string' ? { name: named } : named
  return on.scope === 'Cluster' || namespace === undefined ? { name } : { name, namespace }
}

/** From a parent to the objects of `resource` that name it. */
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
