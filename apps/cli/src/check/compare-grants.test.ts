import type { RequiredRule } from '@kubewright/manager/permissions'
import { describe, expect, it } from 'vitest'
import { compareGrants, type UsedGrant } from './compare-grants.ts'

const maps: RequiredRule = {
  group: '',
  resource: 'configmaps',
  verbs: ['get', 'list', 'watch', 'patch'],
  because: ['x owns them'],
}
const watched: UsedGrant = { verb: 'watch', group: '', resource: 'configmaps' }
const patched: UsedGrant = { verb: 'patch', group: '', resource: 'configmaps', namespace: 'web', name: 'a' }

function compare(rule: RequiredRule, ...used: readonly UsedGrant[]) {
  const { missing, unused } = compareGrants([rule], [rule], used)
  return {
    missing: missing.map(({ verb, resource }) => `${verb} ${resource}`),
    unused: unused.map(({ verbs, resource }) => `${verbs.join()} ${resource}`),
  }
}

describe('used permissions, compared with granted ones', () => {
  it.each([
    { name: 'are the same', rule: maps, used: [watched, patched], missing: [], unused: [] },
    { name: 'leave a verb unused', rule: maps, used: [watched], missing: [], unused: ['patch configmaps'] },
    {
      name: 'are checked by the server with another request',
      rule: { ...maps, group: 'rbac.authorization.k8s.io', resource: 'clusterroles', verbs: ['bind'], name: 'admin' },
      used: [
        {
          verb: 'patch',
          group: 'rbac.authorization.k8s.io',
          resource: 'rolebindings',
          namespace: 'web',
          roleRef: { kind: 'ClusterRole', name: 'admin' },
        },
      ],
      missing: ['patch rolebindings'],
      unused: [],
    },
    {
      name: 'exceed them, reported once',
      rule: maps,
      used: [watched, patched, { ...patched, verb: 'delete' }, { ...patched, verb: 'delete', namespace: 'shop' }],
      missing: ['delete configmaps'],
      unused: [],
    },
    {
      name: 'are in another namespace',
      rule: { ...maps, namespace: 'shop', verbs: ['patch'] },
      used: [patched],
      missing: ['patch configmaps'],
      unused: ['patch configmaps'],
    },
    {
      name: 'are for another resourceName',
      rule: { ...maps, name: 'b', verbs: ['patch'] },
      used: [patched],
      missing: ['patch configmaps'],
      unused: ['patch configmaps'],
    },
    {
      name: 'are for a subresource',
      rule: maps,
      used: [watched, patched, { ...patched, resource: 'configmaps/status' }],
      missing: ['patch configmaps/status'],
      unused: [],
    },
    {
      name: 'are covered by a wildcard',
      rule: { group: '*', resource: '*', verbs: ['*'], because: [] },
      used: [patched],
      missing: [],
      unused: [],
    },
    {
      name: 'never include finalizers',
      rule: { ...maps, resource: 'configmaps/finalizers', verbs: ['update'] },
      used: [],
      missing: [],
      unused: [],
    },
    {
      name: 'may omit events',
      rule: { ...maps, group: 'events.k8s.io', resource: 'events' },
      used: [],
      missing: [],
      unused: [],
    },
  ])('$name', ({ rule, used, missing, unused }) => {
    expect(compare(rule, ...used)).toEqual({ missing, unused })
  })
})
