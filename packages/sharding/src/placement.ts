/**
 * What has to happen to one object so that it ends up where the ring wants it. Pure: who does it, when, and how often are
 * other files' business. Everything else in this package exists to make the answers here true.
 *
 * The one who may act on an object is named by its annotation, never by its label: the label only brings the object into the
 * view of a shard. So the question is always the same: *who may be acting on it now?*
 * - somebody who lives: the object stays his until he lets go, whatever happened to its labels
 * - nobody: it may be given away
 * - unknown, because somebody removed the annotation: nobody gets it until all shards have said that they do not act on it
 */
import { releasedNote } from './names.ts'

/** An object, as far as its place is concerned. */
export interface Placed {
  readonly uid: string
  readonly resourceVersion: string
  readonly namespace: string | undefined
  readonly name: string
  /** What its label says; empty if it has none. */
  readonly label: string
  /** What its annotation says; empty if it has none. */
  readonly note: string
  readonly isDraining: boolean
  /** Whom its annotation named before somebody removed that; empty if nobody knows. */
  readonly remembered: string
  /** It was made when nobody could have been given it yet, or all shards have said that they do not act on it. */
  readonly isProven: boolean
}

/**
 * How far a shard is from acting: it `acts`, or may; it `ends`, which the sharder has yet to make sure of; it is `over`: the
 * sharder holds its lease.
 */
export type Standing = 'acts' | 'ends' | 'over'

/** The ring, as an object sees it. */
export interface RingView {
  /** Whose it shall be; `undefined` if there are no shards, `null` if the ring does not want it. */
  readonly target: string | undefined | null
  standingOf(shard: string): Standing
}

/** How the three marks of an object shall be. */
export interface Marks {
  readonly label: string
  readonly note: string
  readonly isDraining: boolean
}

export type Step =
  /** It is where it belongs. */
  | { readonly do: 'nothing' }
  /** Something else has to happen first. */
  | { readonly do: 'wait'; readonly for: 'drain' | 'takeover' | 'roll call' | 'a shard' }
  /** `assign` begins somebody's right to act; nothing else does. */
  | { readonly do: 'assign' | 'drain' | 'keep' | 'restore' | 'clear'; readonly marks: Marks }

const nothing: Step = { do: 'nothing' }
const unmarked: Marks = { label: '', note: '', isDraining: false }

/** Total: every combination of marks has an answer. */
export function nextStep(object: Placed, view: RingView): Step {
  if (view.target === null && isMarked(object, unmarked) && object.remembered === '') return nothing
  const actor = actorOf(object)
  if (actor === undefined) return { do: 'wait', for: 'roll call' }
  return actor === releasedNote ? give(object, view) : hold(object, actor, view)
}

/** Who may be acting on it: a shard, nobody, or `undefined` if its marks do not tell. */
function actorOf({ note, remembered, isProven }: Placed): string | undefined {
  if (note !== '') return note
  if (remembered !== '') return remembered
  return isProven ? releasedNote : undefined
}

/** It is somebody's. */
function hold(object: Placed, actor: string, view: RingView): Step {
  const standing = view.standingOf(actor)
  if (standing === 'over') return give(object, view)
  if (standing === 'ends') return { do: 'wait', for: 'takeover' }
  // Without anywhere to go it stays: that the ring is empty says nothing about the one who lives.
  const leaves = view.target !== undefined && view.target !== actor
  const marks = { label: actor, note: actor, isDraining: leaves }
  if (isMarked(object, marks)) return leaves ? { do: 'wait', for: 'drain' } : nothing
  if (object.label !== actor || object.note !== actor) return { do: 'restore', marks }
  return { do: leaves ? 'drain' : 'keep', marks }
}

/** Nobody acts on it. */
function give(object: Placed, { target }: RingView): Step {
  if (target === undefined) return { do: 'wait', for: 'a shard' }
  if (target === null) return isMarked(object, unmarked) ? nothing : { do: 'clear', marks: unmarked }
  return { do: 'assign', marks: { label: target, note: target, isDraining: false } }
}

function isMarked(object: Placed, { label, note, isDraining }: Marks): boolean {
  return object.label === label && object.note === note && object.isDraining === isDraining
}
