/** The marks of a ring on an object: how they are read, and the patch that writes them. */
import { formatTime, type KubeObject } from '@kubewright/core'
import { assignmentAnnotation, drainLabel, isShardName, releasedNote, shardLabel } from './names.ts'
import type { Marks, Placed } from './placement.ts'

type Marked = Pick<KubeObject, 'metadata'>

/** A note that can be nobody's name is none: somebody wrote over what was there. */
export function readMarks({ metadata }: Marked, ring: string): Marks {
  const note = metadata.annotations?.[assignmentAnnotation(ring)] ?? ''
  return {
    label: metadata.labels?.[shardLabel(ring)] ?? '',
    note: note === releasedNote || isShardName(note) ? note : '',
    isDraining: metadata.labels?.[drainLabel(ring)] !== undefined,
  }
}

/** What is known of `before` is kept in mind where somebody removed it. */
export function readPlaced(object: Marked, ring: string, before?: Placed): Placed {
  const { uid, resourceVersion, namespace, name } = object.metadata
  const marks = readMarks(object, ring)
  const known = before === undefined || before.note === '' ? (before?.remembered ?? '') : before.note
  return {
    uid,
    resourceVersion,
    namespace,
    name,
    ...marks,
    remembered: marks.note === '' ? known : '',
    isProven: marks.note === '' && known === '' && (before?.isProven ?? false),
  }
}

export interface MarksPatch {
  readonly metadata: {
    readonly uid: string
    readonly resourceVersion: string
    readonly labels: Readonly<Record<string, string | null>>
    readonly annotations: Readonly<Record<string, string | null>>
  }
}

/**
 * Applies only to the very object, in the very version, that was looked at.
 *
 * @param now what the wall shows, for the one who asks for a drain
 */
export function marksPatch(
  { uid, resourceVersion }: Pick<Placed, 'uid' | 'resourceVersion'>,
  { label, note, isDraining }: Marks,
  { ring, now }: { readonly ring: string; readonly now: number },
): MarksPatch {
  return {
    metadata: {
      uid,
      resourceVersion,
      labels: { [shardLabel(ring)]: label || null, [drainLabel(ring)]: isDraining ? formatSince(now) : null },
      annotations: { [assignmentAnnotation(ring)]: note || null },
    },
  }
}

/** The shard has let go. */
export const released: Marks = { label: '', note: releasedNote, isDraining: false }

/** A time that may stand in a label. */
export function formatSince(ms: number): string {
  return formatTime(ms).replace(/[-:]/g, '')
}

/** Since when the shard of an object has been asked to let go; nothing if somebody else than a sharder asked. */
export function readSince({ metadata }: Marked, ring: string): number | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(metadata.labels?.[drainLabel(ring)] ?? '') ?? []
  const [year, month, day, hours, minutes, seconds] = parts.map(Number)
  if (year === undefined) return undefined
  return Date.UTC(year, month! - 1, day, hours, minutes, seconds)
}
