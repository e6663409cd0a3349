import { describe, expect, it } from 'vitest'
import { type Rule, ruleMatches, type RuleSubject } from './rule.ts'

const all: Rule = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }
const pod: RuleSubject = {
  operation: 'CREATE',
  group: '',
  version: 'v1',
  plural: 'pods',
  subresource: '',
  namespace: 'web',
  name: 'blog',
}

describe('ruleMatches', () => {
  it.each([
    ['everything', {}, {}, true],
    ['one of the operations', { operations: ['UPDATE', 'CREATE'] }, {}, true],
    ['none of the operations', { operations: ['DELETE'] }, {}, false],
    ['another group', { apiGroups: ['apps'] }, {}, false],
    ['another version', { apiVersions: ['v2'] }, {}, false],
    ['the resource', { resources: ['pods'] }, {}, true],
    ['the resource, not what is below it', { resources: ['pods'] }, { subresource: 'status' }, false],
    ['all resources, not what is below them', { resources: ['*'] }, { subresource: 'status' }, false],
    ['all that is below a resource', { resources: ['pods/*'] }, { subresource: 'status' }, true],
    ['a resource with all that is below it', { resources: ['pods/*'] }, {}, true],
    [
      'one thing below all resources',
      { resources: ['*/scale'] },
      { plural: 'deployments', subresource: 'scale' },
      true,
    ],
    ['no rule at all', { resources: [] }, {}, false],
    ['what is in a namespace', { scope: 'Namespaced' }, {}, true],
    ['what is in none', { scope: 'Cluster' }, { namespace: '' }, true],
    ['a namespace, which is in none', { scope: 'Cluster' }, { plural: 'namespaces', namespace: 'web' }, true],
    [
      'a namespace, which is in none, again',
      { scope: 'Namespaced' },
      { plural: 'namespaces', namespace: 'web' },
      false,
    ],
    ['a scope nobody knows', { scope: 'Odd' }, {}, false],
    ['the name', { resourceNames: ['blog'] }, {}, true],
    ['another name', { resourceNames: ['shop'] }, {}, false],
  ] as const)('%s', (_, rule, subject, expected) => {
    expect(ruleMatches({ ...all, ...rule }, { ...pod, ...subject })).toBe(expected)
  })
})
