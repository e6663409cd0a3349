/** Requests to which this server and a real one must give the same answers, in this order. */
import { randomInt, seededRandom } from '@kubewright/core/random'

export interface AuthStep {
  readonly name: string
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: unknown
  /** Calls with the token that an earlier step kept under this name, instead of the administrator's. */
  readonly token?: string
  /** Keeps the token of the answer under this name. */
  readonly keeps?: string
  /** The body holds kept tokens, written as `{{name}}`. */
  readonly usesTokens?: boolean
}

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const roleGroup = 'rbac.authorization.k8s.io'
const authz = '/apis/authorization.k8s.io/v1'
const authn = '/apis/authentication.k8s.io/v1'

const as = (user: string, ...groups: readonly string[]) => ({
  'impersonate-user': user,
  ...(groups.length === 0 ? {} : { 'impersonate-group': groups }),
})
const post = (name: string, path: string, body: unknown, more: Partial<AuthStep> = {}): AuthStep => ({
  name,
  method: 'POST',
  path,
  body,
  ...more,
})
const get = (name: string, path: string, headers: AuthStep['headers'] = {}): AuthStep => ({ name, path, headers })
const pod = { verb: 'get', resource: 'pods', namespace: 'kw-one' }

const forbidden: readonly AuthStep[] = [
  get('one object', '/api/v1/namespaces/kw-one/pods/x', as('kw-eve')),
  get('a list', '/api/v1/namespaces/kw-one/pods', as('kw-eve')),
  get('a list of the cluster', '/apis/apps/v1/deployments', as('kw-eve')),
  get('a watch', '/api/v1/namespaces/kw-one/pods?watch=true', as('kw-eve')),
  get('a list of one name', '/api/v1/namespaces/kw-one/pods?fieldSelector=metadata.name%3Dx', as('kw-eve')),
  get('a subresource', '/apis/apps/v1/namespaces/kw-one/deployments/x/scale', as('kw-eve')),
  get('a namespace', '/api/v1/namespaces/kw-one', as('kw-eve')),
  get('a path', '/metrics', as('kw-eve')),
  get('a path with signs', '/foo%3Cb%3E&bar', as('kw-eve')),
  get('a name with signs', '/api/v1/namespaces/kw-one/pods/x', as('kw-<b>&"quoted"')),
  get('a resource nobody knows', '/apis/example.dev/v1/things/x', as('kw-eve')),
  get('roles that are missing', '/api/v1/namespaces/kw-two/pods/x', as('kw-lost')),
  get('roles of the cluster that are missing', '/api/v1/nodes', as('kw-lost')),
  { ...get('a deletion of many', '/api/v1/namespaces/kw-one/pods', as('kw-eve')), method: 'DELETE' },
  post('a creation', '/api/v1/namespaces/kw-one/pods', {}, { headers: as('kw-eve') }),
]

const callers: readonly AuthStep[] = [
  get('a wrong token', '/api/v1/nodes', { authorization: 'Bearer nope' }),
  get('another scheme', '/api/v1/nodes', { authorization: 'Basic abc' }),
  get('an empty token', '/api/v1/nodes', { authorization: 'Bearer ' }),
  get('a space too many', '/api/v1/nodes', { authorization: 'Bearer  nope' }),
  get('nothing', '/api/v1/nodes', { authorization: '' }),
  get('keys without a right to them', '/openid/v1/jwks', as('kw-eve')),
  get('keys in a form there is none of', '/openid/v1/jwks', { accept: 'application/json' }),
  get('a group of nobody', '/api', { 'impersonate-group': 'g1' }),
  get('an id of nobody', '/api', { 'impersonate-uid': 'u-1' }),
  get('extras of nobody', '/api', {
    'impersonate-extra-scopes': 'view',
    'impersonate-extra-acme.com%2fproject': 'a"b',
  }),
  get('all of nobody', '/api', {
    'impersonate-group': ['g1', 'g2'],
    'impersonate-uid': 'u',
    'impersonate-extra-a': 'v',
  }),
]

const whoami = (name: string, headers: AuthStep['headers'] = {}, token?: string) =>
  post(`who ${name}`, `${authn}/selfsubjectreviews`, {}, { headers, ...(token === undefined ? {} : { token }) })

