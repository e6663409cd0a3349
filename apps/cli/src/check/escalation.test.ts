import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@kubewright/kubernetes/rbac/v1'
import type { Resource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import type { Grant } from '../project/operator-config.ts'
import { describeOperator } from '../project/project-description.ts'
import type { UsedGrant } from './compare-grants.ts'
import { escalationIn } from './escalation.ts'

const group = 'rbac.authorization.k8s.io'
const bind: Grant = { group, resource: 'clusterroles', verbs: ['bind'], because: 'teams get the role admin' }
const escalate: Grant = { group, resource: 'roles', verbs: ['escalate'], because: 'teams get roles of their own' }
const inShop = { verb: 'patch', group, namespace: 'shop' }
const binding = (kind: string, name: string): UsedGrant => {
  return { ...inShop, resource: 'rolebindings', name: 'team', roleRef: { kind, name } }
}
const reading = (resource: string) => [{ apiGroups: [''], resources: [resource], verbs: ['get'] }]
const role = (name: string, resource = 'pods'): UsedGrant => {
  return { ...inShop, resource: 'roles', name, rules: reading(resource) }
}
const clusterRole = (rules: readonly unknown[]): UsedGrant => {
  return { verb: 'patch', group, resource: 'clusterroles', name: 'reader', rules }
}
/** Everything of the core group. */
const core: Grant = { group: '', resource: '*', verbs: ['*'], because: 'teams may do anything' }
const escalateEverywhere: Grant = { ...escalate, resource: 'clusterroles' }

function check(owns: readonly Resource[], grants: readonly Grant[] = [], used: readonly UsedGrant[] = []) {
  const teams = defineController({ name: 'teams', for: ConfigMap, owns, reconcile: async () => done() })
  return escalationIn(describeOperator({ name: 'teams', controllers: [teams], grants }), used)
}

/** What `grants` should have, and the level. */
function suggestions(...args: Parameters<typeof check>): readonly string[] {
  return check(...args).map(({ level, next = '' }) => {
    const [, resource, verb, name = ''] = /resource: '(\w+)', verbs: \['(\w+)'\],(?: name: '(\w+)',)?/.exec(next) ?? []
    return `${level}: ${verb} ${resource} ${name}`.trimEnd()
  })
}

describe('roles and bindings that an operator writes', () => {
  it.each([
    { name: 'a RoleBinding without bind', owns: [RoleBinding], needs: ['warning: bind clusterroles NAME'] },
    {
      name: 'a ClusterRoleBinding with bind on Roles only',
      owns: [ClusterRoleBinding],
      grants: [{ ...bind, resource: 'roles' }],
      needs: ['warning: bind clusterroles NAME'],
    },
    { name: 'a Role without escalate', owns: [Role], needs: ['warning: escalate roles'] },
    { name: 'a ClusterRole without escalate', owns: [ClusterRole], needs: ['warning: escalate clusterroles'] },
    { name: 'a RoleBinding with bind on one role', owns: [RoleBinding], grants: [{ ...bind, name: 'a' }], needs: [] },
    { name: 'a Role with escalate', owns: [Role], grants: [escalate], needs: [] },
    { name: 'a Role with all verbs', owns: [Role], grants: [{ ...escalate, verbs: ['*'] }], needs: [] },
    { name: 'no role', owns: [Secret], needs: [] },
  ])('are checked by declaration: $name', ({ owns, grants = [], needs }) => {
    expect(suggestions(owns, grants)).toEqual(needs)
  })

  it.each([
    {
      name: 'the bound role',
      used: [binding('ClusterRole', 'admin'), binding('ClusterRole', 'view')],
      needs: ['warning: bind clusterroles admin', 'warning: bind clusterroles view'],
    },
    {
      name: 'only roles that the grants do not name',
      grants: [{ ...bind, name: 'admin' }],
      used: [binding('ClusterRole', 'admin'), binding('ClusterRole', 'view')],
      needs: ['warning: bind clusterroles view'],
    },
    {
      name: 'nothing for a role with permissions that the operator holds',
      owns: [Role, RoleBinding],
      used: [binding('Role', 'reader'), role('reader', 'configmaps')],
      needs: [],
    },
    {
      name: 'a role with permissions that the operator does not hold, and its binding',
      owns: [Role, RoleBinding],
      used: [role('reader'), binding('Role', 'reader')],
      needs: ['problem: escalate roles reader', 'problem: bind roles reader'],
    },
    {
      name: 'roles without a name if it differs',
      owns: [Role],
      used: [role('one'), role('two')],
      needs: ['problem: escalate roles'],
    },
    {
      name: 'a created role without its name, which the server does not check',
      owns: [Role],
      used: [{ verb: 'create', group, namespace: 'shop', resource: 'roles', rules: role('one').rules! }],
      needs: ['problem: escalate roles'],
    },
    {
      name: 'nothing for a ClusterRole with permissions that the operator holds in the namespace of the binding',
      grants: [escalateEverywhere, { ...core, namespace: 'shop' }],
      used: [clusterRole(reading('pods')), binding('ClusterRole', 'reader')],
      needs: [],
    },
    {
      name: 'a ClusterRole with permissions that the operator holds in another namespace only',
      grants: [escalateEverywhere, { ...core, namespace: 'blog' }],
      used: [clusterRole(reading('pods')), binding('ClusterRole', 'reader')],
      needs: ['problem: bind clusterroles reader'],
    },
    {
      name: 'a role with paths, which generated roles cannot hold',
      grants: [escalateEverywhere, core],
      used: [clusterRole([{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]), binding('ClusterRole', 'reader')],
      needs: ['problem: bind clusterroles reader'],
    },
    {
      name: 'a role whose permissions changed, and were held at one time only',
      grants: [escalate],
      used: [role('reader', 'configmaps'), role('reader'), binding('Role', 'reader')],
      needs: ['warning: bind roles reader'],
    },
    {
      name: 'a role whose permissions changed, and were never held',
      grants: [escalate],
      used: [role('reader', 'nodes'), role('reader'), binding('Role', 'reader')],
      needs: ['problem: bind roles reader'],
    },
  ])('are checked by recorded requests: $name', ({ owns = [RoleBinding], grants = [], used, needs }) => {
    expect(suggestions(owns, grants, used)).toEqual(needs)
  })

  it('are a problem if one refusal is certain, in whichever order the requests were recorded', () => {
    const elsewhere = { ...binding('Role', 'reader'), namespace: 'blog' }
    const used = [role('reader'), binding('Role', 'reader'), elsewhere]
    const needs = ['problem: bind roles reader']
    expect(suggestions([RoleBinding], [escalate], used)).toEqual(needs)
    expect(suggestions([RoleBinding], [escalate], used.toReversed())).toEqual(needs)
  })

  it('are reported for every list of missing permissions', () => {
    const texts = check([Role], [], [role('one'), role('two', 'nodes')]).map(({ text }) => text)
    expect(texts).toEqual([expect.stringMatching(/not hold get pods$/), expect.stringMatching(/not hold get nodes$/)])
  })

  it('are reported with the reason and the grant', () => {
    expect(check([RoleBinding])).toEqual([
      {
        check: 'rbac',
        level: 'warning',
        subject: 'create, patch rolebindings of rbac.authorization.k8s.io',
        text: 'is granted (teams owns them), bind is not: the server refuses a binding to a role with permissions that the operator does not hold',
        next: "Add to grants in kubewright.config.ts, with the name of the role: { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', verbs: ['bind'], name: 'NAME', because: 'say why' }",
      },
    ])
    expect(check([RoleBinding], [], [binding('ClusterRole', 'admin')])).toEqual([
      {
        check: 'rbac',
        level: 'warning',
        subject: 'patch rolebindings of rbac.authorization.k8s.io to the ClusterRole admin',
        text: 'was requested without bind: the server refuses it unless the operator holds every permission of that role',
        next: "Add to grants in kubewright.config.ts: { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', verbs: ['bind'], name: 'admin', because: 'say why' }",
      },
    ])
    expect(check([Role], [], [role('reader')])[0]?.text).toBe(
      'was requested without escalate: the server refuses it because the operator does not hold get pods',
    )
  })

  it('are checked for other clusters', () => {
    const teams = defineController({
      name: 'teams',
      for: ConfigMap,
      clusters: 'remote',
      owns: [RoleBinding],
      reconcile: async () => done(),
    })
    const project = describeOperator({ name: 'teams', controllers: [teams], clusters: {} })
    const used: readonly UsedGrant[] = [{ ...binding('ClusterRole', 'admin'), cluster: 'remote' }]
    expect(escalationIn(project, used).map(({ next }) => next)).toEqual([
      "Add to grants in kubewright.config.ts: { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', verbs: ['bind'], name: 'admin', cluster: 'remote', because: 'say why' }",
    ])
  })
})
