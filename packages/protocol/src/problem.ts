/** The result of `checkTopology`: the violated condition of a node type, its location, and the remedy. */

/** The sanity conditions, and further warnings. */
export type Condition =
  | 'well-formedness'
  | 'determinism'
  | 'race freedom'
  | 'unhandled fault'
  | 'uncovered needs'
  | 'dead end'
  | 'unreachable state'

/** A violated condition of a node type. */
export interface Problem {
  readonly condition: Condition
  /** An error makes the outcome of a fault undefined: nothing is simulated or planned. A warning may be intended. */
  readonly severity: 'error' | 'warning'
  readonly type: string
  /** The nodes of that type. */
  readonly nodes: readonly string[]
  readonly states: readonly string[]
  readonly message: string
  /** How to fix it. */
  readonly remedy: string
}

/** A problem of a node type, before its nodes are determined. */
export type TypeProblem = Omit<Problem, 'nodes' | 'type'>

/** The maximum number of problems reported per node type: its conditions are cubic in its states. */
export const mostProblems = 200
