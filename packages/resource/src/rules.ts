/**
 * CEL rules: conditions the API server evaluates on every write, over `self` and (on updates) `oldSelf`. They say what a
 * shape cannot: that two fields agree, that one may not change.
 *
 * This package checks the form of a rule. It does not evaluate CEL, so `validate()` says nothing about rules.
 */
import type { z } from 'zod'
import type { ValidationRule } from './schema/structural-schema.ts'

/**
 * `schema` with rules of its own; `self` is the value it describes.
 *
 * @example
 * ```ts
 * import { z } from 'zod'
 * const range = withRules(z.object({ min: z.int(), max: z.int() }), [
 *   { rule: 'self.min <= self.max', message: 'min may not exceed max', fieldPath: '.min' },
 * ])
 * range.meta()?.['x-kubernetes-validations'] // => [{ rule: 'self.min <= self.max', message: 'min may not exceed max', fieldPath: '.min' }]
 * ```
 */
export function withRules<Schema extends z.ZodType>(schema: Schema, rules: readonly ValidationRule[]): Schema {
  const before = (schema.meta()?.['x-kubernetes-validations'] ?? []) as readonly ValidationRule[]
  return schema.meta({ 'x-kubernetes-validations': [...before, ...rules] })
}
