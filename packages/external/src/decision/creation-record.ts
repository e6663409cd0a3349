/**
 * The persistent record of a creation, so that a crash leaves a trace: `begun` before the call, its result after it. A single
 * annotation, so that it is updated atomically.
 * See decision 0180.
 */
import { formatMicroTime, parseMicroTime } from '@kubewright/core/time'
import type { Creation } from './situation.ts'

/** The steps that are recorded in the life of an external resource. */
export const creationSteps = [
  /** The call is about to be made, or was made and its response was lost. */
  'begun',
  /** The call was rejected: nothing was created. */
  'failed',
  'succeeded',
  /** It existed before, and has been adopted. */
  'adopted',
  /** It existed, and its deletion was requested: if it is not visible now, it is gone. */
  'removed',
] as const
/** A recorded step in the life of an external resource, from the start of its creation to the request for its deletion. */
export type CreationStep = (typeof creationSteps)[number]

/** The latest step in the creation of an external resource, as recorded in the annotation of the object. */
export interface CreationRecord {
  readonly step: CreationStep
  /** In milliseconds since the Unix epoch. */
  readonly at: number
  /** Distinguishes attempts. */
  readonly attempt?: string
  /** How many earlier creations succeeded without ever becoming visible. */
  readonly unseen?: number
}

/**
 * Parses the annotation. An unreadable one counts as `begun`, the safe assumption: nothing is created twice.
 *
 * @example
 * ```ts
 * parseCreation('succeeded 2026-01-01T00:00:00.000000Z') // => { step: 'succeeded', at: 1767225600000 }
 * parseCreation('hello')?.step // => 'begun'
 * parseCreation(undefined) // => undefined
 * ```
 */
export function parseCreation(annotation: string | undefined): CreationRecord | undefined {
  if (annotation === undefined) return undefined
  const [word, time = '', ...rest] = annotation.trim().split(' ')
  const step = creationSteps.find((one) => one === word) ?? 'begun'
  const attempt = rest.find((one) => !unseenWord.test(one))
  const unseen = rest.map((one) => unseenWord.exec(one)?.[1]).find((count) => count !== undefined)
  return {
    step,
    at: timeOf(time),
    ...(attempt === undefined ? {} : { attempt }),
    ...(unseen === undefined ? {} : { unseen: Number(unseen) }),
  }
}

const unseenWord = /^unseen-(\d{1,6})$/

/**
 * The text of a creation record, as its annotation holds it.
 *
 * @example
 * ```ts
 * formatCreation({ step: 'begun', at: Date.UTC(2026, 0, 1) }) // => 'begun 2026-01-01T00:00:00.000000Z'
 * ```
 */
export function formatCreation({ step, at, attempt, unseen }: CreationRecord): string {
  const count = unseen === undefined || unseen === 0 ? undefined : `unseen-${unseen}`
  return [step, formatMicroTime(at), attempt, count].filter((word) => word !== undefined).join(' ')
}

/** An unreadable time counts as long ago: no visibility delay applies, and an ambiguous creation stays ambiguous. */
function timeOf(text: string): number {
  try {
    return parseMicroTime(text)
  } catch {
    return 0
  }
}

/** The creation state by its record. */
export function creationOf(record: CreationRecord | undefined): Creation {
  switch (record?.step) {
    case undefined:
    case 'failed':
      return 'None'
    case 'begun':
      return 'Begun'
    case 'removed':
      return 'Removed'
    default:
      return 'Done'
  }
}

/** Maximum number of creations that never become visible. */
const mostUnseen = 5

/** Whether that maximum has been reached. */
export function isNeverShown(record: CreationRecord | undefined): boolean {
  return record?.step === 'succeeded' && (record.unseen ?? 0) >= mostUnseen - 1
}

/**
 * How long a created resource may still be invisible; 0 if it must be visible. At most `visibleWithinMs`, even if the clock was set
 * back.
 */
export function hiddenForMs(record: CreationRecord | undefined, now: number, visibleWithinMs: number): number {
  if (record?.step !== 'begun' && record?.step !== 'succeeded') return 0
  return Math.min(Math.max(0, record.at + visibleWithinMs - now), visibleWithinMs)
}
