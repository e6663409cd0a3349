/** What an actor asks a world to do. */
import type { Actor } from './actor.ts'
import type { Touch } from './footprint.ts'
import type { FailureStatus, PlannedFault } from './plan.ts'

/** Something an actor wants done. */
export interface Call<Answer> {
  /** The name a plan knows it by. */
  readonly label: string
  readonly thread: string
  readonly writes: boolean
  /** Nobody counts it, and what it changes is not looked at. */
  readonly isAside: boolean
  /** Faults strike it though it is aside. */
  readonly isStruck?: boolean
  readonly sent?: string
  /** Comes before everything else that waits, unless it is chosen otherwise. */
  readonly isFirst?: boolean
  /** The answer sets nothing going: what comes of it is told later. */
  readonly isHeardLater?: boolean
  /** What it reads and changes, beside the caller. */
  readonly touches: readonly (readonly [place: string, how: Touch])[] | 'everything'
  /** Does it. */
  send(): Promise<Sent<Answer>>
  /** What the caller sees when it is refused. */
  refused(status: FailureStatus): Answer | Error
}

export interface Sent<Answer> {
  readonly answer: Answer
  readonly status: number | string
  readonly text?: string
  readonly changed: boolean
}

/** Whether a plan can name it. */
export function isCounted<Answer>({ role, hasLost, isStandby }: Actor, { isAside }: Call<Answer>): boolean {
  return role === 'operator' && !hasLost && !isStandby && !isAside
}

/** Whether faults strike it without anybody counting it otherwise. */
export function isStruckAside<Answer>({ role, hasLost, isStandby }: Actor, { isStruck }: Call<Answer>): boolean {
  return isStruck === true && role === 'operator' && !hasLost && !isStandby
}

export function fateOf(fault: PlannedFault | undefined): { fate?: string } {
  if (fault?.type === 'lost') return { fate: 'the answer was lost' }
  if (fault?.type === 'crash') return { fate: 'nobody heard the answer' }
  return {}
}

export function sentOf({ sent }: { readonly sent?: string }): { sent?: string } {
  return sent === undefined ? {} : { sent }
}

/** What is outside may refuse a call that is late; whoever made it does not hear of it any more. */
export function refusedOutside(error: unknown): Omit<Sent<never>, 'answer'> {
  return { status: 'failed', text: String(error), changed: false }
}
