/**
 * What is written down of a creation, so that a process that dies in the middle leaves a trace: `begun` before the call, what
 * it came to after it. One annotation, so that it is never half true.
 */
import { formatMicroTime, parseMicroTime } from '@kubewright/core'
import type { Creation } from './situation.ts'

export const creationSteps = [
  /** The call is about to be made, or was, and nobody heard the answer. */
  'begun',
  /** It was refused: nothing was made. */
  'failed',
  'succeeded',
  /** It was there before us, and is ours now. */
  'adopted',
  /** It was there, and we removed it, or asked for that: what does not show now is gone. */
  'removed',
] as const
export type CreationStep = (typeof creationSteps)[number]

export interface CreationRecord {
  readonly step: CreationStep
  /** In milliseconds since the Unix epoch. */
  readonly at: number
  /** Tells one attempt from the next. */
  readonly attempt?: string
  /** How many creations before this one went well and were never seen. */
  readonly unseen?: number
}

/**
 * Reads the annotation. What nobody can read counts as a call that may have been made: that makes nothing twice.
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
 * @example
 * ```ts
 * formatCreation({ step: 'begun', at: Date.UTC(2026, 0, 1) }) // => 'begun 2026-01-01T00:00:00.000000Z'
 * ```
 */
export function formatCreation({ step, at, attempt, unseen }: CreationRecord): string {
  const count = unseen === undefined || unseen === 0 ? undefined : `unseen-${unseen}`
  return [step, formatMicroTime(at), attempt, count].filter((word) => word !== undefined).join(' ')
}

/** A time nobody can read is long ago: then nothing is waited for, and what is unclear stays unclear. */
function timeOf(text: string): number {
  try {
    return parseMicroTime(text)
  } catch {
    return 0
  }
}

/** How a creation stands by its record. */
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

/** So often it is made without ever showing. */
const mostUnseen = 5

/** Whether it was made as often as that, and never showed. */
export function isNeverShown(record: CreationRecord | undefined): boolean {
  return record?.step === 'succeeded' && (record.unseen ?? 0) >= mostUnseen - 1
}

/** How long what was asked for may still be out of sight; 0 if it cannot be. Never more at a time, also if a clock was set back. */
export function hiddenForMs(record: CreationRecord | undefined, now: number, visibleWithinMs: number): number {
  if (record?.step !== 'begun' && record?.step !== 'succeeded') return 0
  return Math.min(Math.max(0, record.at + visibleWithinMs - now), visibleWithinMs)
}
