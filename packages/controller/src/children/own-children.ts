/**
 * `ctx.own`: makes the cluster hold exactly the named children.
 *
 * Level-triggered: the writes follow from the desired state and the cache, never from earlier actions. It may be interrupted between
 * any two writes, and the next reconcile completes it.
 */
import type { CacheReads } from '@kubewright/cache'
import { type Client, ignoreNotFound, isConflict, isNotFound } from '@kubewright/client'
import { formatRef, type KubeObject, type Logger } from '@kubewright/core'
import type { Manifest, Resource } from '@kubewright/resource'
import type { AppliedChildren } from './applied-children.ts'
import { type Child, childOf, describeChild, isControlledBy } from './child.ts'
import type { ChildIndexes } from './child-indexes.ts'
import type { Children, OwnOptions } from '../definition/context.ts'
import { assertOwnForm } from '../definition/controller-form.ts'
import { controllerAnnotation } from '../names.ts'
import { waitAfter } from './recreation-guard.ts'
import { assertManifest, notOurs, refuseDuplicates, refuseOwner } from './refused-children.ts'

export interface OwnChildrenOptions {
  readonly controller: string
  readonly client: Client
  readonly cache: CacheReads
  readonly log: Logger
  readonly signal: AbortSignal
  /** The kinds the controller owns, and therefore watches. */
  readonly owned: readonly Resource[]
  readonly indexes: ChildIndexes
  readonly applied: AppliedChildren
  /** Kinds of children missing from `owns` that have been reported already. */
  readonly warnedKinds: Set<string>
  /** Put on every child. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Rejects if a missing child must not be created now. */
  readonly mayCreate: (child: Child) => Promise<void>
}

export async function ownChildren(
  owner: KubeObject,
  children: Children,
  how: OwnOptions,
  options: OwnChildrenOptions,
): Promise<Readonly<Record<string, KubeObject | null>>> {
  assertOwnForm(`${owner.kind} ${owner.metadata.name}`, how)
  const named = Object.entries(children).map(([name, child]) => {
    if (child !== null && child !== undefined) assertManifest(owner, name, child)
    return [name, child && childOf(owner, child as Manifest, options.controller, options.labels)] as const
  })
  const wanted = named.flatMap(([, child]) => child ?? [])
  refuseOwner(owner, wanted)
  refuseDuplicates(owner, wanted)
  if (how.prune === undefined) warnOfUnwatchedKinds(wanted, options)
  const { held, early } = await applyAll(owner, wanted, how, options)
  if (how.prune !== false) await prune(owner, wanted, how, options)
  if (early !== undefined) throw early
  return Object.fromEntries(named.map(([name, child]) => [name, child === null ? null : held.get(child)!]))
}

/** A child that has to wait does not delay the others. */
async function applyAll(
  owner: KubeObject,
  wanted: readonly Child[],
  how: OwnOptions,
  options: OwnChildrenOptions,
): Promise<{ readonly held: ReadonlyMap<Child, KubeObject>; readonly early: unknown }> {
  const held = new Map<Child, KubeObject>()
  let [early, earlyMs]: [unknown, number] = [undefined, Infinity]
  for (const child of wanted) {
    try {
      held.set(child, await apply(owner, child, how, options))
    } catch (error) {
      const waitMs = waitAfter(error)
      if (waitMs === undefined) throw error
      if (waitMs < earlyMs) [early, earlyMs] = [error, waitMs]
    }
  }
  return { held, early }
}

async function apply(
  owner: KubeObject,
  child: Child,
  { dryRun = false }: OwnOptions,
  options: OwnChildrenOptions,
): Promise<KubeObject> {
  const { applied, log } = options
  if (!dryRun && isWatched(child, options) && options.cache.get(child.resource, child.ref) === undefined) {
    const made = await createByApply(owner, child, options)
    if (made !== undefined) return made
  }
  const live = await readLive(owner, child, options)
  if (live !== undefined && !isControlledBy(live, owner)) throw notOurs(owner, child, live)
  if (live !== undefined && applied.judge(child, live) === 'same') return live
  if (live === undefined && !dryRun) await options.mayCreate(child)
  if (dryRun) log.info('dry run: would apply child', { child: describeChild(child) })
  try {
    // Another client may have created an object of that name in the meantime: do not force ownership of it.
    return await applyChild(owner, child, { desired: child.desired, force: live !== undefined, dryRun }, options)
  } catch (error) {
    throw (await explain(error, owner, child, options)) ?? error
  }
}

/**
 * No object has this resourceVersion: storage counts from it before the first write. An apply with it creates the object, or fails
 * with 409 if one exists (decision 0420).
 */
const versionOfNoObject = '1'

/** `undefined` if an object of that name exists that the cache does not show yet. */
async function createByApply(
  owner: KubeObject,
  child: Child,
  options: OwnChildrenOptions,
): Promise<KubeObject | undefined> {
  await options.mayCreate(child)
  const metadata = { ...child.desired.metadata, resourceVersion: versionOfNoObject }
  const desired = { ...child.desired, metadata }
  return await applyChild(owner, child, { desired, force: false, dryRun: false }, options).catch(ignoreConflict)
}

