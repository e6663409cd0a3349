/** What an operator did that its management protocol does not allow. */
import type { GlobalState } from '../global-state.ts'

export interface Deviation {
  /**
   * - `operation`: the operator performed something that is no applicable operation.
   * - `goal`: everything is quiet, and the goal is not reached.
   * - `steps`: the goal is reached, with more operations than allowed.
   */
  readonly kind: 'operation' | 'goal' | 'steps'
  /** A sentence for people. */
  readonly message: string
  /** What the operator did, as the observation called it. */
  readonly what?: string | undefined
  /** The global state before it. */
  readonly state: GlobalState
}

/** A change or a write, as someone outside the operator saw it. */
export interface Observation<State extends GlobalState = GlobalState, Operation extends string = string> {
  /** Who did it. Users, the cluster and chance are all `environment`. */
  readonly by: 'operator' | 'environment'
  /** The global state afterwards. */
  readonly state: State
  /**
   * Operations that this write begins and that end later, by a change of the environment: a Deployment is created now, and its
   * pods are ready in a minute.
   */
  readonly begins?: readonly Operation[] | undefined
  /** What happened, for messages: `create deployments.apps default/db`. */
  readonly what?: string | undefined
}
