/**
 * The Common Expression Language as kube-apiserver implements it: an expression is compiled once, checked against the types
 * of its variables, and then evaluated as often as needed.
 *
 * Guarantees
 * - Compile errors have the server's wording and position.
 * - An evaluation ends: it is charged by the server's cost model and stopped at the limit, regular expressions included.
 * - Evaluation has no side effects and depends only on the variables.
 */
import { check, type Checked, type CheckedTree } from './check/checker.ts'
import type { Environment } from './check/environment.ts'
import { literalIssues } from './check/literals.ts'
import { CostExceeded, Meter } from './cost/meter.ts'
import { BadConstant } from './evaluate/constants.ts'
import type { Variables } from './evaluate/frame.ts'
import { plan } from './evaluate/plan.ts'
import type { Expr } from './syntax/ast.ts'
import { parse } from './syntax/parser.ts'
import { type CelType, dynType } from './types/type.ts'
import { CelError, isCelError } from './values/cel-error.ts'
import type { Value } from './values/value.ts'

/** The cost limit of one evaluation. */
export const perCallLimit = 1_000_000

/** The result of an evaluation, and its cost in units of kube-apiserver's cost model. */
export type Evaluation =
  | { readonly value: Value; readonly cost: number }
  /** `error` is the server's message; `isOverLimit` if the cost limit stopped the evaluation. */
  | { readonly error: string; readonly cost: number; readonly isOverLimit: boolean }

/** A compiled expression. */
export interface CelProgram {
  readonly expression: string
  readonly resultType: CelType
  /** Whether the expression refers to a variable of its environment. */
  uses(variable: string): boolean
  /** Failure: none; errors are in the result. @param limit @default perCallLimit */
  evaluate(variables: Variables, limit?: number): Evaluation
  /** For `estimateCost`. */
  readonly tree: CheckedTree
}

/** A program, or the compile errors with their positions, in the words of kube-apiserver. */
export type Compilation = CelProgram | { readonly problem: string }

/** Compiles `expression`, or returns the server's error. */
export function compileCel(expression: string, environment: Environment): Compilation {
  const parsed = parse(expression)
  if ('problem' in parsed) return { problem: `compilation failed: ${parsed.problem}` }
  const { expr, source } = parsed
  const checked = check(expr, environment)
  const issues = 'issues' in checked ? checked.issues : literalIssues(expr, checked)
  if ('issues' in checked || issues.length > 0) return { problem: `compilation failed: ${source.describe(issues)}` }
  try {
    return programOf(expression, expr, checked)
  } catch (error) {
    if (error instanceof BadConstant) return { problem: `program instantiation failed: ${error.message}` }
    throw error
  }
}

function programOf(expression: string, expr: Expr, checked: Checked): CelProgram {
  const step = plan(expr, checked)
  const used = new Set(checked.variables.values())
  return {
    expression,
    resultType: checked.types.get(expr) ?? dynType,
    uses: (variable) => used.has(variable),
    tree: { expr, checked },
    evaluate(variables, limit = perCallLimit) {
      const meter = new Meter(limit)
      try {
        const value = step({ variables, slots: [], meter, context: meter })
        return outcome(value, meter.cost)
      } catch (error) {
        if (!(error instanceof CostExceeded)) throw error
        return { error: error.message, cost: error.cost, isOverLimit: true }
      }
    },
  }
}

function outcome(value: Value | CelError, cost: number): Evaluation {
  return isCelError(value) ? { error: value.message, cost, isOverLimit: false } : { value, cost }
}
