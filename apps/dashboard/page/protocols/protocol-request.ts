/** The requests to the protocol worker, and their answers. */
import type { Analysis, GlobalState, Goal, NoPlan, Plan, Recovery, Step } from '@kubewright/protocol'
import type { LiveProtocol } from './live-state.ts'
import type { ProtocolModel } from './protocol-model.ts'
import type { TextProblem } from './text-problems.ts'

export interface Checked {
  /** Absent if the text is not a topology. */
  readonly model?: ProtocolModel
  readonly problems: readonly TextProblem[]
  /** Whether it can be simulated and planned. */
  readonly isSound: boolean
}

/** An operation that starts in the current state of a node but cannot be performed. */
export interface Refused {
  readonly line: string
  readonly why: string
}

export interface Fault {
  readonly node: string
  readonly requirement: string
  /** States of the node without a fault handler, in which the fault stays pending. */
  readonly unhandled: readonly string[]
}

/** The possible steps of a global state. */
export interface Outlook {
  readonly isSettled: boolean
  readonly faults: readonly Fault[]
  readonly steps: readonly Step[]
  readonly refused: readonly Refused[]
}

/** One step and the state it led to. */
export interface Taken {
  readonly step: Step
  readonly state: GlobalState
}

export interface FaultTable {
  readonly state: GlobalState
  readonly recoveries: readonly Recovery[]
}

/** Each request with its answer. All but the last two are about the topology of a text. */
export interface Questions {
  check: { ask: { text: string }; answer: Checked }
  outlook: { ask: { text: string; state: GlobalState }; answer: Outlook }
  take: { ask: { text: string; state: GlobalState; step: Step; settles: boolean }; answer: readonly Taken[] }
  /** Takes the steps of a plan, or of a witness as text. */
  replay: { ask: { text: string; state: GlobalState; steps: readonly (Step | string)[] }; answer: readonly Taken[] }
  plan: { ask: { text: string; from: GlobalState; to: Goal; limit: number }; answer: Plan | NoPlan }
  /** @returns `undefined` if not every node can be up at the same time */
  busiest: { ask: { text: string; limit: number }; answer: GlobalState | undefined }
  faults: { ask: { text: string; state: GlobalState; double: boolean; limit: number }; answer: FaultTable }
  analyse: { ask: { text: string; goal: Goal; limit: number }; answer: Analysis }
  exportCsar: { ask: { text: string }; answer: Uint8Array }
  /** @returns the text of the topology */
  importFile: { ask: { name: string; bytes: Uint8Array }; answer: string }
  /** The protocol of an application, from a text or from its components' dependencies. @returns its text, formatted */
  liveText: { ask: LiveProtocol['source']; answer: string }
}

export type Question = keyof Questions

export type ProtocolRequest = {
  [Name in Question]: { readonly id: number; readonly question: Name } & Questions[Name]['ask']
}[Question]

export type ProtocolAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: string }
