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
    ['a wildcard rule matches everything', {}, {}, true],
    ['one of the operations matches', { operations: ['UPDATE', 'CREATE'] }, {}, true],
    ['another operation does not match', { operations: ['DELETE'] }, {}, false],
    ['another group does not match', { apiGroups: ['apps'] }, {}, false],
    ['another version does not match', { apiVersions: ['v2'] }, {}, false],
    ['the resource matches', { resources: ['pods'] }, {}, true],
    ['a resource does not match its subresource', { resources: ['pods'] }, { subresource: 'status' }, false],
    ['the resource * does not match subresources', { resources: ['*'] }, { subresource: 'status' }, false],
    ['the resource pods/* matches a subresource', { resources: ['pods/*'] }, { subresource: 'status' }, true],
    ['the resource pods/* matches the resource itself', { resources: ['pods/*'] }, {}, true],
    [
      '*/scale matches the scale subresource of any resource',
      { resources: ['*/scale'] },
      { plural: 'deployments', subresource: 'scale' },
      true,
    ],
    ['an empty list of resources matches nothing', { resources: [] }, {}, false],
    ['scope Namespaced matches a namespaced object', { scope: 'Namespaced' }, {}, true],
    ['scope Cluster matches a cluster-scoped object', { scope: 'Cluster' }, { namespace: '' }, true],
    ['scope Cluster matches a Namespace', { scope: 'Cluster' }, { plural: 'namespaces', namespace: 'web' }, true],
    [
      'scope Namespaced does not match a Namespace',
      { scope: 'Namespaced' },
      { plural: 'namespaces', namespace: 'web' },
      false,
    ],
    ['an unknown scope matches nothing', { scope: 'Odd' }, {}, false],
    ['a listed resource name matches', { resourceNames: ['blog'] }, {}, true],
    ['another resource name does not match', { resourceNames: ['shop'] }, {}, false],
  ] as const)('%s', (_, rule, subject, expected) => {
    expect(ruleMatches({ ...all, ...rule }, { ...pod, ...subject })).toBe(expected)
  })
})
