import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PolicyRule, ruleAllows } from './policy-rule.ts'
import { findMissing, singleRules } from './rule-coverage.ts'
import { describeRules } from './rule-text.ts'

const some = (...words: string[]) => fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
const resourceRule: fc.Arbitrary<PolicyRule> = fc.record(
  {
    verbs: some('get', 'list', '*'),
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/log', '*/log', '*'),
    resourceNames: some('a', 'b'),
  },
  { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
)
const pathRule: fc.Arbitrary<PolicyRule> = fc.record({
  verbs: some('get', '*'),
  nonResourceURLs: some('/a', '/a/*', '/a/b', '*'),
})
const rules = fc.array(fc.oneof(resourceRule, pathRule), { maxLength: 4 })

const verbs = ['get', 'list', 'other']
const accesses = [
  ...verbs.flatMap((verb) =>
    ['', 'apps', 'other'].flatMap((group) =>
      ['', 'log', 'other'].flatMap((subresource) =>
        ['', 'a', 'b', 'c'].map(
          (name) => ({ isResource: true, verb, group, resource: 'pods', subresource, namespace: '', name }) as const,
        ),
      ),
    ),
  ),
  ...verbs.flatMap((verb) => ['/a', '/a/b', '/a/c', '/z'].map((path) => ({ isResource: false, verb, path }) as const)),
]

describe('coverage of RBAC rules', () => {
  it('is sound: owned rules that cover others allow every access those allow', () => {
    fc.assert(
      fc.property(rules, rules, (owned, wanted) => {
        fc.pre(findMissing(owned, wanted).length === 0)
        const lost = accesses.filter(
          (access) =>
            wanted.some((rule) => ruleAllows(rule, access)) && !owned.some((rule) => ruleAllows(rule, access)),
        )
        expect(lost).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('is reflexive', () => {
    fc.assert(
      fc.property(rules, (owned) => {
        expect(findMissing(owned, owned)).toEqual([])
      }),
    )
  })

  const cases: { name: string; owned: PolicyRule[]; wanted: PolicyRule[]; missing: string[] }[] = [
    {
      name: 'groups missing verbs per resource',
      owned: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
      wanted: [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'] }],
      missing: ['{APIGroups:[""], Resources:["pods"], Verbs:["list" "watch"]}'],
    },
    {
      name: 'excludes all from named objects',
      owned: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: ['a'] }],
      wanted: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
      missing: ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}'],
    },
    {
      name: 'includes named objects in all',
      owned: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
      wanted: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a', 'b'] }],
      missing: [],
    },
    {
      name: 'lists missing non-resource URLs',
      owned: [{ verbs: ['get'], nonResourceURLs: ['/x/*'] }],
      wanted: [{ verbs: ['get', 'put'], nonResourceURLs: ['/x/y', '/z'] }],
      missing: [
        '{NonResourceURLs:["/x/y"], Verbs:["put"]}',
        '{NonResourceURLs:["/z"], Verbs:["get"]}',
        '{NonResourceURLs:["/z"], Verbs:["put"]}',
      ],
    },
  ]

  it.each(cases)('$name', ({ owned, wanted, missing }) => {
    expect(describeRules(findMissing(owned, wanted))).toEqual(missing)
  })

  it('splits a rule into single permissions', () => {
    const rule = { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods'], resourceNames: ['a', 'b'] }
    expect(singleRules(rule)).toHaveLength(8)
  })
})
