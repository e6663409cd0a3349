/** The AST after macro expansion. Nodes are immutable; the results of later passes are kept in maps beside it. */
import type { Value } from '../values/value.ts'

/** A node of the syntax tree, with its offset in the source. */
interface Node {
  /** The position for errors: the operator, dot, bracket or first character, in code points from the start. */
  readonly offset: number
}

/** A constant: a number, string, bytes, bool or null. */
export interface Literal extends Node {
  readonly kind: 'literal'
  readonly value: Value
}

/** The name of a variable. */
export interface Identifier extends Node {
  readonly kind: 'identifier'
  readonly name: string
}

/** A field of a value: `a.b`, or `has(a.b)`. */
export interface Select extends Node {
  readonly kind: 'select'
  readonly operand: Expr
  readonly field: string
  /** `has(operand.field)` */
  readonly isTest: boolean
}

/** A call of a function, method or operator. */
export interface Call extends Node {
  readonly kind: 'call'
  readonly name: string
  readonly target: Expr | undefined
  readonly args: readonly Expr[]
}

/** A list literal: `[1, 2]`. */
export interface ListLiteral extends Node {
  readonly kind: 'list'
  readonly items: readonly Item[]
}

/** One element of a list literal. */
export interface Item {
  readonly value: Expr
  /** `[?value]` */
  readonly isOptional: boolean
}

/** A map literal: `{'a': 1}`. */
export interface MapLiteral extends Node {
  readonly kind: 'map'
  readonly entries: readonly Entry[]
}

/** One entry of a map literal. */
export interface Entry extends Node {
  readonly key: Expr
  readonly value: Expr
  readonly isOptional: boolean
}

/** A message literal: `Type{field: value}`. */
export interface StructLiteral extends Node {
  readonly kind: 'struct'
  readonly typeName: string
  readonly fields: readonly StructField[]
}

/** One field of a message literal. */
export interface StructField extends Node {
  readonly name: string
  readonly value: Expr
  readonly isOptional: boolean
}

/** A fold: `accumulator` starts as `init`, becomes `step` for each element while `condition` holds, and yields `result`. */
export interface Comprehension extends Node {
  readonly kind: 'comprehension'
  readonly range: Expr
  readonly variable: string
  /** Set in the two-variable forms: index and element, or key and value. */
  readonly secondVariable: string | undefined
  readonly accumulator: string
  readonly init: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
}

/** An expression of the syntax tree. */
export type Expr = Literal | Identifier | Select | Call | ListLiteral | MapLiteral | StructLiteral | Comprehension

/** A name that source text cannot contain. */
export const accumulatorName = '@result'

/** `a.b.c` as a name; `undefined` if the expression cannot be one. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'identifier') return expr.name
  if (expr.kind !== 'select' || expr.isTest) return undefined
  const prefix = qualifiedName(expr.operand)
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`
}

/** The value of a string literal; empty for anything else. */
export function literalText(expr: Expr): string {
  return expr.kind === 'literal' && typeof expr.value === 'string' ? expr.value : ''
}

/** A binding is a fold over an empty list: it names `init` and yields `result`. */
export function isBinding({ range, condition, accumulator }: Comprehension): boolean {
  return (
    accumulator !== accumulatorName &&
    range.kind === 'list' &&
    range.items.length === 0 &&
    condition.kind === 'literal' &&
    condition.value === false
  )
}

/** The children of a node, in evaluation order. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'identifier':
      return []
    case 'select':
      return [expr.operand]
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args]
    case 'list':
      return expr.items.map(({ value }) => value)
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value])
    case 'struct':
      return expr.fields.map(({ value }) => value)
    case 'comprehension':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result]
  }
}
