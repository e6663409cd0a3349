import { expect, it } from 'vitest'
import { checkRules } from '../check-rules.ts'
import { compileRuleTree } from '../rule-tree.ts'
import { validateRules } from '../validate-rules.ts'
import { formatFieldError } from '../../status/field-error.ts'
import { knownDifferences } from './known-differences.ts'
import { answerTo, boundedSchema, costs, expressions, shortProblem, writes } from './recording.ts'

it('CEL validation rules match every recorded result of kube-apiserver', () => {
  const disagreements = expressions.entries
    .map(({ rule, answer }) => ({ rule, answer, ours: answerTo(rule) }))
    .filter(({ answer, ours }) => answer !== ours)
  expect(disagreements.filter(({ rule }) => !knownDifferences.has(rule))).toEqual([])
  // A resolved difference must be removed from the list.
  expect(disagreements.map(({ rule }) => rule).sort()).toEqual([...knownDifferences.keys()].sort())
  expect(expressions.entries.length).toBeGreaterThan(900)
})

it('CEL cost estimates reject the same rules with the same factor as kube-apiserver', () => {
  const disagreements = costs.entries.filter((recorded) => {
    const ours = checkRules(boundedSchema(recorded), '@').map(({ field, body }) => shortProblem(field, body))
    return JSON.stringify(ours) !== JSON.stringify(recorded.problems)
  })
  expect(disagreements).toEqual([])
  expect(costs.entries.length).toBeGreaterThan(300)
})

it.each(writes.entries)(
  'CEL validation of the recorded write of $name matches kube-apiserver',
  ({ name, spec, old, ...recorded }) => {
    const rules = compileRuleTree(writes.head.schema)!
    const objectOf = (of: typeof spec) => ({ apiVersion: 'g/v1', kind: 'Probe', metadata: { name }, spec: of })
    const { errors, warnings } = validateRules(rules, objectOf(spec), old === undefined ? {} : { old: objectOf(old) })
    expect({ errors: errors.map(formatFieldError), warnings }).toEqual(recorded)
  },
)
