/**
 * Decides the next step that brings an object to the shard the ring wants. Pure: execution, timing and retries are elsewhere.
 * The rest of this package exists to establish the facts used here.
 *
 * The annotation names the shard that may act on an object. The label only makes the object visible to a shard. So the
 * question is always the same: *which shard may be acting on it now?*
 * - a live shard: the object stays with it until it releases the object, whatever happened to the labels
 * - none: it may be assigned
 * - unknown, because the annotation was removed: it is not assigned until all shards have confirmed that they do not act on
 *   it
 *
 * See decision 0190.
 */
import { releasedNote } from '../names.ts'

/** The placement-related state of an object. */
export interface Placed {
  readonly uid: string
  readonly resourceVersion: string
  readonly namespace: string | undefined
  readonly name: string
  /** The value of its label; empty if it has none. */
  readonly label: string
  /** The value of its annotation; empty if it has none. */
  readonly note: string
  readonly isDraining: boolean
  /** The former value of a removed annotation; empty if unknown. */
  readonly remembered: string
  /** It was created when it cannot have been assigned yet, or all shards have confirmed that they do not act on it. */
  readonly isConfirmedFree: boolean
}

/**
 * Whether a shard may act: it is `live`, or may be; it is `ending`, which the sharder has yet to confirm; it is `fenced`: the
 * sharder holds its lease.
 */
export type Liveness = 'live' | 'ending' | 'fenced'

/** The ring, from the perspective of one object. */
export interface RingView {
  /** The shard it should belong to; `undefined` if there are no shards, `null` if the ring does not select it. */
  readonly target: string | undefined | null
  livenessOf(shard: string): Liveness
}

/** The desired marks of an object. */
export interface Marks {
  readonly label: string
  readonly note: string
  readonly isDraining: boolean
}

/** The next step that moves an object to the shard that should own it. */
export type Step =
  /** It is where it belongs. */
  | { readonly do: 'nothing' }
  /** Another event has to happen first. */
  | { readonly do: 'wait'; readonly for: 'drain' | 'takeover' | 'owner inquiry' | 'a shard' }
  /** Only `assign` grants a shard the right to act. */
  | { readonly do: 'assign' | 'drain' | 'keep' | 'restore' | 'clear'; readonly marks: Marks }

const nothing: Step = { do: 'nothing' }
const unmarked: Marks = { label: '', note: '', isDraining: false }

/** Total: defined for every combination of marks. */
export function nextStep(object: Placed, view: RingView): Step {
  if (view.target === null && isMarked(object, unmarked) && object.remembered === '') return nothing
  const actor = actorOf(object)
  if (actor === undefined) return { do: 'wait', for: 'owner inquiry' }
  return actor === releasedNote ? give(object, view) : hold(object, actor, view)
}

/** The shard that may be acting on it, `releasedNote` for none, or `undefined` if the marks do not tell. */
function actorOf({ note, remembered, isConfirmedFree }: Placed): string | undefined {
  if (note !== '') return note
  if (remembered !== '') return remembered
  return isConfirmedFree ? releasedNote : undefined
}

/** The object belongs to a shard. */
function hold(object: Placed, actor: string, view: RingView): Step {
  const liveness = view.livenessOf(actor)
  if (liveness === 'fenced') return give(object, view)
  if (liveness === 'ending') return { do: 'wait', for: 'takeover' }
  // Without a target it stays: an empty ring does not mean that its live owner has ended.
  const leaves = view.target !== undefined && view.target !== actor
  const marks = { label: actor, note: actor, isDraining: leaves }
  if (isMarked(object, marks)) return leaves ? { do: 'wait', for: 'drain' } : nothing
  if (object.label !== actor || object.note !== actor) return { do: 'restore', marks }
  return { do: leaves ? 'drain' : 'keep', marks }
}

/** No shard acts on the object. */
function give(object: Placed, { target }: RingView): Step {
  if (target === undefined) return { do: 'wait', for: 'a shard' }
  if (target === null) return isMarked(object, unmarked) ? nothing : { do: 'clear', marks: unmarked }
  return { do: 'assign', marks: { label: target, note: target, isDraining: false } }
}

function isMarked(object: Placed, { label, note, isDraining }: Marks): boolean {
  return object.label === label && object.note === note && object.isDraining === isDraining
}
