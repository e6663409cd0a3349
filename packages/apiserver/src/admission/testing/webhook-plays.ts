/** Plays about webhooks. */
import type { Given, Play, Step } from './play.ts'
import {
  autoscalers,
  clusterRoles,
  configMaps,
  deletion,
  deployment,
  deployments,
  mutating,
  patchStep,
  pod,
  pods,
  registration,
  ruleFor,
  tryConfigMap,
  trying,
  validating,
  webhook,
  widgets,
} from './play-parts.ts'
import { answerNames, patchNames } from './webhook-answers.ts'

const waiting = (step: Step): Step => ({ ...step, takesMs: 1_000 })
const onHang = (name: string) => (name === 'hang' ? waiting(tryConfigMap()) : tryConfigMap())

const answers: readonly Play[] = [
  ...[...answerNames, ...patchNames].map((name) =>
    trying(`mutating ${name}`, [mutating('m', webhook('h', name))], onHang(name)),
  ),
  ...['allow', 'warn', 'audit', 'deny', 'deny-message', 'deny-warn', 'hang', 'close', 'wrong-uid', 'not-json'].map(
    (name) => trying(`validating ${name}`, [validating('v', webhook('h', name))], onHang(name)),
  ),
  ...['patch-data', 'patch-no-type', 'type-no-patch', 'error-500'].map((name) =>
    trying(`validating ${name}`, [validating('v', webhook('h', name))]),
  ),
]

const ignoring = { failurePolicy: 'Ignore' }
const failures: readonly Play[] = [
  ...['hang', 'close', 'not-json', 'wrong-uid', 'error-500', 'patch-not-json', 'patch-other-type'].map((name) =>
    trying(`failurePolicy Ignore, mutating ${name}`, [mutating('m', webhook('h', name, ignoring))], onHang(name)),
  ),
  ...['patch-test', 'patch-wrong-type', 'deny', 'nobody'].map((name) =>
    trying(`failurePolicy Ignore, mutating ${name}`, [mutating('m', webhook('h', name, ignoring))]),
  ),
  ...['hang', 'close', 'deny'].map((name) =>
    trying(`failurePolicy Ignore, validating ${name}`, [validating('m', webhook('h', name, ignoring))], onHang(name)),
  ),
  {
    name: 'a denial takes precedence over a webhook that times out',
    given: [validating('m', webhook('h', 'hang'), webhook('i', 'deny-code'))],
    steps: [waiting(tryConfigMap())],
    asksAtOnce: true,
  },
]

const inOrder: readonly Play[] = [
  trying('webhooks are called in order of configuration name and position', [
    mutating('b', webhook('b1', 'append-two'), webhook('b0', 'append-three')),
    mutating('a', webhook('z', 'append-one')),
  ]),
  ...(
    [
      [
        'reinvocationPolicy IfNeeded after a later webhook changed the object',
        ['append-one', true],
        ['append-two', false],
      ],
      ['reinvocation of both webhooks', ['append-one', true], ['append-two', true]],
      ['no reinvocation without a change', ['once-one', true], ['once-two', true]],
      ['no reinvocation of the last webhook', ['append-one', false], ['append-two', true]],
      ['reinvocation after a patch that changes nothing', ['allow', true], ['patch-same', false]],
    ] as const
  ).map(([name, ...asked]) =>
    trying(name, [
      mutating(
        'a',
        ...asked.map(([answer, again], at) =>
          webhook(`w${at}`, answer, { reinvocationPolicy: again ? 'IfNeeded' : 'Never' }),
        ),
      ),
    ]),
  ),
  trying('labels added by one webhook match the objectSelector of the next', [
    mutating(
      'm',
      webhook('a', 'patch-labels'),
      webhook('b', 'patch-data', { objectSelector: { matchLabels: { hooked: 'yes' } } }),
    ),
  ]),
  trying(
    'an added container is defaulted',
    [mutating('a', webhook('b', 'patch-container', { rules: [ruleFor(['pods'])] }))],
    { path: `${pods}?dryRun=All`, body: pod },
  ),
]

