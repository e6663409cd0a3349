/** Catalogue 1.14: authorization, and the bootstrap objects of a cluster. */
import {
  check,
  defineSuite,
  del,
  edited,
  get,
  inCluster,
  inNamespace,
  mergePatch,
  post,
  put,
  quietly,
  request,
} from '../../../tools/conformance/steps.ts'
import { establish, version, widget, widgets } from './widgets.ts'

const reviews = (kind: string) => inCluster(`${kind}.authorization.k8s.io/v1`)
const self = reviews('selfsubjectaccessreviews')
const subject = reviews('subjectaccessreviews')
const local = inNamespace('localsubjectaccessreviews.authorization.k8s.io/v1')
const whoami = inCluster('selfsubjectreviews.authentication.k8s.io/v1')
const tokens = inCluster('tokenreviews.authentication.k8s.io/v1')
const roles = inNamespace('roles.rbac.authorization.k8s.io/v1')
const bindings = inNamespace('rolebindings.rbac.authorization.k8s.io/v1')
const clusterRoles = inCluster('clusterroles.rbac.authorization.k8s.io/v1')
const clusterBindings = inCluster('clusterrolebindings.rbac.authorization.k8s.io/v1')
const accounts = inNamespace('serviceaccounts')
const configMaps = inNamespace('configmaps')
const as = (user: string, groups: readonly string[] = [], more: object = {}) => ({
  headers: { 'impersonate-user': user, ...(groups.length > 0 ? { 'impersonate-group': groups } : {}), ...more },
})
const api = 'rbac.authorization.k8s.io'
/** Grants `u-{id}` these rules in the namespace of the case. */
const granted = (...rules: readonly object[]) => [
  quietly(post(roles, { metadata: { name: 'r' }, rules })),
  quietly(
    post(bindings, {
      metadata: { name: 'b' },
      roleRef: { apiGroup: api, kind: 'Role', name: 'r' },
      subjects: [{ kind: 'User', name: 'u-{id}', apiGroup: api }],
    }),
  ),
  quietly(
    post(
      local,
      {
        metadata: { namespace: '{ns}' },
        spec: { user: 'u-{id}', resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'probes' } },
      },
      { until: { contains: '"allowed":true' } },
    ),
  ),
]
const probeRule = { apiGroups: [''], resources: ['probes'], verbs: ['get'] }
const u = as('u-{id}')

const attributes: readonly [name: string, spec: object][] = [
  ['nothing', {}],
  ['resources', { resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } }],
  ['paths', { nonResourceAttributes: { path: '/openapi/v3', verb: 'get' } }],
  [
    'both',
    { resourceAttributes: { verb: 'get', resource: 'pods' }, nonResourceAttributes: { path: '/', verb: 'get' } },
  ],
  ['all resources', { resourceAttributes: { verb: '*', resource: '*', group: '*' } }],
  [
    'subresources',
    { resourceAttributes: { verb: 'get', resource: 'pods', subresource: 'log', name: 'p', version: 'v1' } },
  ],
  [
    'selectors',
    {
      resourceAttributes: {
        verb: 'list',
        resource: 'pods',
        labelSelector: { requirements: [{ key: 'a', operator: 'In', values: ['b'] }] },
      },
    },
  ],
  [
    'wrong selectors',
    {
      resourceAttributes: {
        verb: 'list',
        resource: 'pods',
        labelSelector: { requirements: [{ key: 'a', operator: 'Near' }] },
      },
    },
  ],
  ['raw selectors', { resourceAttributes: { verb: 'list', resource: 'pods', fieldSelector: { rawSelector: 'a=b' } } }],
]

const impersonations: readonly [name: string, headers: Record<string, string | readonly string[]>][] = [
  ['a user', { 'impersonate-user': 'jane' }],
  ['a user and groups', { 'impersonate-user': 'jane', 'impersonate-group': ['devs', 'ops'] }],
  ['a group alone', { 'impersonate-group': 'devs' }],
  ['extras alone', { 'impersonate-extra-scopes': 'x' }],
  ['a uid alone', { 'impersonate-uid': 'x' }],
  ['a uid', { 'impersonate-user': 'jane', 'impersonate-uid': 'uid-1' }],
  [
    'extras',
    { 'impersonate-user': 'jane', 'impersonate-extra-scopes': ['a', 'b'], 'impersonate-extra-acme.com%2fproject': 'p' },
  ],
  ['a service account', { 'impersonate-user': 'system:serviceaccount:default:x' }],
  [
    'a service account with groups',
    { 'impersonate-user': 'system:serviceaccount:default:x', 'impersonate-group': 'g' },
  ],
  ['nobody', { 'impersonate-user': 'system:anonymous' }],
  ['a node', { 'impersonate-user': 'system:node:n', 'impersonate-group': 'system:nodes' }],
  ['masters', { 'impersonate-user': 'jane', 'impersonate-group': 'system:masters' }],
  ['an empty user', { 'impersonate-user': '' }],
]

