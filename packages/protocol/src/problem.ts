/** What `checkTopology` reports: a condition that a node type breaks, where, and what to change. */

/** The sanity conditions, and what else is worth a look. */
export type Condition =
  | 'well-formedness'
  | 'determinism'
  | 'race freedom'
  | 'unhandled fault'
  | 'uncovered needs'
  | 'dead end'
  | 'unreachable state'

/** A condition that a node type breaks: where, and what to change. */
export interface Problem {
  readonly condition: Condition
  /** An error makes the outcome of a fault undefined: nothing is simulated or planned. A warning may be intended. */
  readonly severity: 'error' | 'warning'
  readonly type: string
  /** The nodes of that type. */
  readonly nodes: readonly string[]
  readonly states: readonly string[]
  readonly message: string
  /** What to change. */
  readonly remedy: string
}

/** A problem of a node type, before it is known which nodes have it. */
export type TypeProblem = Omit<Problem, 'nodes' | 'type'>

/** Most problems that are reported of one node type: its conditions are cubic in its states. */
export const mostProblems = 200