const conditions = (...expressions: readonly string[]) => ({
  matchConditions: expressions.map((expression, at) => ({ name: `c${at}`, expression })),
})
const everything = '[1,2,3,4,5,6,7,8,9,10].all(x, '
const asked: readonly (readonly [string, readonly string[], object?])[] = [
  ['that are true', ["object.metadata.name == 'x'"]],
  ['that are false', ["object.metadata.name == 'y'"]],
  ['with an evaluation error', ["object.nope == 'y'"]],
  ['with an evaluation error and failurePolicy Ignore', ["object.nope == 'y'"], ignoring],
  ['with an evaluation error beside a false one', ["object.nope == 'y'", 'false']],
  ['with two evaluation errors', ['object.nope == 1', 'object.nada == 1', 'true']],
  [
    'on fields of request',
    [
      "request.userInfo.username == 'admin' && request.operation == 'CREATE' && request.resource.resource == 'configmaps'",
      "request.dryRun && request.name == 'x' && request.namespace == 'kw-a' && !has(request.subResource)",
      "request.options.kind == 'CreateOptions' && request.requestKind.kind == 'ConfigMap' && request.kind.version == 'v1'",
    ],
  ],
  [
    'with authorizer checks',
    [
      "authorizer.group('').resource('pods').namespace('kw-a').check('create').allowed()",
      "authorizer.requestResource.check('delete').allowed()",
    ],
  ],
  ['on oldObject', ['oldObject == null']],
  ['on namespaceObject, which is undefined', ["namespaceObject.metadata.name == 'kw-a'"]],
  ['above the cost limit', [`${everything.repeat(7)}true${')'.repeat(7)}`]],
]

const conditional: readonly Play[] = [
  ...asked.map(([name, expressions, more = {}]) =>
    trying(`matchConditions ${name}`, [
      mutating('m', webhook('h', 'allow', { ...conditions(...expressions), ...more })),
    ]),
  ),
  trying(
    'matchConditions on DELETE, where object is null',
    [validating('m', webhook('h', 'allow', conditions('has(object.metadata.name)')))],
    { path: configMaps, body: { metadata: { name: 'gone' } } },
    deletion(`${configMaps}/gone`),
  ),
  {
    name: 'invalid matchConditions',
    steps: ['object.', 'params.x', '1 + 1', 'variables.x == 1', 'object.foo', ' '].map((expression) => ({
      path: `${registration}/mutatingwebhookconfigurations?dryRun=All`,
      body: { metadata: { name: 'bad' }, webhooks: [webhook('h', 'allow', conditions(expression))] },
    })),
  },
]