const identities: readonly AuthStep[] = [
  whoami('is the administrator'),
  whoami('is a user', as('jane')),
  whoami('is a user with all', {
    ...as('jane', 'g1', 'g2'),
    'impersonate-uid': 'u1',
    'impersonate-extra-acme.com%2fproject': ['p', 'q'],
    'impersonate-extra-bad%zz': 'x',
  }),
  whoami('is a service account', as('system:serviceaccount:kw-one:robot')),
  whoami('is no service account', as('system:serviceaccount:Upper:robot')),
  whoami('is a service account with groups', as('system:serviceaccount:kw-one:robot', 'g1')),
  whoami('is anonymous', as('system:anonymous')),
  whoami('is anonymous and authenticated', as('system:anonymous', 'system:authenticated')),
  whoami('is unauthenticated', as('x', 'system:unauthenticated')),
  whoami('has an empty group', as('x', '')),
  whoami('is a master', as('x', 'system:masters')),
]

const token = (name: string, body: unknown, more: Partial<AuthStep> = {}) =>
  post(`token: ${name}`, '/api/v1/namespaces/kw-one/serviceaccounts/low/token', body, more)
const bound = (kind: string, name: string, more: object = {}) => ({
  spec: { boundObjectRef: { apiVersion: 'v1', kind, name, ...more } },
})

