/**
 * How long an observation may lag behind the last call. For creations, `visibleWithin` counts from their record on the object. Updates
 * are tracked in memory: after a restart the update is repeated, which is safe.
 * See decision 0275.
 */
import { type Clock, type Duration, type KubeObject, toMs } from '@kubewright/core'
import { type CreationRecord, hiddenForMs } from './creation-record.ts'
import { isApplied } from './desired-state.ts'

export interface UnconfirmedUpdate {
  /** When the call succeeded, as `clock.elapsed()`. */
  readonly at: number
  /** The difference remained after `visibleWithin`. Further updates with the same spec get no visibility delay. */
  readonly isInVain: boolean
}

type Updates = Map<string, UnconfirmedUpdate>

interface UpdateTracking {
  readonly visibleWithin: Duration
  readonly memory: { readonly updates: ReadonlyMap<string, UnconfirmedUpdate> }
}

/** Called before an update. One with another spec counts as the first. */
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
 * How long each verdict may be stale. A resource that was just created may need an update as its next step, so only a recreation
 * waits after a creation.
 */
export function staleForMs(
  { visibleWithin, memory }: UpdateTracking,
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
