/** The failures of an operator that an exploration can find. */

import type { TraceEntry } from './trace.ts'

/** The violated rule. */
export type Oracle =
  /** After the faults the state of the cluster, or of an external service, differs from the run without faults. */
  | 'end-state'
  /** An object was created or deleted more often than in the run without faults. */
  | 'creations'
  /** The cluster is idle, and one more reconcile of the same objects changes something. */
  | 'stability'
  /** The operator never becomes idle, or a reconcile never ends. */
  | 'liveness'
  /** A reconcile keeps failing after the faults have ended. */
  | 'recovery'
  /** All objects of the user are gone, but an object of the operator remains. */
  | 'leak'
  /** An object, label or annotation of the user is gone, but the user did not remove it. */
  | 'loss'
  /** Declarations reached by changes lead to another state than the same ones made at once; or a reverted change does not lead back. */
  | 'declaration'
  /** The operator made a write that its permissions do not cover. */
  | 'permission'
  /** A rule in `invariants` of the exploration was violated. */
  | 'invariant'
  /** A write of the operator is not enabled in its management protocol, or the goal is not reached. */
  | 'protocol'
  /** The operator used real time, randomness or sockets. */
  | 'determinism'
  /** The scenario itself failed. */
  | 'scenario'

/** A violated property of a run: the oracle, the message and its details. */
export interface Finding {
  readonly oracle: Oracle
  /** A sentence, as stable as possible for the same failure. */
  readonly message: string
  /** Further lines: differences, the loop, a stack trace. */
  readonly details: readonly string[]
  /** Findings with the same signature are the same failure. */
  readonly signature: string
  /** The other of two compared ways that should have led to the same state. */
  readonly otherWay?: OtherWay
  /** The step after which it was observed, if any. */
  readonly step?: number
}

/** The compared run of a finding that should have led to the same state. */
export interface OtherWay {
  /** `declared at once` */
  readonly what: string
  readonly entries: readonly TraceEntry[]
  /** The step after which it was observed. */
  readonly step: number
}

export function finding(oracle: Oracle, message: string, details: readonly string[] = [], about = message): Finding {
  return { oracle, message, details, signature: `${oracle}: ${about}` }
}
