/** Constant folding. The server folds constants once at compile time, so they cost nothing at evaluation. */
import { re2Problem } from '@kubewright/resource/schema'
import type { Checked } from '../check/checker.ts'
import type { Expr } from '../syntax/ast.ts'
import { isCelError } from '../values/cel-error.ts'
import { ArrayValue, EntriesValue } from '../values/collection.ts'
import type { Value } from '../values/value.ts'
import { fits, typeNameOf } from '../values/value-type.ts'

/** A constant conversion failed, which makes the whole expression invalid. */
export class BadConstant extends Error {
  override readonly name = 'BadConstant'
}

const conversions = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
])

export function isConstant(expr: Expr): boolean {
  switch (expr.kind) {
    case 'literal':
      return true
    case 'list':
      return expr.items.every(({ value, isOptional }) => !isOptional && isConstant(value))
    case 'map':
      return expr.entries.every(({ key, value, isOptional }) => !isOptional && isConstant(key) && isConstant(value))
    case 'call':
      return (
        expr.target === undefined && expr.args.length === 1 && conversions.has(expr.name) && isConstant(expr.args[0]!)
      )
    default:
      return false
  }
}

/** Validates literal patterns ahead of evaluation. Failure: throws `BadConstant`. */
export function demandPattern(name: string, [, pattern]: readonly Expr[]): void {
  if (name !== 'find' && name !== 'findAll') return
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return
  const problem = re2Problem(pattern.value)
  if (problem !== undefined) throw new BadConstant(problem)
}

/** Failure: throws `BadConstant`. */
export function foldConstant(expr: Expr, checked: Checked): Value {
  switch (expr.kind) {
    case 'list':
      return new ArrayValue(expr.items.map(({ value }) => foldConstant(value, checked)))
    case 'map':
      return new EntriesValue(
        expr.entries.map(({ key, value }) => [foldConstant(key, checked), foldConstant(value, checked)]),
      )
    case 'call': {
      const arg = foldConstant(expr.args[0]!, checked)
      const overload = checked.overloads.get(expr)!.find((each) => fits(arg, each.args[0]!))
      if (overload === undefined) throw new BadConstant(`no such overload: ${expr.name}(${typeNameOf(arg)})`)
      const value = overload.invoke([arg], { spend: () => {} })
      if (isCelError(value)) throw new BadConstant(value.message)
      return value
    }
    default:
      return (expr as Expr & { kind: 'literal' }).value
  }
}