function ignoreConflict(error: unknown): undefined {
  if (!isConflict(error)) throw error
}

interface Apply {
  readonly desired: KubeObject
  readonly force: boolean
  readonly dryRun: boolean
}

async function applyChild(
  owner: KubeObject,
  child: Child,
  { desired, force, dryRun }: Apply,
  options: OwnChildrenOptions,
): Promise<KubeObject> {
  const { client, applied, controller, signal } = options
  const how = { fieldManager: controller, force, dryRun, signal }
  const result = await client.apply(child.resource, desired as never, how)
  if (dryRun) return result
  applied.note(child, result)
  if (!isWatched(child, options)) applied.tie(owner.metadata.uid, result.metadata.uid)
  return result
}

/**
 * Reads from the cache, or from the server where the cache is insufficient: for kinds without a watch or with a metadata-only watch,
 * and for an object that was just created.
 */
async function readLive(owner: KubeObject, child: Child, options: OwnChildrenOptions): Promise<KubeObject | undefined> {
  const { resource, ref } = child
  const { cache, client, applied, signal } = options
  if (isWatched(child, options)) {
    const shown = cache.get(resource, ref) as KubeObject | undefined
    const isWhole = shown !== undefined && shown.kind !== 'PartialObjectMetadata'
    if (isWhole && applied.judge(child, shown) !== 'unknown') return shown
  }
  const live = await client.get(resource, ref, { omitManagedFields: false, signal }).catch(ignoreNotFound)
  if (live === undefined) return undefined
  applied.inspect(live)
  if (!isWatched(child, options)) applied.tie(owner.metadata.uid, live.metadata.uid)
  return live
}

function isWatched({ resource }: Child, { owned }: OwnChildrenOptions): boolean {
  return owned.some((one) => isSameKind(one, resource))
}

/** A conflict on a missing object means that another client has created it. */
async function explain(
  error: unknown,
  owner: KubeObject,
  child: Child,
  { client, signal }: OwnChildrenOptions,
): Promise<Error | undefined> {
  if (!isConflict(error)) return undefined
  const there = await client.get(child.resource, child.ref, { signal }).catch(ignoreNotFound)
  return there === undefined || isControlledBy(there, owner) ? undefined : notOurs(owner, child, there)
}

/** Deletes the objects that this controller created for this owner and no longer desires. */
async function prune(
  owner: KubeObject,
  wanted: readonly Child[],
  { prune: kinds, dryRun = false }: OwnOptions,
  options: OwnChildrenOptions,
): Promise<void> {
  const { client, controller, log, signal } = options
  for (const resource of kinds === undefined || kinds === false ? options.owned : kinds) {
    for (const object of childrenOf(owner, resource, options)) {
      const isOurs = isControlledBy(object, owner) && object.metadata.annotations?.[controllerAnnotation] === controller
      const isWanted = wanted.some((child) => isSame(child, resource, object))
      if (!isOurs || isWanted || object.metadata.deletionTimestamp !== undefined) continue
      log.info(dryRun ? 'dry run: would prune child' : 'pruning child', {
        child: `${resource.kind} ${formatRef(object.metadata)}`,
      })
      if (dryRun) continue
      const { uid, resourceVersion } = object.metadata
      await client
        .delete(resource, object.metadata, {
          preconditions: { uid, resourceVersion },
          propagationPolicy: 'Background',
          signal,
        })
        .catch((error: unknown) => {
          if (!isNotFound(error)) throw error
        })
    }
  }
}

/**
 * The objects the owner controls, by an index; for kinds the controller does not own, all objects in the owner's namespace, if it has one.
 */
function childrenOf(owner: KubeObject, resource: Resource, { cache, indexes }: OwnChildrenOptions) {
  const { uid, namespace } = owner.metadata
  const scope = namespace === undefined ? {} : { namespace }
  const index = indexes.of(resource)
  const found = index === undefined ? cache.list(resource, scope) : cache.find(index, uid, scope)
  return found as readonly KubeObject[]
}

function isSame({ resource, ref }: Child, kind: Resource, { metadata }: KubeObject): boolean {
  return isSameKind(resource, kind) && ref.name === metadata.name && ref.namespace === metadata.namespace
}

function isSameKind(one: Resource, two: Resource): boolean {
  return one.group === two.group && one.kind === two.kind
}

/** A kind missing from `owns` is noticed late, when a change is missed. An explicit `prune` shows intent, so it is not reported. */
function warnOfUnwatchedKinds(children: readonly Child[], options: OwnChildrenOptions): void {
  const { controller, warnedKinds, log } = options
  for (const child of children) {
    const { group, kind } = child.resource
    const name = `${group}/${kind}`
    if (warnedKinds.has(name) || isWatched(child, options)) continue
    warnedKinds.add(name)
    log.warn('ctx.own was given a kind that is missing from `owns`', {
      kind,
      so: 'a change of the child triggers no reconcile, and a child that is no longer passed to own is not pruned',
      next: `Add ${kind} to \`owns\` of ${controller}, or pass \`prune: false\` to \`own\`.`,
    })
  }
}
