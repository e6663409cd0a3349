/** From changes of followed objects to the keys of objects to reconcile, with the reason for each. */
import type { CacheReads, Change } from '@kubewright/cache'
import { type KubeObject, type Ref, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { ownersOf } from './child.ts'
import type { Controller, Owned } from './define-controller.ts'
import type { Grouping } from './group-controller.ts'
import { pausedAnnotation } from './names.ts'
import type { Reason } from './reason.ts'
import { requestKey } from './request-key.ts'
import type { Lookup, Watch, When } from './watch.ts'
import { isIntended, isVisible } from './worth-waking.ts'

/** Asks for a reconcile of `key`. */
export type Wake = (key: string, reason: Reason, change: Change) => void

/** Who writes during the reconcile of `key`, as the cache names it in `echoOf`. */
export function writerOf(controller: string, key: string): string {
  return `${controller} ${key}`
}

/** Wakes an object when it changes itself. */
export function onPrimary({ name, when }: Pick<Controller, 'name' | 'when'>, wake: Wake): (change: Change) => void {
  const isWorth = worthOf(when)
  return (change) => {
    const key = requestKey(refOf(change.object))
    if (change.echoOf === writerOf(name, key)) return
    const { type, object, previous } = change
    const isAsked = type === 'updated' || (type === 'added' && when !== undefined)
    if (isAsked && !isUnavoidable(object, previous) && !isWorth(object, previous)) return
    wake(key, { type: primaryReason(change) }, change)
  }
}

/** Wakes the groups an object belongs to, or did before. */
export function onMember(
  { name, when, for: resource }: Pick<Controller, 'name' | 'when' | 'for'>,
  { index }: Grouping,
  wake: Wake,
): (change: Change) => void {
  const isWorth = worthOf(when)
  return (change) => {
    const { type, object, previous } = change
    if (type === 'updated' && !isWorth(object, previous)) return
    if (type === 'added' && when !== undefined && !isWorth(object, undefined)) return
    const keys = [object, ...(previous === undefined ? [] : [previous])].flatMap((one) => index.values(one as never))
    const reason: Reason = change.isInitial ? { type: 'initial' } : reasonOf('watched', resource, change)
    for (const key of new Set(keys)) if (change.echoOf !== writerOf(name, key)) wake(key, reason, change)
  }
}

function worthOf(when: Controller['when']): When<KubeObject> {
  return when === 'any-change' ? () => true : ((when as When<KubeObject> | undefined) ?? isIntended)
}

/** Whatever a controller's `when` says: an object that is going has to be cleaned up after, one that was paused caught up with. */
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

/** Wakes the owner of an object. */
export function onOwned(controller: Controller, owned: Owned, wake: Wake): (change: Change) => void {
  const { name, for: primary } = controller
  const isWorth = (owned.when as When<KubeObject> | undefined) ?? isVisible
  return (change) => {
    // What was there at the start does not wake its owner, who is woken by being there.
    if (change.isInitial) return
    if (change.type === 'updated' && !isWorth(change.object, change.previous)) return
    const owners = [change.object, change.previous].flatMap((object) =>
      object === undefined ? [] : ownersOf(object, primary, owned.everyOwner ?? false),
    )
    const reason = reasonOf('owned', owned.resource, change)
    tell(owners, name, change, (key) => wake(key, reason, change))
  }
}

/** Wakes whatever a watch maps an object to. */
export function onWatched(controller: Controller, watch: Watch, lookup: Lookup, wake: Wake): (change: Change) => void {
  return (change) => {
    const { object, previous, type } = change
    if (type !== 'deleted' && watch.when !== undefined && !watch.when(object, previous)) return
    const concerned = [
      ...watch.requests(object, lookup),
      ...(previous === undefined || type === 'deleted' ? [] : watch.requests(previous, lookup)),
    ]
    const reason = reasonOf('watched', watch.resource, change)
    tell(concerned, controller.name, change, (key) => wake(key, reason, change))
  }
}

/** Wakes each once, except whoever made the change itself. */
function tell(refs: readonly Ref[], controller: string, change: Change, wake: (key: string) => void): void {
  for (const key of new Set(refs.map(requestKey))) if (change.echoOf !== writerOf(controller, key)) wake(key)
}

export function reasonOf(type: 'owned' | 'watched', { group, kind }: Resource, change: Change): Reason {
  return { type, object: { group, kind, ...refOf(change.object) }, change: change.type }
}

/** Map functions find objects in the cache. */
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
