/** Roles, bindings and users for access checks, the same on this server and on a real one. */

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const roleGroup = 'rbac.authorization.k8s.io'

export interface Creation {
  readonly path: string
  readonly body: object
}

const clusterRole = (name: string, rules: readonly object[], more: object = {}): Creation => ({
  path: `${rbac}/clusterroles`,
  body: { metadata: { name }, rules, ...more },
})
const role = (namespace: string, name: string, rules: readonly object[]): Creation => ({
  path: `${rbac}/namespaces/${namespace}/roles`,
  body: { metadata: { name }, rules },
})
const subject = (text: string) => {
  const [kind = '', name = '', namespace] = text.split(' ')
  if (kind !== 'ServiceAccount') return { kind, name, apiGroup: roleGroup }
  return { kind, name, ...(namespace === undefined ? {} : { namespace }) }
}
/** Subjects are `User ada`, `Group staff`, `ServiceAccount robot namespace`. */
const bind = (path: string, name: string, ref: string, subjects: readonly string[]): Creation => {
  const [kind = '', roleName = ''] = ref.split(' ')
  return {
    path: `${rbac}/${path}`,
    body: {
      metadata: { name },
      roleRef: { apiGroup: roleGroup, kind, name: roleName },
      subjects: subjects.map(subject),
    },
  }
}
const bindCluster = (name: string, ref: string, ...subjects: readonly string[]) =>
  bind('clusterrolebindings', name, ref, subjects)
const bindIn = (namespace: string, name: string, ref: string, ...subjects: readonly string[]) =>
  bind(`namespaces/${namespace}/rolebindings`, name, ref, subjects)

export const namespaces = ['kw-one', 'kw-two'] as const