const selecting: readonly Play[] = [
  trying(
    'an object selector',
    [validating('m', webhook('h', 'allow', { objectSelector: { matchLabels: { pick: 'me' } } }))],
    { path: configMaps, body: { metadata: { name: 'os' } } },
    ...['me', 'no'].map((pick) => patchStep(`${configMaps}/os`, { metadata: { labels: { pick } } })),
    patchStep(`${configMaps}/os`, { data: { x: 'y' } }),
    deletion(`${configMaps}/os`),
  ),
  ...['configmaps', '*', '*/*', 'configmaps/*', 'configmaps/status', 'pods'].map((resource) =>
    trying(`a rule for ${resource}`, [validating('m', webhook('h', 'allow', { rules: [ruleFor([resource])] }))]),
  ),
  ...['Cluster', 'Namespaced'].map((scope) =>
    trying(
      `a rule for the scope ${scope}`,
      [
        validating(
          'm',
          webhook('h', 'allow', {
            namespaceSelector: {},
            rules: [ruleFor(['configmaps', 'namespaces', 'clusterroles'], { scope, operations: ['CREATE'] })],
          }),
        ),
      ],
      tryConfigMap(),
      { path: '/api/v1/namespaces?dryRun=All', body: { metadata: { name: 'sc' } } },
      { path: `${clusterRoles}?dryRun=All`, body: { metadata: { name: 'cr' } } },
    ),
  ),
  trying(
    'resources exempt from admission webhooks',
    [
      mutating('m', webhook('h', 'deny', { rules: [ruleFor(['*/*'])], namespaceSelector: {} })),
      validating('v', webhook('h', 'deny', { rules: [ruleFor(['*/*'])], namespaceSelector: {} })),
    ],
    { path: `${registration}/mutatingwebhookconfigurations?dryRun=All`, body: { metadata: { name: 'e' } } },
    {
      path: `${registration}/validatingadmissionpolicies?dryRun=All`,
      body: {
        metadata: { name: 'e' },
        spec: { matchConstraints: { resourceRules: [ruleFor(['pods'])] }, validations: [{ expression: 'true' }] },
      },
    },
    {
      path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      body: { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
    },
  ),
]

const updating = (answer: string): Play =>
  trying(
    `an UPDATE with ${answer}`,
    [mutating('m', webhook('h', answer, { rules: [ruleFor(['configmaps'], { operations: ['UPDATE'] })] }))],
    { path: configMaps, body: { metadata: { name: 'up' }, data: { a: '1' } } },
    patchStep(`${configMaps}/up`, { data: { b: '2' } }),
    patchStep(`${configMaps}/up`, {}),
    deletion(`${configMaps}/up`),
  )

const onDelete = { rules: [ruleFor(['configmaps'], { operations: ['DELETE'] })] }
const others: readonly Play[] = [
  ...['patch-namespace', 'patch-rv', 'patch-created', 'patch-same', 'patch-managers', 'patch-labels'].map(updating),
  trying('a patch that sets resourceVersion on create', [mutating('m', webhook('h', 'patch-rv'))], {
    path: configMaps,
    body: { metadata: { name: 'rv' } },
  }),
  trying(
    'a patch on DELETE',
    [mutating('m', webhook('h', 'patch-data', onDelete))],
    { path: configMaps, body: { metadata: { name: 'dp' } } },
    deletion(`${configMaps}/dp`),
  ),
  trying(
    'a denied DELETE',
    [validating('m', webhook('h', 'deny-message', onDelete))],
    { path: configMaps, body: { metadata: { name: 'dd' } } },
    deletion(`${configMaps}/dd`),
  ),
  trying('AdmissionReview v1beta1', [
    mutating('m', webhook('h', 'v1beta1-patch', { admissionReviewVersions: ['v2', 'v1beta1', 'v1'] })),
    validating('v', webhook('g', 'v1beta1-deny', { admissionReviewVersions: ['v1beta1'] })),
  ]),
  trying(
    'a patch of the scale subresource',
    [mutating('m', webhook('h', 'patch-scale', { rules: [ruleFor(['deployments/scale'])] }))],
    { path: deployments, body: deployment },
    patchStep(`${deployments}/d/scale`, { spec: { replicas: 3 } }),
    { method: 'GET', path: `${deployments}/d` },
    deletion(`${deployments}/d`),
  ),
]

const all = (namespaces: object = { matchLabels: { team: 'a' } }): readonly Given[] => {
  const more = { rules: [ruleFor(['*/*'])], namespaceSelector: namespaces }
  return [mutating('m', webhook('h', 'allow', more)), validating('v', webhook('g', 'allow', more))]
}
const reviewed = (name: string, given: readonly Given[], ...steps: readonly Step[]): Play => ({
  ...trying(name, given, ...steps),
  showsReviews: true,
})
const apply = 'application/apply-patch+yaml'
const applied = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: '4' } })
const leases = '/apis/coordination.k8s.io/v1/namespaces/kw-a/leases'
const eve = { 'impersonate-user': 'eve', 'impersonate-group': 'system:masters' }

