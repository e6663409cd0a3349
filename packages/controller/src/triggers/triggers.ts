/** Maps changes of watched objects to the keys to reconcile, with the reason for each. */
import type { CacheReads, Change } from '@kubewright/cache'
import { type KubeObject, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { ownersOf } from '../children/child.ts'
import type { Controller, Owned } from '../definition/define-controller.ts'
import type { Grouping } from '../definition/group-controller.ts'
import { pausedAnnotation } from '../names.ts'
import type { Reason } from '../request/reason.ts'
import { requestKey } from '../request/request-key.ts'
import { writerOf } from '../request/writer.ts'
import type { Lookup, Watch, When } from '../definition/watch.ts'
import { isIntended, isVisible } from '../definition/default-predicates.ts'
import { named } from './named-function.ts'

/** Requests a reconcile of `key` because of a change. */
export type Enqueue = (key: string, reason: Reason, change: Change) => void

/** Enqueues an object when it changes. */
export function onPrimary(
  { name, when }: Pick<Controller, 'name' | 'when'>,
  enqueue: Enqueue,
): (change: Change) => void {
  const isWorth = worthOf(when)
  return (change) => {
    const key = requestKey(refOf(change.object))
    if (change.echoOf === writerOf(name, key)) return
    const { type, object, previous } = change
    const isAsked = type === 'updated' || (type === 'added' && when !== undefined)
    if (isAsked && !isUnavoidable(object, previous) && !isWorth(object, previous)) return
    enqueue(key, { type: primaryReason(change) }, change)
  }
}

/** Enqueues the current and previous groups of an object. */
export function onMember(
  { name, when, for: resource }: Pick<Controller, 'name' | 'when' | 'for'>,
  { index }: Grouping,
  enqueue: Enqueue,
): (change: Change) => void {
  const isWorth = worthOf(when)
  const groupsOf = named('by', (one: KubeObject) => index.values(one as never))
  return (change) => {
    const { type, object, previous } = change
    if (type === 'updated' && !isWorth(object, previous)) return
    if (type === 'added' && when !== undefined && !isWorth(object, undefined)) return
    const keys = [object, ...(previous === undefined ? [] : [previous])].flatMap((one) => groupsOf(one, undefined))
    const reason: Reason = change.isInitial ? { type: 'initial' } : reasonOf('watched', resource, change)
    for (const key of new Set(keys)) if (change.echoOf !== writerOf(name, key)) enqueue(key, reason, change)
  }
}

function worthOf(when: Controller['when']): When<KubeObject> {
  if (when === undefined) return isIntended
  return when === 'any-change' ? () => true : named('when', when as When<KubeObject>)
}

/** Changes that bypass `when`: an object being deleted must be cleaned up, and one that is unpaused must catch up. */
function isUnavoidable(next: KubeObject, previous: KubeObject | undefined): boolean {
  const { deletionTimestamp, annotations } = next.metadata
  const before = previous?.metadata
  if (deletionTimestamp !== before?.deletionTimestamp) return true
  return before !== undefined && annotations?.[pausedAnnotation] !== before.annotations?.[pausedAnnotation]
}

function primaryReason({ type, object, isInitial }: Change) {
  if (type === 'deleted') return 'deleted'
  if (object.metadata.deletionTimestamp !== undefined) return 'deleting'
  if (type === 'updated') return 'changed'
  return isInitial ? 'initial' : 'created'
}

/** Enqueues the owner of an object. */
export function onOwned(controller: Controller, owned: Owned, enqueue: Enqueue): (change: Change) => void {
  const { name, for: primary } = controller
  const isWorth = owned.when === undefined ? isVisible : named('when', owned.when as When<KubeObject>)
  return (change) => {
    // Objects of the initial list do not enqueue their owner: it is reconciled at start anyway.
    if (change.isInitial) return
    if (change.type === 'updated' && !isWorth(change.object, change.previous)) return
    const owners = [change.object, change.previous].flatMap((object) =>
      object === undefined ? [] : ownersOf(object, primary, owned.everyOwner ?? false),
    )
    const reason = reasonOf('owned', owned.resource, change)
    enqueueEach(new Set(owners.map(requestKey)), name, change, (key) => enqueue(key, reason, change))
  }
}

/** Enqueues the objects that a watch maps an object to. */
export function onWatched(
  controller: Controller,
  watch: Watch,
  lookup: Lookup,
  enqueue: Enqueue,
): (change: Change) => void {
  const isWorth = named(
    'when',
    (next: KubeObject, previous: KubeObject | undefined) => watch.when?.(next, previous) ?? true,
  )
  // Iterated inside, since `requests` may be a generator, and may yield values that are not references.
  const addKeys = named('requests', (object: KubeObject, keys: Set<string>) => {
    for (const ref of watch.requests(object, lookup)) keys.add(requestKey(ref))
  })
  return (change) => {
    const { object, previous, type } = change
    if (type !== 'deleted' && !isWorth(object, previous)) return
    const keys = new Set<string>()
    addKeys(object, keys)
    if (previous !== undefined && type !== 'deleted') addKeys(previous, keys)
    const reason = reasonOf('watched', watch.resource, change)
    enqueueEach(keys, controller.name, change, (key) => enqueue(key, reason, change))
  }
}

/** Enqueues each object, except the one whose reconcile made the change. */
function enqueueEach(keys: ReadonlySet<string>, writer: string, change: Change, enqueue: (key: string) => void): void {
  for (const key of keys) if (change.echoOf !== writerOf(writer, key)) enqueue(key)
}

export function reasonOf(type: 'owned' | 'watched', { group, kind }: Resource, change: Change): Reason {
  return { type, object: { group, kind, ...refOf(change.object) }, change: change.type }
}

/** Cache lookups for map functions. */
export function lookupIn(cache: Pick<CacheReads, 'list' | 'find'>): Lookup {
  const refs = (objects: readonly KubeObject[]) => objects.map((object) => refOf(object))
  return {
    find: (index, value, scope) => refs(cache.find(index, value, place(scope?.namespace)) as readonly KubeObject[]),
    all: (resource, scope) => refs(cache.list(resource, place(scope?.namespace)) as readonly KubeObject[]),
  }
}

function place(namespace: string | undefined) {
  return namespace === undefined ? {} : { namespace }
}