/** In the order of creation; the last one of each kind gives `kw-sentinel` a permission of its own. */
export const objects: readonly Creation[] = [
  ...namespaces.map((name) => ({ path: '/api/v1/namespaces', body: { metadata: { name } } })),
  clusterRole('kw-reader', [{ apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list', 'watch'] }]),
  clusterRole('kw-scaler', [{ apiGroups: ['*'], resources: ['*/scale'], verbs: ['get', 'update'] }]),
  clusterRole('kw-everything', [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ]),
  clusterRole('kw-named', [
    {
      apiGroups: ['', 'apps'],
      resources: ['configmaps', 'deployments'],
      resourceNames: ['a', 'b'],
      verbs: ['get', 'delete'],
    },
    { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
  ]),
  clusterRole('kw-paths', [
    { nonResourceURLs: ['/metrics', '/debug/*', '/x*'], verbs: ['get'] },
    { nonResourceURLs: ['/logs'], verbs: ['*'] },
  ]),
  clusterRole('kw-odd', [
    { apiGroups: ['example.dev'], resources: ['*'], verbs: ['use', 'approve'] },
    { apiGroups: ['apps'], resources: ['statefulsets/*'], verbs: ['get'] },
  ]),
  clusterRole('kw-empty', []),
  clusterRole('kw-role-writer', [
    { apiGroups: [roleGroup], resources: ['*'], verbs: ['create', 'update', 'patch', 'get', 'delete'] },
  ]),
  clusterRole('kw-binder', [
    { apiGroups: [roleGroup], resources: ['clusterroles'], resourceNames: ['kw-named'], verbs: ['bind'] },
    { apiGroups: [roleGroup], resources: ['roles'], verbs: ['escalate'] },
  ]),
  clusterRole('kw-impersonator', [
    { apiGroups: [''], resources: ['users'], resourceNames: ['kw-ada'], verbs: ['impersonate'] },
    { apiGroups: [''], resources: ['groups'], resourceNames: ['kw-staff'], verbs: ['impersonate'] },
    {
      apiGroups: ['authentication.k8s.io'],
      resources: ['userextras/scopes'],
      resourceNames: ['view'],
      verbs: ['impersonate'],
    },
  ]),
  clusterRole('kw-narrow-impersonator', [
    {
      apiGroups: ['authentication.k8s.io'],
      resources: ['users'],
      resourceNames: ['kw-ada'],
      verbs: ['impersonate:user-info'],
    },
    { apiGroups: ['authentication.k8s.io'], resources: ['nodes'], verbs: ['impersonate:arbitrary-node'] },
    { apiGroups: ['authentication.k8s.io'], resources: ['serviceaccounts'], verbs: ['impersonate:serviceaccount'] },
    {
      apiGroups: ['authentication.k8s.io'],
      resources: ['groups'],
      resourceNames: ['kw-staff'],
      verbs: ['impersonate:user-info'],
    },
    { apiGroups: [''], resources: ['pods'], verbs: ['impersonate-on:user-info:list'] },
    {
      apiGroups: ['authentication.k8s.io'],
      resources: ['selfsubjectreviews'],
      verbs: [
        'impersonate-on:arbitrary-node:create',
        'impersonate-on:serviceaccount:create',
        'impersonate-on:user-info:create',
      ],
    },
  ]),
  clusterRole('kw-sentinel', [{ apiGroups: ['sentinel'], resources: ['all'], verbs: ['see'] }]),
  role('kw-one', 'kw-local', [{ apiGroups: [''], resources: ['secrets', 'services'], verbs: ['*'] }]),
  role('kw-two', 'kw-local', [
    { apiGroups: ['batch'], resources: ['jobs', 'cronjobs/status'], verbs: ['create', 'patch'] },
  ]),
  role('kw-one', 'kw-sentinel', [{ apiGroups: ['sentinel'], resources: ['local'], verbs: ['see'] }]),
  bindCluster('kw-01', 'ClusterRole kw-reader', 'User kw-ada', 'Group kw-staff'),
  bindCluster('kw-02', 'ClusterRole kw-scaler', 'Group kw-ops'),
  bindCluster('kw-03', 'ClusterRole kw-everything', 'User kw-root'),
  bindCluster('kw-04', 'ClusterRole kw-named', 'User kw-bob', 'User kw-ada'),
  bindCluster('kw-05', 'ClusterRole kw-paths', 'Group kw-ops', 'User kw-bob'),
  bindCluster('kw-06', 'ClusterRole kw-missing', 'User kw-lost'),
  bindCluster('kw-07', 'ClusterRole kw-odd', 'ServiceAccount robot kw-one', 'Group system:serviceaccounts:kw-two'),
  bindCluster('kw-08', 'ClusterRole kw-empty', 'User kw-nobody'),
  bindCluster('kw-09', 'ClusterRole kw-missing-too', 'User kw-lost'),
  bindCluster(
    'kw-10',
    'ClusterRole kw-role-writer',
    'User kw-writer',
    'User kw-binder',
    'User kw-lost-writer',
    'User kw-some-writer',
  ),
  bindCluster('kw-11', 'ClusterRole kw-binder', 'User kw-binder'),
  bindCluster('kw-12', 'ClusterRole kw-missing', 'User kw-lost-writer'),
  bindCluster('kw-13', 'ClusterRole kw-impersonator', 'ServiceAccount actor kw-one'),
  bindCluster('kw-14', 'ClusterRole kw-narrow-impersonator', 'ServiceAccount narrow kw-one'),
  bindCluster('kw-15', 'ClusterRole kw-reader', 'User kw-some-writer'),
  bindCluster('kw-16', 'ClusterRole kw-scaler', 'User kw-some-writer'),
  bindCluster('kw-17', 'ClusterRole kw-named', 'User kw-some-writer'),
  bindCluster('kw-18', 'ClusterRole kw-paths', 'User kw-some-writer'),
  bindCluster('kw-99', 'ClusterRole kw-sentinel', 'User kw-sentinel'),
  bindIn('kw-one', 'kw-01', 'Role kw-local', 'User kw-bob', 'ServiceAccount robot kw-one', 'User kw-some-writer'),
  bindIn('kw-two', 'kw-01', 'Role kw-local', 'Group kw-staff', 'ServiceAccount robot kw-one'),
  bindIn('kw-one', 'kw-02', 'ClusterRole kw-named', 'Group system:serviceaccounts:kw-one'),
  bindIn('kw-two', 'kw-02', 'Role kw-missing', 'User kw-lost'),
  bindIn('kw-two', 'kw-03', 'ClusterRole kw-everything', 'User kw-carol'),
  bindIn('kw-one', 'kw-99', 'Role kw-sentinel', 'User kw-sentinel'),
  ...['robot', 'actor', 'narrow', 'low'].map((name) => ({
    path: '/api/v1/namespaces/kw-one/serviceaccounts',
    body: { metadata: { name } },
  })),
]

/** Accesses that are allowed once a real server has seen all roles and bindings, a moment after they are written. */
export const sentinels = [
  { user: 'kw-sentinel', resourceAttributes: { verb: 'see', group: 'sentinel', resource: 'all' } },
  {
    user: 'kw-sentinel',
    resourceAttributes: { verb: 'see', group: 'sentinel', resource: 'local', namespace: 'kw-one' },
  },
] as const
