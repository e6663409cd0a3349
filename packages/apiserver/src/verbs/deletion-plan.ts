/** Decides what a deletion does to an object: nothing, mark it, or remove it. Pure. */
import { deepClone } from '@kubewright/core/json'
import type { Strategy } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import { timestamp } from '../object/timestamp.ts'

export type DeletionPlan =
  /** The object is already being deleted, and this request does not shorten its grace period. */
  | { readonly step: 'nothing' }
  | { readonly step: 'remove' }
  /** `isLast`: nothing blocks the removal once the object is marked. */
  | { readonly step: 'mark'; readonly object: Draft; readonly isLast: boolean }

/** The parameters of a deletion. */
export interface Deleting {
  readonly strategy: Strategy
  readonly options: DeleteOptions
  readonly nowMs: number
}

export function planDeletion(stored: Draft, deleting: Deleting): DeletionPlan {
  const { strategy, options, nowMs } = deleting
  const object = deepClone(stored)
  const held = strategy.deletion?.isHeld(object) === true
  if (held && object.metadata.deletionTimestamp !== undefined) return { step: 'nothing' }
  const grace = held ? 'none' : graceOf(object, deleting)
  if (grace === 'pending') return { step: 'nothing' }
  const hasFinalizers = setFinalizers(object, finalizersAfter(strategy, object, options))
  if (grace !== 'none') return { step: 'mark', object, isLast: grace === 0 && !hasFinalizers }
  if (!hasFinalizers && !held) return { step: 'remove' }
  markNow(object, nowMs)
  if (held) strategy.deletion?.mark(object)
  return { step: 'mark', object, isLast: false }
}

/**
 * The grace period in seconds of an object that supports graceful deletion; records it in the object. While a deletion is
 * pending, its grace period can only be shortened.
 */
function graceOf(object: Draft, { strategy, options, nowMs }: Deleting): number | 'none' | 'pending' {
  if (strategy.graceSeconds === undefined) return 'none'
  const asked = options.gracePeriodSeconds === undefined ? undefined : atLeastOne(options.gracePeriodSeconds)
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata
  if (deletionTimestamp === undefined) return beginGrace(object, strategy.graceSeconds(object, asked) ?? 0, nowMs)
  if (deletionGracePeriodSeconds === 0) return 'none'
  if (asked === undefined || asked >= deletionGracePeriodSeconds) return 'pending'
  shortenGrace(object, asked, nowMs)
  return asked
}

const atLeastOne = (seconds: number) => (seconds < 0 ? 1 : seconds)

function beginGrace({ metadata }: Draft, seconds: number, nowMs: number): number {
  metadata.deletionTimestamp = timestamp(nowMs + seconds * 1_000)
  metadata.deletionGracePeriodSeconds = seconds
  countGeneration(metadata)
  return seconds
}

/** The new period counts from the first deletion, but never ends in the past. */
function shortenGrace({ metadata }: Draft, seconds: number, nowMs: number): void {
  const asked = Date.parse(metadata.deletionTimestamp!) - metadata.deletionGracePeriodSeconds! * 1_000
  const end = asked + seconds * 1_000
  metadata.deletionTimestamp = timestamp(Math.max(end, nowMs))
  metadata.deletionGracePeriodSeconds = end < nowMs && seconds !== 0 ? 1 : seconds
}

function markNow({ metadata }: Draft, nowMs: number): void {
  const { deletionTimestamp } = metadata
  if (deletionTimestamp === undefined) countGeneration(metadata)
  if (deletionTimestamp === undefined || Date.parse(deletionTimestamp) > nowMs)
    metadata.deletionTimestamp = timestamp(nowMs)
  metadata.deletionGracePeriodSeconds = 0
}

function countGeneration(metadata: Draft['metadata']): void {
  if ((metadata.generation ?? 0) > 0) metadata.generation = metadata.generation! + 1
}

/** @returns whether there are any */
function setFinalizers({ metadata }: Draft, finalizers: readonly string[]): boolean {
  if (finalizers.length > 0) metadata.finalizers = [...finalizers]
  else delete metadata.finalizers
  return finalizers.length > 0
}

const collectorFinalizers: readonly string[] = ['orphan', 'foregroundDeletion']

/** The finalizers with the requested propagation policy applied. */
function finalizersAfter(strategy: Strategy, object: Draft, options: DeleteOptions): readonly string[] {
  const current = object.metadata.finalizers ?? []
  if (!strategy.isCollected) return current
  const wish = finalizerFor(propagationOf(strategy, current, options))
  if (
    wish !== undefined &&
    current.includes(wish) &&
    current.filter((one) => collectorFinalizers.includes(one)).length === 1
  )
    return current
  const others = current.filter((finalizer) => !collectorFinalizers.includes(finalizer))
  return wish === undefined ? others : [...others, wish]
}

function finalizerFor(propagation: string): string | undefined {
  if (propagation === 'Orphan') return 'orphan'
  return propagation === 'Foreground' ? 'foregroundDeletion' : undefined
}

function propagationOf(strategy: Strategy, finalizers: readonly string[], options: DeleteOptions): string {
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background'
  if (options.propagationPolicy !== undefined) return options.propagationPolicy
  const named = finalizers.find((finalizer) => collectorFinalizers.includes(finalizer))
  if (named !== undefined) return named === 'orphan' ? 'Orphan' : 'Foreground'
  return strategy.defaultPropagation
}
