import { expect, it } from 'vitest'
import { checkRules } from '../check-rules.ts'
import { compileRuleTree } from '../rule-tree.ts'
import { validateRules } from '../validate-rules.ts'
import { formatFieldError } from '../../status/field-error.ts'
import { knownDifferences } from './known-differences.ts'
import { answerTo, boundedSchema, costs, expressions, shortProblem, writes } from './recording.ts'

it('answers every recorded expression as the real server did', () => {
  const disagreements = expressions.entries
    .map(({ rule, answer }) => ({ rule, answer, ours: answerTo(rule) }))
    .filter(({ answer, ours }) => answer !== ours)
  expect(disagreements.filter(({ rule }) => !knownDifferences.has(rule))).toEqual([])
  // A difference that is gone must leave the list.
  expect(disagreements.map(({ rule }) => rule).sort()).toEqual([...knownDifferences.keys()].sort())
  expect(expressions.entries.length).toBeGreaterThan(900)
})

it('estimates costs so that the same rules are refused with the same factor', () => {
  const disagreements = costs.entries.filter((recorded) => {
    const ours = checkRules(boundedSchema(recorded), '@').map(({ field, body }) => shortProblem(field, body))
    return JSON.stringify(ours) !== JSON.stringify(recorded.problems)
  })
  expect(disagreements).toEqual([])
  expect(costs.entries.length).toBeGreaterThan(300)
})

it.each(writes.entries)(
  'judges the recorded write of $name as the real server did',
  ({ name, spec, old, ...recorded }) => {
    const rules = compileRuleTree(writes.head.schema)!
    const objectOf = (of: typeof spec) => ({ apiVersion: 'g/v1', kind: 'Probe', metadata: { name }, spec: of })
    const { errors, warnings } = validateRules(rules, objectOf(spec), old === undefined ? {} : { old: objectOf(old) })
    expect({ errors: errors.map(formatFieldError), warnings }).toEqual(recorded)
  },
)
