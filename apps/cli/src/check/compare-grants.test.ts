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

describe('what was done, beside what is allowed', () => {
  it.each([
    { name: 'is the same', rule: maps, used: [watched, patched], missing: [], unused: [] },
    { name: 'leaves a verb unused', rule: maps, used: [watched], missing: [], unused: ['patch configmaps'] },
    {
      name: 'goes beyond it, which is said once',
      rule: maps,
      used: [watched, patched, { ...patched, verb: 'delete' }, { ...patched, verb: 'delete', namespace: 'shop' }],
      missing: ['delete configmaps'],
      unused: [],
    },
    {
      name: 'is elsewhere',
      rule: { ...maps, namespace: 'shop', verbs: ['patch'] },
      used: [patched],
      missing: ['patch configmaps'],
      unused: ['patch configmaps'],
    },
    {
      name: 'is about another object',
      rule: { ...maps, name: 'b', verbs: ['patch'] },
      used: [patched],
      missing: ['patch configmaps'],
      unused: ['patch configmaps'],
    },
    {
      name: 'is a subresource',
      rule: maps,
      used: [watched, patched, { ...patched, resource: 'configmaps/status' }],
      missing: ['patch configmaps/status'],
      unused: [],
    },
    {
      name: 'is covered by an asterisk',
      rule: { group: '*', resource: '*', verbs: ['*'], because: [] },
      used: [patched],
      missing: [],
      unused: [],
    },
    {
      name: 'is never a finalizer',
      rule: { ...maps, resource: 'configmaps/finalizers', verbs: ['update'] },
      used: [],
      missing: [],
      unused: [],
    },
    {
      name: 'may be without events',
      rule: { ...maps, group: 'events.k8s.io', resource: 'events' },
      used: [],
      missing: [],
      unused: [],
    },
  ])('$name', ({ rule, used, missing, unused }) => {
    expect(compare(rule, ...used)).toEqual({ missing, unused })
  })
})