export default defineSuite({
  section: '1.14',
  topic: 'access',
  setup: establish({ versions: [version({})] }),
  cases: [
    ...attributes.map(([name, spec]) =>
      check(`answers whether one may: ${name}`, 'AZ-4', post(self, { spec }), post(self, { spec }, as('u-{id}'))),
    ),
    ...attributes.map(([name, spec]) =>
      check(
        `answers whether another may: ${name}`,
        'AZ-4',
        post(subject, { spec: { user: 'u-{id}', ...spec } }),
        post(subject, { spec: { groups: ['system:masters'], ...spec } }),
        post(local, { spec: { user: 'u-{id}', ...spec } }),
      ),
    ),
    check(
      'wants a subject',
      'AZ-4',
      post(subject, { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }),
      post(subject, {
        spec: { user: 'u', resourceAttributes: { verb: 'get', resource: 'pods' } },
        metadata: { name: 'x' },
      }),
      post(self, { metadata: { labels: { a: 'b' } }, spec: { nonResourceAttributes: { path: '/', verb: 'get' } } }),
    ),
    check(
      'wants the same namespace',
      'AZ-4',
      post(local, {
        metadata: { namespace: 'other' },
        spec: { user: 'u', resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'pods' } },
      }),
      post(local, { spec: { user: 'u', resourceAttributes: { namespace: 'other', verb: 'get', resource: 'pods' } } }),
      post(local, { spec: { user: 'u', nonResourceAttributes: { path: '/', verb: 'get' } } }),
    ),
    check(
      'lists the rules of one',
      'AZ-4',
      ...granted(probeRule, {
        apiGroups: ['apps'],
        resources: ['deployments'],
        resourceNames: ['d'],
        verbs: ['get', 'list'],
      }),
      post(reviews('selfsubjectrulesreviews'), { spec: { namespace: '{ns}' } }, { ...u, compare: 'status' }),
      post(reviews('selfsubjectrulesreviews'), { spec: {} }, u),
    ),
    ...impersonations.map(([name, headers]) => check(`plays ${name}`, 'AN-3', post(whoami, {}, { headers }))),
    check(
      'lets nobody play without a right',
      'AN-3',
      ...granted(probeRule),
      post(whoami, {}, { headers: { 'impersonate-user': 'u-{id}' } }),
      get(configMaps, { headers: { 'impersonate-user': 'u-{id}' } }),
    ),
    check(
      'knows who it is',
      'AN-1',
      post(whoami, {}),
      post(whoami, {}, { headers: { authorization: null } }),
      get('/version', { headers: { authorization: null }, compare: 'status' }),
      get('/healthz', { headers: { authorization: null } }),
      get('/api', { headers: { authorization: null } }),
      get(configMaps, { headers: { authorization: null } }),
    ),
    check(
      'refuses tokens nobody knows',
      'AN-2',
      get(configMaps, { headers: { authorization: 'Bearer x' } }),
      get(configMaps, { headers: { authorization: 'Bearer' } }),
      get(configMaps, { headers: { authorization: 'Bearer  ' } }),
      get('/healthz', { headers: { authorization: 'Bearer x' } }),
      get(configMaps, { headers: { authorization: 'Bearer a b' } }),
    ),
    check(
      'reviews tokens',
      'AZ-4 AN-2',
      post(tokens, { spec: { token: 'nobody' } }),
      post(tokens, { spec: {} }),
      post(tokens, { metadata: { name: 'x' }, spec: { token: 'x' } }),
    ),
    check(
      'allows by a role',
      'AZ-1',
      ...granted(probeRule, { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }),
      get(configMaps, u),
      post(configMaps, { metadata: { name: 'a' } }, u),
      get(inNamespace('secrets'), u),
      get('/api/v1/configmaps', u),
      post(self, { spec: { resourceAttributes: { namespace: '{ns}', verb: 'list', resource: 'configmaps' } } }, u),
    ),
    check(
      'allows by the name of an object',
      'AZ-1 URL-4',
      ...granted(probeRule, { apiGroups: [''], resources: ['configmaps'], resourceNames: ['mine'], verbs: ['*'] }),
      get(`${configMaps}/mine`, u),
      get(`${configMaps}/other`, u),
      get(configMaps, u),
      get(`${configMaps}?fieldSelector=metadata.name%3Dmine`, u),
      get(`${configMaps}?fieldSelector=metadata.name%3Dmine&watch=true&timeoutSeconds=1`, u),
      post(configMaps, { metadata: { name: 'mine' } }, u),
      del(`${configMaps}/mine`, undefined, u),
    ),
    check(
      'allows subresources apart',
      'AZ-1',
      ...granted(
        probeRule,
        { apiGroups: [''], resources: ['pods/status'], verbs: ['get', 'patch'] },
        { apiGroups: ['apps'], resources: ['*/scale'], verbs: ['get'] },
      ),
      get(inNamespace('pods', 'p'), u),
      get(inNamespace('pods', 'p', 'status'), u),
      get(inNamespace('deployments.apps/v1', 'd', 'scale'), u),
      get(inNamespace('deployments.apps/v1', 'd'), u),
    ),
    check(
      'allows groups and accounts',
      'AZ-1',
      quietly(
        post(roles, {
          metadata: { name: 'r' },
          rules: [probeRule, { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
        }),
      ),
      quietly(
        post(bindings, {
          metadata: { name: 'b' },
          roleRef: { apiGroup: api, kind: 'Role', name: 'r' },
          subjects: [
            { kind: 'Group', name: 'g-{id}' },
            { kind: 'ServiceAccount', name: 's', namespace: '{ns}' },
          ],
        }),
      ),
      quietly(
        post(
          subject,
          {
            spec: {
              user: 'x',
              groups: ['g-{id}'],
              resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'probes' },
            },
          },
          { until: { contains: '"allowed":true' } },
        ),
      ),
      get(configMaps, as('someone', ['g-{id}'])),
      get(configMaps, as('system:serviceaccount:{ns}:s')),
      get(configMaps, as('system:serviceaccount:{ns}:t')),
      post(subject, {
        spec: {
          user: 'x',
          groups: ['g-{id}'],
          resourceAttributes: { namespace: '{ns}', verb: 'list', resource: 'configmaps' },
        },
      }),
    ),
    check(
      'allows paths',
      'AZ-1',
      quietly(
        post(clusterRoles, {
          metadata: { name: '{id}' },
          rules: [{ nonResourceURLs: ['/metrics', '/debug/*'], verbs: ['get'] }],
        }),
      ),
      quietly(
        post(clusterBindings, {
          metadata: { name: '{id}' },
          roleRef: { apiGroup: api, kind: 'ClusterRole', name: '{id}' },
          subjects: [{ kind: 'User', name: 'u-{id}' }],
        }),
      ),
      quietly(
        post(
          subject,
          { spec: { user: 'u-{id}', nonResourceAttributes: { path: '/metrics', verb: 'get' } } },
          { until: { contains: '"allowed":true' } },
        ),
      ),
      post(subject, { spec: { user: 'u-{id}', nonResourceAttributes: { path: '/debug/x', verb: 'get' } } }),
      post(subject, { spec: { user: 'u-{id}', nonResourceAttributes: { path: '/metrics', verb: 'post' } } }),
      post(subject, { spec: { user: 'u-{id}', nonResourceAttributes: { path: '/logs', verb: 'get' } } }),
    ),
    check(
      'says which role is missing',
      'AZ-1',
      quietly(
        post(bindings, {
          metadata: { name: 'b' },
          roleRef: { apiGroup: api, kind: 'ClusterRole', name: 'none-{id}' },
          subjects: [{ kind: 'User', name: 'u-{id}' }],
        }),
      ),
      quietly(
        post(
          local,
          { spec: { user: 'u-{id}', resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'pods' } } },
          { until: { contains: 'not found' } },
        ),
      ),
      get(configMaps, u),
      post(local, {
        spec: { user: 'u-{id}', resourceAttributes: { namespace: '{ns}', verb: 'get', resource: 'pods' } },
      }),
    ),
    check(
      'lets nobody give more than they have',
      'AZ-2',
      ...granted(
        probeRule,
        { apiGroups: [api], resources: ['roles', 'rolebindings'], verbs: ['*'] },
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
      ),
      post(
        roles,
        { metadata: { name: 'x' }, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }] },
        u,
      ),
      post(
        roles,
        {
          metadata: { name: 'y' },
          rules: [
            { apiGroups: [''], resources: ['secrets', 'pods'], verbs: ['get'] },
            { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['d'], verbs: ['*'] },
          ],
        },
        u,
      ),
      mergePatch(
        `${roles}/x`,
        { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'delete'] }] },
        u,
      ),
      post(
        bindings,
        { metadata: { name: 'z' }, roleRef: { apiGroup: api, kind: 'ClusterRole', name: 'edit' }, subjects: [] },
        { ...u, compare: 'status' },
      ),
      post(bindings, { metadata: { name: 'w' }, roleRef: { apiGroup: api, kind: 'Role', name: 'x' }, subjects: [] }, u),
    ),
    check(
      'lets one give who may escalate',
      'AZ-2',
      ...granted(probeRule, { apiGroups: [api], resources: ['roles'], verbs: ['*', 'escalate'] }),
      post(roles, { metadata: { name: 'y' }, rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] }, u),
    ),
    check(
      'changes no role of a binding',
      'AZ-2',
      quietly(
        post(
          bindings,
          { metadata: { name: 'b' }, roleRef: { apiGroup: api, kind: 'Role', name: 'r' } },
          { saveAs: 'b' },
        ),
      ),
      put(`${bindings}/b`, edited('b', { 'roleRef.name': 's' })),
      mergePatch(`${bindings}/b`, { subjects: [{ kind: 'User', name: 'x' }] }),
    ),
    check(
      'judges roles',
      'AZ-2',
      post(roles, { metadata: { name: 'a' }, rules: [{}] }),
      post(roles, { metadata: { name: 'b' }, rules: [{ verbs: ['get'] }] }),
      post(roles, { metadata: { name: 'c' }, rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] }),
      post(clusterRoles, {
        metadata: { name: '{id}' },
        rules: [{ nonResourceURLs: ['/x'], resources: ['pods'], apiGroups: [''], verbs: ['get'] }],
      }),
      post(bindings, { metadata: { name: 'd' }, roleRef: {} }),
      post(bindings, { metadata: { name: 'e' }, roleRef: { kind: 'Pod', name: 'x', apiGroup: 'v1' } }),
      post(bindings, {
        metadata: { name: 'f' },
        roleRef: { kind: 'Role', name: 'x' },
        subjects: [
          { kind: 'Robot', name: 'x' },
          { kind: 'ServiceAccount', name: 'x' },
          { kind: 'User', name: '' },
        ],
      }),
    ),
    check(
      'gives tokens',
      'SAT-2',
      quietly(post(accounts, { metadata: { name: 's' } })),
      post(`${accounts}/s/token`, { spec: {} }),
      post(`${accounts}/s/token`, { spec: { audiences: ['a', 'b'], expirationSeconds: 600 } }),
      post(`${accounts}/s/token`, { spec: { expirationSeconds: 599 } }),
      post(`${accounts}/s/token`, { spec: { expirationSeconds: 5_000_000_000 } }),
      post(`${accounts}/none/token`, { spec: {} }),
      post(`${accounts}/s/token`, { metadata: { name: 'other' }, spec: {} }),
    ),
    check(
      'gives tokens bound to objects',
      'SAT-2',
      quietly(post(accounts, { metadata: { name: 's' } })),
      quietly(post(inNamespace('secrets'), { metadata: { name: 'x' } }, { saveAs: 'x' })),
      quietly(
        post(inNamespace('pods'), {
          metadata: { name: 'p' },
          spec: { serviceAccountName: 's', containers: [{ name: 'c', image: 'i' }] },
        }),
      ),
      post(`${accounts}/s/token`, { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'x' } } }),
      post(`${accounts}/s/token`, { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } } }),
      post(`${accounts}/s/token`, { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'none' } } }),
      post(`${accounts}/s/token`, {
        spec: {
          boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'x', uid: '00000000-0000-4000-8000-000000000000' },
        },
      }),
      post(`${accounts}/s/token`, { spec: { boundObjectRef: { kind: 'Robot', apiVersion: 'v1', name: 'x' } } }),
    ),
    check(
      'knows the bearer of a token',
      'SAT-2 AN-1',
      quietly(post(accounts, { metadata: { name: 's' } })),
      quietly(post(`${accounts}/s/token`, { spec: {} }, { saveAs: 't' })),
      post(whoami, {}, { headers: { authorization: 'Bearer {{t.status.token}}' } }),
      post(tokens, { spec: { token: '{{t.status.token}}' } }),
      post(tokens, { spec: { token: '{{t.status.token}}', audiences: ['other'] } }),
      get(configMaps, { headers: { authorization: 'Bearer {{t.status.token}}' } }),
      quietly(del(`${accounts}/s`)),
      post(tokens, { spec: { token: '{{t.status.token}}' } }, { compare: 'status' }),
    ),
    check(
      'refuses a token for others',
      'SAT-2',
      quietly(post(accounts, { metadata: { name: 's' } })),
      quietly(post(`${accounts}/s/token`, { spec: { audiences: ['elsewhere'] } }, { saveAs: 't' })),
      get(configMaps, { headers: { authorization: 'Bearer {{t.status.token}}' } }),
      post(tokens, { spec: { token: '{{t.status.token}}', audiences: ['elsewhere'] } }),
    ),
    check(
      'fills in no secrets of accounts',
      'SAT-1',
      post(inNamespace('secrets'), {
        metadata: { name: 'a', annotations: { 'kubernetes.io/service-account.name': 'none' } },
        type: 'kubernetes.io/service-account-token',
      }),
      post(inNamespace('secrets'), { metadata: { name: 'b' }, type: 'kubernetes.io/service-account-token' }),
      get(accounts),
    ),
    check(
      'deletes no dependents by itself',
      'GC-1 GC-2 GC-3',
      quietly(post(configMaps, { metadata: { name: 'owner' } }, { saveAs: 'o' })),
      quietly(
        post(configMaps, {
          metadata: {
            name: 'child',
            ownerReferences: [
              {
                apiVersion: 'v1',
                kind: 'ConfigMap',
                name: 'owner',
                uid: '{{o.metadata.uid}}',
                blockOwnerDeletion: true,
              },
            ],
          },
        }),
      ),
      del(`${configMaps}/owner`),
      get(`${configMaps}/child`),
    ),
    check(
      'says who audits',
      'AU-1',
      get(configMaps, { headers: { 'audit-id': 'mine' } }),
      request('GET', '/nothing', { headers: { 'audit-id': 'mine' } }),
    ),
    check('flows', 'PF-1', get(configMaps), get('/healthz'), get('/nothing'), get(configMaps, as('u-{id}'))),
    check(
      'makes namespaces',
      'NS-1 MD-3',
      post(inCluster('namespaces'), { metadata: { name: '{id}' } }),
      post(inCluster('namespaces'), { metadata: { name: '{id}', labels: { 'kubernetes.io/metadata.name': 'wrong' } } }),
      post(inCluster('namespaces'), { metadata: { generateName: 'made-' } }),
    ),
    check(
      'keeps what is in a namespace that goes',
      'NS-2',
      quietly(post(inCluster('namespaces'), { metadata: { name: '{id}' } })),
      quietly(post('/api/v1/namespaces/{id}/configmaps', { metadata: { name: 'a' } })),
      quietly(del(inCluster('namespaces', '{id}'))),
      get('/api/v1/namespaces/{id}/configmaps/a'),
      mergePatch('/api/v1/namespaces/{id}/configmaps/a', { data: { x: 'y' } }),
      post('/api/v1/namespaces/{id}/secrets', { metadata: { name: 's' } }),
      del('/api/v1/namespaces/{id}/configmaps/a'),
      mergePatch(inCluster('namespaces', '{id}', 'status'), {
        status: { conditions: [{ type: 'NamespaceContentRemaining', status: 'True', reason: 'R' }] },
      }),
    ),
    check(
      'forbids custom resources',
      'AZ-1',
      ...granted(probeRule, { apiGroups: ['{suite}.example.dev'], resources: ['widgets'], verbs: ['get'] }),
      get(widgets, u),
      get(`${widgets}/a`, u),
      post(widgets, widget({ name: 'a' }), u),
    ),
    check(
      'lets everybody discover',
      'AZ-3',
      get('/apis/apps', u),
      get('/openapi/v3', { ...u, compare: 'status' }),
      get('/version', { ...u, compare: 'status' }),
      get('/readyz', u),
      get('/livez', u),
      get('/metrics', u),
      post(
        self,
        {
          spec: {
            resourceAttributes: { verb: 'create', resource: 'selfsubjectaccessreviews', group: 'authorization.k8s.io' },
          },
        },
        u,
      ),
    ),
  ],
})
