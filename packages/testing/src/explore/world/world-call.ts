/** The calls that actors make through a world. */
import type { Actor } from './actor.ts'
import type { Touch } from './footprint.ts'
import type { FailureStatus, PlannedFault } from '../plan/plan.ts'

/** A call to the API server or an external service. */
export interface Call<Answer> {
  /** The label by which a plan identifies the call. */
  readonly label: string
  readonly thread: string
  readonly writes: boolean
  /** The call is not counted, and its changes are not observed. */
  readonly isAside: boolean
  /** Faults apply to the call although it is aside. */
  readonly isFaultable?: boolean
  readonly sent?: string
  /** The call precedes all pending actions, unless the guide decides otherwise. */
  readonly isFirst?: boolean
  /** The response has no immediate effect: its content is delivered later, as events. */
  readonly isAnsweredByEvents?: boolean
  /** The places that the call reads and changes, besides the caller's own state. */
  readonly touches: readonly (readonly [place: string, how: Touch])[] | 'everything'
  /** Performs the call. */
  send(): Promise<Sent<Answer>>
  /** The caller's response when the call is rejected. */
  refused(status: FailureStatus): Answer | Error
}

export interface Sent<Answer> {
  readonly answer: Answer
  readonly status: number | string
  readonly text?: string
  readonly changed: boolean
}

/** Whether a plan can refer to the call. */
export function isCounted<Answer>({ role, hasLost, isStandby }: Actor, { isAside }: Call<Answer>): boolean {
  return role === 'operator' && !hasLost && !isStandby && !isAside
}

/** Whether faults apply to a call that is otherwise not counted. */
export function isFaultableAside<Answer>({ role, hasLost, isStandby }: Actor, { isFaultable }: Call<Answer>): boolean {
  return isFaultable === true && role === 'operator' && !hasLost && !isStandby
}

export function fateOf(fault: PlannedFault | undefined): { fate?: string } {
  if (fault?.type === 'lost') return { fate: 'the response is lost' }
  if (fault?.type === 'crash') return { fate: 'the response is not received' }
  return {}
}

export function sentOf({ sent }: { readonly sent?: string }): { sent?: string } {
  return sent === undefined ? {} : { sent }
}

/** An external service may reject a late call; its caller is gone. */
export function refusedOutside(error: unknown): Omit<Sent<never>, 'answer'> {
  return { status: 'failed', text: String(error), changed: false }
}
