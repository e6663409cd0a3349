import { defineController, defineGroupController, done, index, watch } from '@kubewright/controller'
import { ConfigMap, Deployment, Namespace, Secret } from '@kubewright/kubernetes'
import { ClusterRole } from '@kubewright/kubernetes/rbac/v1'
import type { Coordination } from '@kubewright/lease'
import { defineAdmission } from '@kubewright/webhook'
import { describe, expect, it } from 'vitest'
import { describeRule, formatRoles } from './format-rules.ts'
import { requiredRules } from './required-rules.ts'

const reconcile = async () => done()

describe('requiredRules', () => {
  it('are derived from what a controller declares', () => {
    const controller = defineController({
      name: 'deploys',
      for: Deployment,
      owns: [ConfigMap],
      watches: [watch(Namespace, { requests: () => [] })],
      indexes: [index(Secret, 'by-type', () => [])],
      finalizer: { name: 'example.dev/clean', cleanup: reconcile },
      reconcile,
    })
    expect(requiredRules([controller]).map(describeRule)).toEqual([
      'get, list, watch, create, patch, delete configmaps (deploys owns them)',
      'get, list, watch namespaces (deploys watches them)',
      'get, list, watch secrets (deploys indexes them)',
      'get, list, watch, patch deployments.apps (deploys reconciles them; deploys adds a finalizer to them)',
      'update deployments.apps/finalizers (deploys makes them owners)',
      'patch deployments.apps/status (deploys sets their status)',
      'create, patch events.events.k8s.io (deploys reports events)',
    ])
  })

  it('include the declared `uses` of a controller, and no more', () => {
    const uses = [{ resource: Secret, verbs: ['get'], because: 'reads the passwords in them' }]
    const controller = defineController({ name: 'deploys', for: Deployment, uses, reconcile })
    const rules = requiredRules([controller]).map(describeRule)
    expect(rules).toContain('get secrets (deploys reads the passwords in them)')
    expect(rules.filter((rule) => rule.includes('secrets'))).toHaveLength(1)
  })

  it('include the verbs of `uses` that only RBAC knows', () => {
    const uses = [{ resource: ClusterRole, verbs: ['bind', 'get', '*', 'bind'], because: 'binds teams to them' }]
    const controller = defineController({ name: 'teams', for: Deployment, uses, reconcile })
    expect(requiredRules([controller]).map(describeRule)).toContain(
      'get, bind, * clusterroles.rbac.authorization.k8s.io (teams binds teams to them)',
    )
  })

  it('include the declared `uses` of a group controller, in the cluster that they name', () => {
    const uses = [
      { resource: ConfigMap, verbs: ['create', 'patch'], because: 'writes a summary of each zone' },
      { resource: Secret, verbs: ['get'], cluster: 'home', because: 'reads the passwords in them' },
    ] as const
    const by = () => 'zone'
    const zones = defineGroupController({ name: 'zones', for: Deployment, clusters: 'remote', by, uses, reconcile })
    const rulesOf = (cluster: 'home' | 'remote') => requiredRules([zones], { cluster }).map(describeRule)
    expect(rulesOf('remote')).toContain('create, patch configmaps (zones writes a summary of each zone)')
    expect(rulesOf('remote').filter((rule) => rule.includes('secrets'))).toEqual([])
    expect(rulesOf('home')).toEqual(['get secrets (zones reads the passwords in them)'])
  })

  it('include no status and no events for a group controller unless declared', () => {
    const uses = [{ resource: Deployment, subresource: 'status', verbs: ['patch'], because: 'counts them' }]
    const declare = (more: object) =>
      defineGroupController({ name: 'zones', for: Deployment, by: () => 'zone', reconcile, ...more })
    const reads = 'get, list, watch deployments.apps (zones reconciles them)'
    expect(requiredRules([declare({})]).map(describeRule)).toEqual([reads])
    expect(requiredRules([declare({ uses })]).map(describeRule)).toEqual([
      reads,
      'patch deployments.apps/status (zones counts them)',
    ])
  })

  it('are namespaced if the controller watches only one namespace', () => {
    const controller = defineController({
      name: 'copies',
      for: Secret,
      scope: { namespace: 'web' },
      owns: [{ resource: ConfigMap, metadataOnly: true }],
      reconcile,
    })
    const other = defineController({ name: 'maps', for: ConfigMap, reconcile })
    const scopeOf = () => ({ namespace: 'shop' })
    const lease = { namespace: 'web', name: 'operator' }
    expect(requiredRules([controller], { lease }).map(({ namespace, resource }) => `${namespace} ${resource}`)).toEqual(
      ['web configmaps', 'web secrets', 'web secrets/finalizers', 'web leases', 'web leases', 'web events'],
    )
    expect(requiredRules([other], { scopeOf }).map(({ namespace }) => namespace)).toEqual(['shop', 'shop'])
  })

  it('include the rules of the coordination for the kinds of the controllers', () => {
    const copies = defineController({ name: 'copies', for: Secret, owns: [ConfigMap], reconcile })
    const because = ['everybody looks at them']
    const coordination: Pick<Coordination, 'rules'> = {
      rules: (work) =>
        work.flatMap(({ for: primary, owns }) =>
          [primary, ...owns].map(({ plural }) => ({ group: 'x.dev', resource: plural, verbs: ['get'], because })),
        ),
    }
    const shared = requiredRules([copies], { coordination }).filter(({ group }) => group === 'x.dev')
    expect(shared.map(({ resource }) => resource)).toEqual(['configmaps', 'secrets'])
  })

  it('are formatted as ClusterRole and Role manifests', () => {
    const lease = { namespace: 'web-system', name: 'operator' }
    const controller = defineController({ name: 'secrets', for: Secret, reconcile })
    expect(
      formatRoles(requiredRules([controller], { lease }), 'operator'),
    ).toBe(`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: operator
rules:
  - apiGroups: [""] # secrets reconciles them
    resources: ["secrets"]
    verbs: ["get", "list", "watch"]
  - apiGroups: ["events.k8s.io"] # secrets reports events
    resources: ["events"]
    verbs: ["create", "patch"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: operator
  namespace: web-system
rules:
  - apiGroups: ["coordination.k8s.io"] # the manager holds its lease
    resources: ["leases"]
    verbs: ["create"]
  - apiGroups: ["coordination.k8s.io"] # the manager holds its lease
    resources: ["leases"]
    resourceNames: ["operator"]
    verbs: ["get", "patch"]
`)
  })
})

describe('requiredRules of webhooks', () => {
  it('include installing the webhook configurations and certificates', () => {
    const admission = defineAdmission({ for: Secret, name: 'secrets.example.dev', validate: { create: () => [] } })
    const webhooks = {
      serve: [admission],
      certificates: { secret: { name: 'certificates', namespace: 'web' } },
      installation: { name: 'operator', service: { name: 'operator', namespace: 'web' } },
    }
    const because = '(webhooks are registered there)'
    expect(requiredRules([], { webhooks }).map(describeRule)).toEqual([
      `list, create mutatingwebhookconfigurations.admissionregistration.k8s.io ${because}`,
      `get, patch, delete mutatingwebhookconfigurations.admissionregistration.k8s.io operator ${because}`,
      `list, create validatingwebhookconfigurations.admissionregistration.k8s.io ${because}`,
      `get, patch, delete validatingwebhookconfigurations.admissionregistration.k8s.io operator ${because}`,
      'create secrets in web (webhooks store their certificates there)',
      'get, update secrets certificates in web (webhooks store their certificates there)',
    ])
  })
})