const tokens: readonly AuthStep[] = [
  token('plain', { spec: {} }, { keeps: 'low' }),
  token('of an empty body', {}),
  token('for others', { spec: { audiences: ['a', 'b'], expirationSeconds: 600 } }, { keeps: 'audiences' }),
  token('too short', { spec: { expirationSeconds: 599 } }),
  token('too long', { spec: { expirationSeconds: 4_294_967_297 } }),
  token('of another name', { metadata: { name: 'x' } }),
  token('of another namespace', { metadata: { namespace: 'x' } }),
  token('of another uid', { metadata: { uid: 'x' } }),
  token('with labels and a status', {
    metadata: { labels: { a: 'b' } },
    spec: { audiences: [] },
    status: { token: 'x' },
  }),
  token('bound to a pod that is missing', bound('Pod', 'nope')),
  token('bound to a node that is missing', bound('Node', 'nope')),
  token('bound to another kind', {
    spec: { boundObjectRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' } },
  }),
  token('bound to no version', { spec: { boundObjectRef: { kind: 'ConfigMap', name: 'x' } } }),
  post('token: of nobody', '/api/v1/namespaces/kw-one/serviceaccounts/nobody/token', {}),
  post('a secret to bind to', '/api/v1/namespaces/kw-one/secrets', { metadata: { name: 'kw-bound' }, type: 'Opaque' }),
  token('bound to another secret', bound('Secret', 'kw-bound', { uid: 'x' })),
  token('bound to a secret', bound('Secret', 'kw-bound'), { keeps: 'bound' }),
  post('token: of an actor', '/api/v1/namespaces/kw-one/serviceaccounts/actor/token', {}, { keeps: 'actor' }),
  post('token: of a narrow actor', '/api/v1/namespaces/kw-one/serviceaccounts/narrow/token', {}, { keeps: 'narrow' }),
  post(
    'token: of an account that goes',
    '/api/v1/namespaces/kw-one/serviceaccounts/robot/token',
    {},
    { keeps: 'robot' },
  ),
]

const review = (name: string, spec: object, more: Partial<AuthStep> = {}) =>
  post(`review of ${name}`, `${authn}/tokenreviews`, { spec }, { usesTokens: true, ...more })

const tokenReviews: readonly AuthStep[] = [
  review('nothing', {}),
  review('an unknown token', { token: 'nope' }),
  review('a token', { token: '{{low}}' }),
  review('a token for others', { token: '{{low}}', audiences: ['foo'] }),
  review('a token for some', { token: '{{audiences}}', audiences: ['a', 'z'] }),
  review('a token that is not for us', { token: '{{audiences}}' }),
  review('a bound token', { token: '{{bound}}' }),
  review('half a token', { token: '{{low}}.x' }),
  review('a token with another signature', { token: '{{low:signature}}' }),
  { name: 'the bound secret goes', method: 'DELETE', path: '/api/v1/namespaces/kw-one/secrets/kw-bound' },
  review('a token whose secret is gone', { token: '{{bound}}', audiences: ['{{issuer}}', 'other'] }),
  { name: 'the account goes', method: 'DELETE', path: '/api/v1/namespaces/kw-one/serviceaccounts/robot' },
  review('a token whose account is gone', { token: '{{robot}}' }),
  whoami('has a token', {}, 'low'),
]

const acting = (
  name: string,
  who: string,
  headers: AuthStep['headers'],
  path = '/api/v1/namespaces/kw-one/secrets',
) => ({
  ...get(`acting: ${name}`, path, headers),
  token: who,
})

const impersonations: readonly AuthStep[] = [
  acting('nobody may', 'low', as('jane')),
  acting('nobody may with a group', 'low', as('jane', 'g')),
  acting('nobody may as an account', 'low', as('system:serviceaccount:kw-one:robot')),
  acting('nobody may as an account with a group', 'low', as('system:serviceaccount:kw-one:robot', 'g')),
  acting('nobody may as a node', 'low', as('system:node:n1')),
  acting('nobody may be a master', 'low', as('jane', 'system:masters')),
  acting('nobody may on a path', 'low', as('jane'), '/metrics'),
  acting('somebody may', 'actor', as('kw-ada')),
  acting('somebody may not be another', 'actor', as('kw-bob')),
  acting('somebody may with a group', 'actor', as('kw-ada', 'kw-staff')),
  acting('somebody may not with another group', 'actor', as('kw-ada', 'kw-ops')),
  acting('somebody may not with an id', 'actor', { ...as('kw-ada'), 'impersonate-uid': 'u' }),
  acting('somebody may with an extra', 'actor', { ...as('kw-ada'), 'impersonate-extra-scopes': 'view' }),
  acting('somebody may not with another extra', 'actor', { ...as('kw-ada'), 'impersonate-extra-scopes': 'edit' }),
  acting('narrow: may do this', 'narrow', as('kw-ada'), '/api/v1/namespaces/kw-one/pods'),
  acting('narrow: may not do that', 'narrow', as('kw-ada')),
  acting('narrow: may not be another', 'narrow', as('kw-bob'), '/api/v1/namespaces/kw-one/pods'),
  acting('narrow: no master', 'narrow', as('kw-ada', 'system:masters'), '/api/v1/namespaces/kw-one/pods'),
  acting('narrow: no empty group', 'narrow', as('kw-ada', ''), '/api/v1/namespaces/kw-one/pods'),
  acting('narrow: many groups', 'narrow', as('kw-ada', 'a', 'b', 'c', 'd'), '/api/v1/namespaces/kw-one/pods'),
  acting(
    'narrow: a bare extra',
    'narrow',
    { ...as('kw-ada'), 'impersonate-extra-a': 'b' },
    '/api/v1/namespaces/kw-one/pods',
  ),
  acting(
    'narrow: an odd extra',
    'narrow',
    { ...as('kw-ada'), 'impersonate-extra-a_b%2f%20': 'b' },
    '/api/v1/namespaces/kw-one/pods',
  ),
  acting(
    'narrow: an empty extra',
    'narrow',
    { ...as('kw-ada'), 'impersonate-extra-a.io%2fb': '' },
    '/api/v1/namespaces/kw-one/pods',
  ),
  whoami('is a user, narrowly', as('kw-ada', 'kw-staff'), 'narrow'),
  whoami('is a node, narrowly', as('system:node:n1'), 'narrow'),
  whoami('is an account, narrowly', as('system:serviceaccount:kw-two:x'), 'narrow'),
]

const subjectReview = (name: string, spec: object, more: object = {}) =>
  post(`subject review: ${name}`, `${authz}/subjectaccessreviews`, { spec, ...more })
const selfReview = (name: string, spec: object, headers: AuthStep['headers'] = {}) =>
  post(`self review: ${name}`, `${authz}/selfsubjectaccessreviews`, { spec }, { headers })
const localReview = (name: string, body: object) =>
  post(`local review: ${name}`, `${authz}/namespaces/kw-one/localsubjectaccessreviews`, body)
const selecting = (attributes: object) => ({ user: 'x', resourceAttributes: { ...pod, ...attributes } })

const accessReviews: readonly AuthStep[] = [
  subjectReview('nothing', {}),
  subjectReview('both', { user: 'x', resourceAttributes: pod, nonResourceAttributes: { verb: 'get', path: '/x' } }),
  subjectReview('nobody', { resourceAttributes: pod }),
  subjectReview('denied', { user: 'x', resourceAttributes: pod }),
  subjectReview('with all', { user: 'kw-ada', uid: 'u', groups: ['g'], extra: { a: ['b'] }, resourceAttributes: pod }),
  subjectReview('with a status', { user: 'x', resourceAttributes: pod }, { status: { allowed: true, reason: 'me' } }),
  subjectReview('empty selectors', selecting({ fieldSelector: {}, labelSelector: {} })),
  subjectReview(
    'selectors twice',
    selecting({
      fieldSelector: { rawSelector: 'a=b', requirements: [{ key: '', operator: 'In' }] },
      labelSelector: {
        rawSelector: 'a',
        requirements: [
          { key: 'a', operator: 'Exists', values: ['x'] },
          { key: 'a b', operator: 'In', values: ['-'] },
        ],
      },
    }),
  ),
  subjectReview(
    'unreadable selectors',
    selecting({ fieldSelector: { rawSelector: 'a' }, labelSelector: { rawSelector: 'a in (' } }),
  ),
  subjectReview(
    'selectors',
    selecting({ fieldSelector: { rawSelector: 'a=b' }, labelSelector: { rawSelector: 'a in (b)' } }),
  ),
  subjectReview(
    'selectors of several values',
    selecting({ fieldSelector: { requirements: [{ key: 'a', operator: 'In', values: ['x', 'y'] }] } }),
  ),
  subjectReview(
    'half readable selectors',
    selecting({
      fieldSelector: {
        requirements: [
          { key: 'a', operator: 'Foo' },
          { key: 'a', operator: 'In', values: ['x'] },
        ],
      },
      labelSelector: { requirements: [{ key: 'a', operator: 'Foo', values: ['x'] }] },
    }),
  ),
  {
    ...subjectReview('as a table', { user: 'x', resourceAttributes: pod }),
    headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
  },
  get('a list of reviews', `${authz}/subjectaccessreviews`),
  selfReview('nothing', {}),
  selfReview('both', { resourceAttributes: pod, nonResourceAttributes: { path: '/', verb: 'get' } }),
  selfReview('of a master', { resourceAttributes: pod }),
  selfReview('of a user', { resourceAttributes: pod }, as('kw-ada')),
  selfReview('of no attributes', { resourceAttributes: {} }, as('kw-bob')),
  localReview('plain', { spec: { user: 'kw-bob', resourceAttributes: { ...pod, resource: 'secrets' } } }),
  localReview('elsewhere', { metadata: { namespace: 'kw-two' }, spec: { user: 'x', resourceAttributes: pod } }),
  localReview('about elsewhere', { spec: { user: 'x', resourceAttributes: { ...pod, namespace: 'kw-two' } } }),
  localReview('about a path', { spec: { user: 'x', nonResourceAttributes: { path: '/', verb: 'get' } } }),
]

const rulesReview = (name: string, spec: object, headers: AuthStep['headers'] = {}) =>
  post(`rules: ${name}`, `${authz}/selfsubjectrulesreviews`, { spec }, { headers })

const rulesReviews: readonly AuthStep[] = [
  rulesReview('nowhere', {}),
  rulesReview('of a master', { namespace: 'kw-one' }),
  rulesReview('of a user', { namespace: 'kw-one' }, as('kw-ada', 'kw-ops')),
  rulesReview('of a user with a local role', { namespace: 'kw-one' }, as('kw-bob')),
  rulesReview('of a user elsewhere', { namespace: 'kw-two' }, as('kw-bob')),
  rulesReview('of an account', { namespace: 'kw-two' }, as('system:serviceaccount:kw-one:robot')),
  rulesReview('of a user whose roles are missing', { namespace: 'kw-two' }, as('kw-lost')),
]

const localRoles = `${rbac}/namespaces/kw-one/roles`
const roleOf = (name: string, ...rules: readonly object[]) => ({ metadata: { name }, rules })
const bindingOf = (kind: string, name: string) => ({
  metadata: { name: 'kw-given' },
  roleRef: { apiGroup: roleGroup, kind, name },
})
const secretsRule = { apiGroups: [''], resources: ['secrets'], resourceNames: ['a', 'b'], verbs: ['get', 'update'] }
const podRule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
const merge = { 'content-type': 'application/merge-patch+json' }

const escalations: readonly AuthStep[] = [
  post(
    'grant: more than held',
    localRoles,
    roleOf(
      'kw-x',
      { apiGroups: ['', 'apps'], resources: ['pods', 'deployments'], verbs: ['get', 'list'] },
      secretsRule,
    ),
    { headers: as('kw-writer', 'g1') },
  ),
  post(
    'grant: paths',
    `${rbac}/clusterroles`,
    roleOf('kw-x', { nonResourceURLs: ['/x', '/y/*'], verbs: ['get', 'post'] }),
    { headers: as('kw-writer') },
  ),
  post(
    'grant: what is held',
    `${rbac}/clusterroles`,
    roleOf('kw-x', { apiGroups: [roleGroup], resources: ['roles', 'roles/x'], verbs: ['get'] }),
    { headers: as('kw-writer') },
  ),
  post(
    'grant: what others give',
    `${rbac}/clusterroles`,
    { ...roleOf('kw-y'), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } },
    { headers: as('kw-writer') },
  ),
  post('grant: with roles that are missing', localRoles, roleOf('kw-x', podRule), { headers: as('kw-lost-writer') }),
  {
    name: 'grant: by an update that creates',
    method: 'PUT',
    path: `${localRoles}/kw-put`,
    body: roleOf('kw-put', podRule),
    headers: as('kw-writer'),
  },
  post('grant: by those who may', localRoles, roleOf('kw-z', podRule), { headers: as('kw-binder') }),
  {
    name: 'grant: by changing a label',
    method: 'PATCH',
    path: `${localRoles}/kw-z`,
    body: { metadata: { labels: { a: 'b' } } },
    headers: { ...as('kw-writer'), ...merge },
  },
  {
    name: 'grant: not by changing finalizers',
    method: 'PATCH',
    path: `${localRoles}/kw-z`,
    body: { metadata: { finalizers: ['example.dev/x'] } },
    headers: { ...as('kw-writer'), ...merge },
  },
  post('bind: more than held', `${rbac}/clusterrolebindings`, bindingOf('ClusterRole', 'kw-reader'), {
    headers: as('kw-writer'),
  }),
  post('bind: what is missing', `${rbac}/clusterrolebindings`, bindingOf('ClusterRole', 'kw-nope'), {
    headers: as('kw-writer'),
  }),
  post('bind: another kind', `${rbac}/clusterrolebindings`, bindingOf('Foo', 'kw-nope'), { headers: as('kw-writer') }),
  post('bind: a local role everywhere', `${rbac}/clusterrolebindings`, bindingOf('Role', 'kw-nope'), {
    headers: as('kw-writer'),
  }),
  post('bind: a local role that is missing', `${rbac}/namespaces/kw-one/rolebindings`, bindingOf('Role', 'kw-nope'), {
    headers: as('kw-writer'),
  }),
  post('bind: a local role', `${rbac}/namespaces/kw-one/rolebindings`, bindingOf('Role', 'kw-local'), {
    headers: as('kw-writer'),
  }),
  post('bind: what is held', `${rbac}/namespaces/kw-one/rolebindings`, bindingOf('ClusterRole', 'kw-role-writer'), {
    headers: as('kw-writer'),
  }),
  post('bind: what may be bound', `${rbac}/clusterrolebindings`, bindingOf('ClusterRole', 'kw-named'), {
    headers: as('kw-binder'),
  }),
  post('bind: what may not', `${rbac}/namespaces/kw-two/rolebindings`, bindingOf('ClusterRole', 'kw-reader'), {
    headers: as('kw-binder'),
  }),
]

