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
    trying(`ignored ${name}`, [mutating('m', webhook('h', name, ignoring))], onHang(name)),
  ),
  ...['patch-test', 'patch-wrong-type', 'deny', 'nobody'].map((name) =>
    trying(`ignored ${name}`, [mutating('m', webhook('h', name, ignoring))]),
  ),
  ...['hang', 'close', 'deny'].map((name) =>
    trying(`ignored while validating ${name}`, [validating('m', webhook('h', name, ignoring))], onHang(name)),
  ),
  {
    name: 'a refusal comes before a wait',
    given: [validating('m', webhook('h', 'hang'), webhook('i', 'deny-code'))],
    steps: [waiting(tryConfigMap())],
    asksAtOnce: true,
  },
]

const inOrder: readonly Play[] = [
  trying('by name and place', [
    mutating('b', webhook('b1', 'append-two'), webhook('b0', 'append-three')),
    mutating('a', webhook('z', 'append-one')),
  ]),
  ...(
    [
      ['asked again after a change', ['append-one', true], ['append-two', false]],
      ['both asked again', ['append-one', true], ['append-two', true]],
      ['not asked again without a change', ['once-one', true], ['once-two', true]],
      ['the last is not asked again', ['append-one', false], ['append-two', true]],
      ['asked again after a patch that changes nothing', ['allow', true], ['patch-same', false]],
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
  trying('labels of one make another match', [
    mutating(
      'm',
      webhook('a', 'patch-labels'),
      webhook('b', 'patch-data', { objectSelector: { matchLabels: { hooked: 'yes' } } }),
    ),
  ]),
  trying(
    'a container that was added is filled',
    [mutating('a', webhook('b', 'patch-container', { rules: [ruleFor(['pods'])] }))],
    { path: `${pods}?dryRun=All`, body: pod },
  ),
]

const conditions = (...expressions: readonly string[]) => ({
  matchConditions: expressions.map((expression, at) => ({ name: `c${at}`, expression })),
})
const everything = '[1,2,3,4,5,6,7,8,9,10].all(x, '
const asked: readonly (readonly [string, readonly string[], object?])[] = [
  ['that hold', ["object.metadata.name == 'x'"]],
  ['that do not', ["object.metadata.name == 'y'"]],
  ['that fail', ["object.nope == 'y'"]],
  ['that fail and are ignored', ["object.nope == 'y'"], ignoring],
  ['that fail beside one that does not hold', ["object.nope == 'y'", 'false']],
  ['that fail twice', ['object.nope == 1', 'object.nada == 1', 'true']],
  [
    'about the request',
    [
      "request.userInfo.username == 'admin' && request.operation == 'CREATE' && request.resource.resource == 'configmaps'",
      "request.dryRun && request.name == 'x' && request.namespace == 'kw-a' && !has(request.subResource)",
      "request.options.kind == 'CreateOptions' && request.requestKind.kind == 'ConfigMap' && request.kind.version == 'v1'",
    ],
  ],
  [
    'about rights',
    [
      "authorizer.group('').resource('pods').namespace('kw-a').check('create').allowed()",
      "authorizer.requestResource.check('delete').allowed()",
    ],
  ],
  ['about what was', ['oldObject == null']],
  ['about a namespace nobody shows', ["namespaceObject.metadata.name == 'kw-a'"]],
  ['that cost too much', [`${everything.repeat(7)}true${')'.repeat(7)}`]],
]

const conditional: readonly Play[] = [
  ...asked.map(([name, expressions, more = {}]) =>
    trying(`conditions ${name}`, [mutating('m', webhook('h', 'allow', { ...conditions(...expressions), ...more }))]),
  ),
  trying(
    'conditions about what is gone',
    [validating('m', webhook('h', 'allow', conditions('has(object.metadata.name)')))],
    { path: configMaps, body: { metadata: { name: 'gone' } } },
    deletion(`${configMaps}/gone`),
  ),
  {
    name: 'conditions that are none',
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
    'what nobody is asked about',
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
    `an update with ${answer}`,
    [mutating('m', webhook('h', answer, { rules: [ruleFor(['configmaps'], { operations: ['UPDATE'] })] }))],
    { path: configMaps, body: { metadata: { name: 'up' }, data: { a: '1' } } },
    patchStep(`${configMaps}/up`, { data: { b: '2' } }),
    patchStep(`${configMaps}/up`, {}),
    deletion(`${configMaps}/up`),
  )

const onDelete = { rules: [ruleFor(['configmaps'], { operations: ['DELETE'] })] }
const others: readonly Play[] = [
  ...['patch-namespace', 'patch-rv', 'patch-created', 'patch-same', 'patch-managers', 'patch-labels'].map(updating),
  trying('a version for something new', [mutating('m', webhook('h', 'patch-rv'))], {
    path: configMaps,
    body: { metadata: { name: 'rv' } },
  }),
  trying(
    'a patch for what is deleted',
    [mutating('m', webhook('h', 'patch-data', onDelete))],
    { path: configMaps, body: { metadata: { name: 'dp' } } },
    deletion(`${configMaps}/dp`),
  ),
  trying(
    'a refusal to delete',
    [validating('m', webhook('h', 'deny-message', onDelete))],
    { path: configMaps, body: { metadata: { name: 'dd' } } },
    deletion(`${configMaps}/dd`),
  ),
  trying('an older review', [
    mutating('m', webhook('h', 'v1beta1-patch', { admissionReviewVersions: ['v2', 'v1beta1', 'v1'] })),
    validating('v', webhook('g', 'v1beta1-deny', { admissionReviewVersions: ['v1beta1'] })),
  ]),
  trying(
    'a patched scale',
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
    'reviews on behalf of somebody',
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
    'reviews of a status and a scale',
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
    'reviews in another version',
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
    'a custom resource that is patched in another version',
    [mutating('m', onWidgets(['widgets'], 'patch-widget'))],
    newWidget('v2'),
    patchStep(`${widgets('v1')}/w`, { spec: { replicas: 2 } }),
    patchStep(`${widgets('v2')}/w/scale`, { spec: { replicas: 5 } }),
    { method: 'GET', path: `${widgets('v1')}/w` },
    deletion(`${widgets('v2')}/w`),
  ),
  trying(
    'a custom resource that is gone again',
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
