/** What an exploration can find wrong with an operator. */

import type { TraceEntry } from './trace.ts'

/** Which rule was broken. */
export type Oracle =
  /** After the faults the cluster, or what is outside, is not as in the run without any. */
  | 'end-state'
  /** Something was made, or removed, more often than in the run without faults. */
  | 'creations'
  /** All is quiet, and one more reconcile of the same objects changes something. */
  | 'stability'
  /** It never comes to rest, or a reconcile never ends. */
  | 'liveness'
  /** A reconcile keeps failing though nothing goes wrong any more. */
  | 'recovery'
  /** Everything the user declared is gone, and something the operator made is not. */
  | 'leak'
  /** Something the user made, or a label or annotation they wrote, is gone, and they did not remove it. */
  | 'loss'
  /** A declaration that was reached by changes differs from the same one made at once; or one that was taken back did not return. */
  | 'declaration'
  /** The operator wrote something that its permissions do not cover. */
  | 'permission'
  /** A rule of the user's own. */
  | 'invariant'
  /** A write of the operator is no operation that its management protocol allows there, or the goal is not reached. */
  | 'protocol'
  /** Code of the operator used real time, chance or sockets. */
  | 'determinism'
  /** What the user did failed. */
  | 'scenario'

export interface Finding {
  readonly oracle: Oracle
  /** In a sentence, the same for the same mistake as far as possible. */
  readonly message: string
  /** More lines for people: differences, the loop, a stack. */
  readonly details: readonly string[]
  /** Findings with the same signature are one mistake. */
  readonly signature: string
  /** The other of two ways that should have led to the same, if they were compared. */
  readonly otherWay?: OtherWay
  /** The step after which it was seen, if it was then. */
  readonly step?: number
}

export interface OtherWay {
  /** `declared at once` */
  readonly what: string
  readonly entries: readonly TraceEntry[]
  /** The step after which it was looked at. */
  readonly step: number
}

export function finding(oracle: Oracle, message: string, details: readonly string[] = [], about = message): Finding {
  return { oracle, message, details, signature: `${oracle}: ${about}` }
}
