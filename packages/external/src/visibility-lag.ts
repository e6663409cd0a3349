/**
 * How long a look may still show the state before the last call. `visibleWithin` covers creations by their mark on the object;
 * updates are kept in memory: after a restart the update is repeated, which is safe.
 */
import { type Clock, type KubeObject, toMs } from '@kubewright/core'
import { type CreationRecord, hiddenForMs } from './creation-record.ts'
import type { Machine } from './machine.ts'
import { isApplied } from './object-wish.ts'

export interface UnconfirmedUpdate {
  /** When it came back as done, as `clock.elapsed()`. */
  readonly at: number
  /** A look differed after `visibleWithin` had passed. Further updates from the same spec get no time to become visible. */
  readonly isInVain: boolean
}

type Updates = Map<string, UnconfirmedUpdate>

/** The next update is about to be made. From another spec, it is a first one. */
export function noteUpdateBegins(updates: Updates, object: KubeObject): void {
  const { uid } = object.metadata
  const earlier = updates.get(uid)
  if (earlier === undefined) return
  if (isApplied(object)) updates.set(uid, { ...earlier, isInVain: true })
  else updates.delete(uid)
}

export function noteUpdated(updates: Updates, { metadata: { uid } }: KubeObject, clock: Clock): void {
  updates.set(uid, { at: clock.elapsed(), isInVain: updates.get(uid)?.isInVain ?? false })
}

/**
 * By verdict, how long it may be out of date. A resource that was just created may need an update as its next step, so that only
 * a deletion waits there.
 */
export function staleForMs(
  { visibleWithin, memory }: Pick<Machine, 'visibleWithin' | 'memory'>,
  { object, creation }: { readonly object: KubeObject; readonly creation: CreationRecord | undefined },
  clock: Clock,
): Readonly<Record<'UpdateRequired' | 'RecreateRequired', number>> {
  if (!isApplied(object)) return { UpdateRequired: 0, RecreateRequired: 0 }
  const withinMs = toMs(visibleWithin)
  const update = memory.updates.get(object.metadata.uid)
  const sinceUpdateMs = update === undefined || update.isInVain ? Infinity : clock.elapsed() - update.at
  const updatedMs = Math.max(0, withinMs - sinceUpdateMs)
  const createdMs = hiddenForMs(creation, clock.now(), withinMs)
  return { UpdateRequired: updatedMs, RecreateRequired: Math.max(updatedMs, createdMs) }
}
