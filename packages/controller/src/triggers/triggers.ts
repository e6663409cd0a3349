/** Maps changes of watched objects to the keys to reconcile, with the reason for each. */
import type { CacheReads, Change } from '@kubewright/cache'
import { type KubeObject, type Ref, refOf } from '@kubewright/core'
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
  return (change) => {
    const { type, object, previous } = change
    if (type === 'updated' && !isWorth(object, previous)) return
    if (type === 'added' && when !== undefined && !isWorth(object, undefined)) return
    const keys = [object, ...(previous === undefined ? [] : [previous])].flatMap((one) => index.values(one as never))
    const reason: Reason = change.isInitial ? { type: 'initial' } : reasonOf('watched', resource, change)
    for (const key of new Set(keys)) if (change.echoOf !== writerOf(name, key)) enqueue(key, reason, change)
  }
}

function worthOf(when: Controller['when']): When<KubeObject> {
  return when === 'any-change' ? () => true : ((when as When<KubeObject> | undefined) ?? isIntended)
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
  const isWorth = (owned.when as When<KubeObject> | undefined) ?? isVisible
  return (change) => {
    // Objects of the initial list do not enqueue their owner: it is reconciled at start anyway.
    if (change.isInitial) return
    if (change.type === 'updated' && !isWorth(change.object, change.previous)) return
    const owners = [change.object, change.previous].flatMap((object) =>
      object === undefined ? [] : ownersOf(object, primary, owned.everyOwner ?? false),
    )
    const reason = reasonOf('owned', owned.resource, change)
    enqueueEach(owners, name, change, (key) => enqueue(key, reason, change))
  }
}

/** Enqueues the objects that a watch maps an object to. */
export function onWatched(
  controller: Controller,
  watch: Watch,
  lookup: Lookup,
  enqueue: Enqueue,
): (change: Change) => void {
  return (change) => {
    const { object, previous, type } = change
    if (type !== 'deleted' && watch.when !== undefined && !watch.when(object, previous)) return
    const concerned = [
      ...watch.requests(object, lookup),
      ...(previous === undefined || type === 'deleted' ? [] : watch.requests(previous, lookup)),
    ]
    const reason = reasonOf('watched', watch.resource, change)
    enqueueEach(concerned, controller.name, change, (key) => enqueue(key, reason, change))
  }
}

/** Enqueues each object once, except the one whose reconcile made the change. */
function enqueueEach(refs: readonly Ref[], controller: string, change: Change, enqueue: (key: string) => void): void {
  for (const key of new Set(refs.map(requestKey))) if (change.echoOf !== writerOf(controller, key)) enqueue(key)
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