const reviews: readonly Play[] = [
  reviewed(
    'reviews of a ConfigMap',
    all(),
    { path: configMaps, body: { metadata: { generateName: 'gen-' }, data: { a: '1' } } },
    {
      path: `${configMaps}?fieldManager=me&fieldValidation=Strict`,
      body: { metadata: { name: 'x', labels: { l: '1' } }, data: { a: '1' } },
    },
    { method: 'PUT', path: `${configMaps}/x`, body: { metadata: { name: 'x' }, data: { a: '2' } } },
    patchStep(`${configMaps}/x?fieldManager=me`, { data: { a: '3' } }),
    patchStep(`${configMaps}/x?fieldManager=app&force=true`, applied('x'), apply),
    patchStep(`${configMaps}/y?fieldManager=app`, applied('y'), apply),
    deletion(`${configMaps}/x?gracePeriodSeconds=3`),
    deletion(`${configMaps}/y?dryRun=All`),
    deletion(`${configMaps}?labelSelector=a%3Db`),
    deletion(configMaps),
  ),
  reviewed(
    'reviews with impersonation',
    all(),
    {
      path: configMaps,
      body: { metadata: { name: 'z' } },
      headers: { ...eve, 'impersonate-uid': 'u1', 'impersonate-extra-scopes': 'a' },
    },
    { ...deletion(`${configMaps}/z`), headers: eve },
  ),
  reviewed(
    'reviews of a PUT that creates',
    all(),
    { method: 'PUT', path: `${leases}/l`, body: { metadata: { name: 'l' }, spec: { holderIdentity: 'a' } } },
    deletion(`${leases}/l`),
  ),
  reviewed(
    'reviews of status and scale subresources',
    all(),
    { path: deployments, body: deployment },
    patchStep(`${deployments}/d/status`, { status: { replicas: 1 } }),
    patchStep(`${deployments}/d/scale`, { spec: { replicas: 3 } }),
    deletion(`${deployments}/d`),
  ),
  reviewed(
    'reviews of namespaces',
    all({ matchLabels: { seen: 'yes' } }),
    { path: '/api/v1/namespaces', body: { metadata: { name: 'kw-new', labels: { seen: 'yes' } } } },
    ...['no', 'yes'].map((seen) => patchStep('/api/v1/namespaces/kw-new', { metadata: { labels: { seen } } })),
    patchStep('/api/v1/namespaces/kw-new/status', { metadata: { labels: { k: 'v' } } }),
    { path: '/api/v1/namespaces/missing/configmaps', body: { metadata: { name: 'a' } } },
    deletion('/api/v1/namespaces/kw-new'),
    { path: clusterRoles, body: { metadata: { name: 'kw-cluster' } } },
    deletion(`${clusterRoles}/kw-cluster`),
  ),
  reviewed(
    'reviews converted to the API version of the rule',
    [
      mutating(
        'm',
        webhook('h', 'allow', {
          rules: [
            ruleFor(['horizontalpodautoscalers', 'horizontalpodautoscalers/status'], { apiVersions: ['v1'] }),
            ruleFor(['events'], { apiGroups: [''] }),
          ],
        }),
        webhook('exact', 'allow', {
          matchPolicy: 'Exact',
          rules: [ruleFor(['horizontalpodautoscalers'], { apiVersions: ['v1'] })],
        }),
      ),
    ],
    {
      path: autoscalers,
      body: {
        metadata: { name: 'h' },
        spec: {
          maxReplicas: 3,
          scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
          ],
        },
      },
    },
    patchStep(`${autoscalers}/h/status`, { status: { desiredReplicas: 2 } }),
    deletion(`${autoscalers}/h`),
    {
      path: '/apis/events.k8s.io/v1/namespaces/kw-a/events?dryRun=All',
      body: {
        metadata: { name: 'e' },
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingController: 'k/w',
        reportingInstance: 'i',
        action: 'a',
        reason: 'r',
        type: 'Normal',
        regarding: { kind: 'Pod', namespace: 'kw-a', name: 'p' },
        note: 'hello',
      },
    },
  ),
]

const onWidgets = (resources: readonly string[], answer: string, name = 'h') =>
  webhook(name, answer, { rules: [ruleFor(resources, { apiGroups: ['kw.dev'], apiVersions: ['v1'] })] })
const newWidget = (version: string): Step => ({
  path: widgets(version),
  body: { apiVersion: `kw.dev/${version}`, kind: 'Widget', metadata: { name: 'w' }, spec: { x: '1', replicas: 1 } },
})
const custom: readonly Play[] = [
  reviewed(
    'reviews of a custom resource',
    [
      mutating('m', onWidgets(['widgets/*'], 'allow'), {
        ...onWidgets(['widgets'], 'allow', 'exact'),
        matchPolicy: 'Exact',
      }),
    ],
    newWidget('v2'),
    patchStep(`${widgets('v1')}/w`, { spec: { replicas: 2 } }),
    patchStep(`${widgets('v2')}/w/status`, { status: { x: '2' } }),
    patchStep(`${widgets('v2')}/w/scale`, { spec: { replicas: 5 } }),
    deletion(`${widgets('v2')}/w`),
  ),
  trying(
    'a custom resource patched in another API version',
    [mutating('m', onWidgets(['widgets'], 'patch-widget'))],
    newWidget('v2'),
    patchStep(`${widgets('v1')}/w`, { spec: { replicas: 2 } }),
    patchStep(`${widgets('v2')}/w/scale`, { spec: { replicas: 5 } }),
    { method: 'GET', path: `${widgets('v1')}/w` },
    deletion(`${widgets('v2')}/w`),
  ),
  trying(
    'a denied custom resource',
    [validating('v', onWidgets(['widgets'], 'deny-message'))],
    newWidget('v2'),
    deletion(`${widgets('v2')}/w`),
  ),
]

export const webhookPlays: readonly Play[] = [
  ...answers,
  ...failures,
  ...inOrder,
  ...conditional,
  ...selecting,
  ...others,
  ...reviews,
  ...custom,
]