/** Roles with random rules, created by a user who holds some of them. */
function randomGrants(count: number): readonly AuthStep[] {
  const random = seededRandom('grants')
  const some = (...words: readonly string[]) =>
    Array.from({ length: 1 + randomInt(random, 2) }, () => words[randomInt(random, words.length)]!)
  const resourceRule = () => ({
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/log', 'deployments', 'deployments/scale', 'configmaps', 'secrets', '*/scale', '*'),
    verbs: some('get', 'list', 'update', 'delete', '*'),
    ...(randomInt(random, 3) === 0 ? { resourceNames: some('a', 'b', 'c') } : {}),
  })
  const pathRule = () => ({
    nonResourceURLs: some('/metrics', '/debug/x', '/debug/*', '/logs', '/', '*'),
    verbs: some('get', 'put', '*'),
  })
  return Array.from({ length: count }, (_, at) => {
    const isLocal = randomInt(random, 2) === 0
    const rules = Array.from({ length: 1 + randomInt(random, 3) }, () =>
      isLocal || randomInt(random, 3) > 0 ? resourceRule() : pathRule(),
    )
    const path = `${isLocal ? localRoles : `${rbac}/clusterroles`}?dryRun=All`
    return post(`grant: random ${at}`, path, roleOf(`kw-random-${at}`, ...rules), { headers: as('kw-some-writer') })
  })
}

export const authSteps: readonly AuthStep[] = [
  ...forbidden,
  ...callers,
  ...identities,
  ...tokens,
  ...tokenReviews,
  ...impersonations,
  ...accessReviews,
  ...rulesReviews,
  ...escalations,
  ...randomGrants(60),
]
