/** Reads and writes the marks of a ring on an object. */
import type { KubeObject } from '@kubewright/core'
import { formatTime } from '@kubewright/core/time'
import { assignmentAnnotation, drainLabel, isShardName, releasedNote, shardLabel } from '../names.ts'
import type { Marks, Placed } from './placement.ts'

type Marked = Pick<KubeObject, 'metadata'>

/** An annotation that is not a valid shard name is ignored: it was overwritten by another client. */
export function readMarks({ metadata }: Marked, ring: string): Marks {
  const note = metadata.annotations?.[assignmentAnnotation(ring)] ?? ''
  return {
    label: metadata.labels?.[shardLabel(ring)] ?? '',
    note: note === releasedNote || isShardName(note) ? note : '',
    isDraining: metadata.labels?.[drainLabel(ring)] !== undefined,
  }
}

/** If the annotation was removed, the shard known from `before` is remembered. */
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
    isConfirmedFree: marks.note === '' && known === '' && (before?.isConfirmedFree ?? false),
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
 * Applies only to the same object in the same version.
 *
 * @param now the wall clock time, for drain requests
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

/** The shard has released the object. */
export const released: Marks = { label: '', note: releasedNote, isDraining: false }

/** A time in a format that is valid in a label. */
export function formatSince(ms: number): string {
  return formatTime(ms).replace(/[-:]/g, '')
}

/** Since when the shard has been asked to release the object; `undefined` if the label was not written by a sharder. */
export function readSince({ metadata }: Marked, ring: string): number | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(metadata.labels?.[drainLabel(ring)] ?? '') ?? []
  const [year, month, day, hours, minutes, seconds] = parts.map(Number)
  if (year === undefined) return undefined
  return Date.UTC(year, month! - 1, day, hours, minutes, seconds)
}
