/** Checks that defaults satisfy the CEL rules of their schema, both as new and as unchanged values. */
import type { JsonObject, JsonValue } from '@kubewright/core/json'
import type { StructuralSchema } from '@kubewright/resource/schema'
import { compileRuleTree, type RuleTree } from '../../validation-rules/rule-tree.ts'
import { validateRules } from '../../validation-rules/validate-rules.ts'
import type { FieldError } from '../../status/field-error.ts'

export function defaultRuleErrors(schema: StructuralSchema, path: string, isRoot = true): readonly FieldError[] {
  const { default: value, items, properties = {} } = schema
  return [
    ...(value === undefined || value === null
      ? []
      : errorsOf(value, compileRuleTree(schema, isRoot), `${path}.default`)),
    ...(items === undefined ? [] : defaultRuleErrors(items, `${path}.items`, isEmbedded(items))),
    ...Object.entries(properties).flatMap(([name, property]) =>
      defaultRuleErrors(property, `${path}.properties[${name}]`, isEmbedded(property)),
    ),
  ]
}

const isEmbedded = (schema: StructuralSchema) => schema['x-kubernetes-embedded-resource'] === true

function errorsOf(value: JsonValue, rules: RuleTree | undefined, path: string): readonly FieldError[] {
  if (rules === undefined) return []
  const object = value as JsonObject
  const unchanged = validateRules(rules, object, { old: object, isRatcheting: false }).errors
  const errors = unchanged.length > 0 ? unchanged : validateRules(rules, object).errors
  return errors.map((error) => ({ ...error, field: below(path, error.field) }))
}

function below(path: string, field: string): string {
  if (field === '<nil>') return path
  return field.startsWith('[') ? `${path}${field}` : `${path}.${field}`
}
