/** A violation of a management protocol by an operator. */
import type { GlobalState } from '../global-state.ts'

/** A violation of a management protocol by an operator, with the global state before it. */
export interface Deviation {
  /**
   * - `operation`: the operator did something that is not an applicable operation.
   * - `goal`: the system is idle, and the goal is not reached.
   * - `steps`: the goal is reached, with more operations than allowed.
   */
  readonly kind: 'operation' | 'goal' | 'steps'
  /** A human-readable sentence. */
  readonly message: string
  /** The operator's action, as named by the observation. */
  readonly what?: string | undefined
  /** The global state before it. */
  readonly state: GlobalState
}

/** A change or a write, as observed from outside the operator. */
export interface Observation<State extends GlobalState = GlobalState, Operation extends string = string> {
  /** The actor. Users, the cluster and random faults are all `environment`. */
  readonly by: 'operator' | 'environment'
  /** The global state afterwards. */
  readonly state: State
  /**
   * Operations that this write starts and that end later, by a change of the environment: a Deployment is created now, and its pods become
   * ready in a minute.
   */
  readonly begins?: readonly Operation[] | undefined
  /** The action, for messages: `create deployments.apps default/db`. */
  readonly what?: string | undefined
}
