/** The steps between global states, and their text. */

/** One node moves: an operation, the handling of one fault, or a hard recovery. */
export type Step = OperationStep | FaultStep | RecoveryStep

/** A node's change from one state to another. */
interface Move {
  readonly node: string
  /** The state that the node, or one of its instances, leaves. */
  readonly from: string
  readonly to: string
}

/** An operation of a node's protocol. An uncontrollable one happens on its own, such as a crash. */
export interface OperationStep extends Move {
  readonly kind: 'operation'
  readonly operation: string
  readonly controllable: boolean
}

/** A node falls back because a requirement that it relies on is not satisfied. */
export interface FaultStep extends Move {
  readonly kind: 'fault'
  readonly requirement: string
}

/** A contained node is forced back to its initial state because its container is not alive. */
export interface RecoveryStep extends Move {
  readonly kind: 'recovery'
}

/**
 * A step as text: `db.run`, `handle api.database`, `recover gui`.
 *
 * @example
 * ```ts
 * formatStep({ kind: 'fault', node: 'api', requirement: 'database', from: 'running', to: 'crashed' }) // => 'handle api.database'
 * ```
 */
export function formatStep(step: Step): string {
  if (step.kind === 'operation') return `${step.node}.${step.operation}`
  return step.kind === 'fault' ? `handle ${step.node}.${step.requirement}` : `recover ${step.node}`
}
