/** Conditions: what is true of an object, why, and since when. */

export type ConditionStatus = 'True' | 'False' | 'Unknown'

export interface Condition {
  readonly type: string
  readonly status: ConditionStatus
  /** One CamelCase word for programs. */
  readonly reason: string
  /** A sentence for people; may be empty. */
  readonly message: string
  /** When `status` last changed; not when it was last confirmed. */
  readonly lastTransitionTime: string
  /** The generation this was judged from. Older than the object's generation means: not judged yet. */
  readonly observedGeneration?: number
}

/** A judgement without its dates: what an operator says, before it is written down. */
export interface Verdict {
  readonly status: ConditionStatus
  readonly reason: string
  readonly message?: string
}

export function yes(reason: string, message?: string): Verdict {
  return verdict('True', reason, message)
}

export function no(reason: string, message?: string): Verdict {
  return verdict('False', reason, message)
}

export function unknown(reason: string, message?: string): Verdict {
  return verdict('Unknown', reason, message)
}

function verdict(status: ConditionStatus, reason: string, message: string | undefined): Verdict {
  return message === undefined ? { status, reason } : { status, reason, message }
}
