/**
 * CEL rules: conditions the API server evaluates on every write, over `self` and (on updates) `oldSelf`. They express what a schema
 * cannot: that two fields agree, that a field is immutable.
 *
 * This package validates the form of a rule. It does not evaluate CEL, so `validate()` does not report violations of rules.
 */
import type { z } from 'zod'
import type { ValidationRule } from './schema/structural-schema.ts'

/**
 * Adds rules to `schema`; `self` is the value it describes.
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
