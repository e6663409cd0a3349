/** Validates the form of CEL rules. Only the API server can compile them and estimate their cost. */
import { fieldAt } from './field-path.ts'
import { invalid, notSupported, type Problem, required } from './problem.ts'
import { child } from './schema-path.ts'
import type { RuleReason, StructuralSchema, ValidationRule } from './structural-schema.ts'

export const ruleReasons: readonly RuleReason[] = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
]

/** The problems of the rules at `schema`, apart from their CEL source. */
export function ruleProblems(schema: StructuralSchema, path: string): readonly Problem[] {
  const rules = schema['x-kubernetes-validations'] ?? []
  return rules.flatMap((rule, index) => [
    ...textProblems(rule, `${child(path, 'x-kubernetes-validations')}[${index}]`),
    ...reasonProblems(rule, `${child(path, 'x-kubernetes-validations')}[${index}].reason`),
    ...fieldPathProblems(rule, schema, `${child(path, 'x-kubernetes-validations')}[${index}].fieldPath`),
  ])
}

function textProblems({ rule, message, messageExpression }: ValidationRule, path: string): readonly Problem[] {
  return [
    ...messageProblems(rule.trim(), message, path),
    ...(messageExpression !== undefined && messageExpression !== '' && messageExpression.trim() === ''
      ? [required(`${path}.messageExpression`, 'messageExpression must be non-empty if specified')]
      : []),
  ]
}

function messageProblems(rule: string, message = '', path: string): readonly Problem[] {
  const said = message.trim()
  if (rule === '') return [required(`${path}.rule`, 'rule is not specified')]
  if (message !== '' && said === '') return [invalid(`${path}.message`, message, 'must be non-empty if specified')]
  if (hasLineBreak(said)) return [invalid(`${path}.message`, message, 'must not contain line breaks')]
  if (!hasLineBreak(rule) || said !== '') return []
  return [required(`${path}.message`, 'message must be specified if rule contains line breaks')]
}

function reasonProblems({ reason }: ValidationRule, path: string): readonly Problem[] {
  return reason === undefined || ruleReasons.includes(reason) ? [] : [notSupported(path, reason, ruleReasons)]
}

function fieldPathProblems({ fieldPath }: ValidationRule, schema: StructuralSchema, path: string): readonly Problem[] {
  if (fieldPath === undefined || fieldPath === '') return []
  return [
    ...(fieldPath.trim() === '' ? [invalid(path, fieldPath, 'must be non-empty if specified')] : []),
    ...(hasLineBreak(fieldPath) ? [invalid(path, fieldPath, 'must not contain line breaks')] : []),
    ...('problem' in fieldAt(schema, fieldPath) ? [invalid(path, fieldPath, 'must be a valid path')] : []),
  ]
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text)
}
