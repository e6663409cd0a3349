/** Plays about policies that validate. */
import type { Play, Step } from './play.ts'
import {
  clusterRoles,
  configMaps,
  deletion,
  deployment,
  deployments,
  patchStep,
  registration,
  ruleFor,
  tryConfigMap,
  trying,
} from './play-parts.ts'
import { binding, constraints, from, onWrite, parameters, policy } from './policy-parts.ts'

const validated = (name: string, spec: object, more: object = {}, ...steps: readonly Step[]): Play =>
  trying(`validating: ${name}`, [policy(spec), binding(more)], ...steps)

const rejecting = { validations: [{ expression: 'false' }] }
const demands: readonly Play[] = [
  validated('an expression that is false', rejecting),
  validated('an expression that is true', { validations: [{ expression: 'true' }] }),
  validated('message and reason', {
    validations: [{ expression: "object.data.a == '2'", message: ' must be two ', reason: 'Forbidden' }],
  }),
  validated('messageExpression', {
    validations: [
      {
        expression: "object.data.a == '2'",
        message: 'm',
        messageExpression: "'a is ' + object.data.a + ' in ' + namespaceObject.metadata.name",
      },
    ],
  }),
  ...["'a\\nb'", "' '", 'string(object.nope)'].map((messageExpression) =>
    validated(`messageExpression ${messageExpression}`, {
      validations: [{ expression: 'false', message: 'fallback', messageExpression }],
    }),
  ),
  validated('a multi-line expression', { validations: [{ expression: '\n  object.data.a ==\n "2"  ' }] }),
  validated('reason RequestEntityTooLarge', {
    validations: [{ expression: 'false', reason: 'RequestEntityTooLarge' }],
  }),
  validated('two failing validations', {
    validations: [
      { expression: 'false', message: 'one' },
      { expression: 'false', message: 'two', reason: 'Forbidden' },
    ],
  }),
  ...[['Warn', 'Audit'], ['Audit'], ['Deny', 'Audit']].map((validationActions) =>
    validated(
      `validationActions ${validationActions.join(' and ')}`,
      { validations: [{ expression: 'true' }, { expression: 'false', message: 'no' }, { expression: 'false' }] },
      { validationActions },
    ),
  ),
  validated('an evaluation error', { validations: [{ expression: 'object.nope == 1' }] }),
  validated('an evaluation error with failurePolicy Ignore', {
    failurePolicy: 'Ignore',
    validations: [{ expression: 'object.nope == 1' }],
  }),
  validated(
    'an evaluation error with action Warn',
    { validations: [{ expression: 'object.nope == 1' }] },
    { validationActions: ['Warn'] },
  ),
  validated('variables', {
    variables: [
      { name: 'a', expression: 'object.data.a' },
      { name: 'b', expression: "variables.a + 'x'" },
    ],
    validations: [
      { expression: "variables.b == '1x'" },
      { expression: "variables.a == '2'", messageExpression: "'was ' + variables.b" },
    ],
  }),
  validated('a variable with an evaluation error', {
    variables: [{ name: 'a', expression: 'object.nope' }],
    validations: [{ expression: "variables.a == '2'" }],
  }),
  validated(
    'matchConditions',
    { ...rejecting, matchConditions: [{ name: 'c', expression: "object.metadata.name == 'x'" }] },
    {},
    tryConfigMap('x'),
    tryConfigMap('y'),
  ),
  ...['Fail', 'Ignore'].map((failurePolicy) =>
    validated(`matchConditions with an evaluation error, failurePolicy ${failurePolicy}`, {
      ...rejecting,
      failurePolicy,
      matchConditions: [{ name: 'c', expression: 'object.nope == 1' }],
    }),
  ),
  validated('an expression above the cost limit', {
    validations: [{ expression: `${'[1,2,3,4,5,6,7,8,9,10].all(x, '.repeat(7)}true${')'.repeat(7)}` }],
  }),
]

const notes: readonly Play[] = [
  validated('auditAnnotations', {
    auditAnnotations: [
      { key: 'k', valueExpression: "'v-' + object.data.a" },
      { key: 'none', valueExpression: 'null' },
      { key: 'blank', valueExpression: "'  '" },
    ],
    validations: [{ expression: 'true' }],
  }),
  ...['Fail', 'Ignore'].map((failurePolicy) =>
    validated(`auditAnnotations with an evaluation error, failurePolicy ${failurePolicy}`, {
      failurePolicy,
      auditAnnotations: [{ key: 'k', valueExpression: 'string(object.nope)' }],
    }),
  ),
]

const circumstances: readonly Play[] = [
  validated('authorizer checks', {
    validations: [
      { expression: "authorizer.group('').resource('secrets').namespace('kw-a').check('get').allowed()" },
      { expression: "!authorizer.requestResource.check('delete').allowed()", message: 'may delete' },
    ],
  }),
  validated('namespaceObject', {
    validations: [
      {
        expression: "namespaceObject.metadata.labels['team'] == 'b'",
        messageExpression: "'team ' + namespaceObject.metadata.labels['team']",
      },
    ],
  }),
  validated(
    'namespaceObject of cluster-scoped objects',
    {
      matchConstraints: { resourceRules: [onWrite(['namespaces', 'clusterroles'])] },
      validations: [{ expression: 'namespaceObject != null' }],
    },
    {},
    { path: '/api/v1/namespaces?dryRun=All', body: { metadata: { name: 'kw-nn' } } },
    { path: `${clusterRoles}?dryRun=All`, body: { metadata: { name: 'cr' } } },
  ),
  validated('fields of request', {
    validations: [
      {
        expression:
          "request.kind.kind == 'ConfigMap' && request.resource.resource == 'configmaps' && request.operation == 'CREATE' && request.name == 'x' && request.namespace == 'kw-a' && request.dryRun == true && request.userInfo.username == 'admin' && request.options.kind == 'CreateOptions'",
      },
      { expression: 'has(request.subResource)' },
    ],
  }),
  validated(
    'a DELETE operation',
    {
      matchConstraints: { resourceRules: [ruleFor(['configmaps'], { operations: ['DELETE'] })] },
      validations: [{ expression: 'object == null && oldObject.metadata.name != "keep"', message: 'keep it' }],
    },
    {},
    { path: configMaps, body: { metadata: { name: 'keep' } } },
    deletion(`${configMaps}/keep`),
  ),
  validated(
    'resourceNames and excludeResourceRules',
    {
      ...rejecting,
      matchConstraints: {
        resourceRules: [onWrite(['configmaps'], { resourceNames: ['x', 'z'] })],
        excludeResourceRules: [onWrite(['configmaps'], { resourceNames: ['z'] })],
      },
    },
    {},
    tryConfigMap('x'),
    tryConfigMap('y'),
    tryConfigMap('z'),
  ),
  validated(
    'a binding with namespaceSelector',
    rejecting,
    { matchResources: { namespaceSelector: { matchLabels: { team: 'b' } } } },
    tryConfigMap(),
    { path: '/api/v1/namespaces/kw-b/configmaps?dryRun=All', body: { metadata: { name: 'x' } } },
  ),
  validated(
    'the scale subresource',
    {
      matchConstraints: { resourceRules: [onWrite(['deployments/scale'])] },
      validations: [
        {
          expression: 'object.spec.replicas < 3',
          messageExpression: "'too many: ' + string(object.spec.replicas) + ' ' + object.kind",
        },
      ],
    },
    {},
    { path: deployments, body: deployment },
    patchStep(`${deployments}/d/scale`, { spec: { replicas: 5 } }),
    deletion(`${deployments}/d`),
  ),
  validated(
    'an object with generateName',
    rejecting,
    {},
    { path: `${configMaps}?dryRun=All`, body: { metadata: { generateName: 'gen-' } } },
  ),
  validated(
    'resources exempt from admission policies',
    { ...rejecting, matchConstraints: { resourceRules: [ruleFor(['*/*'], { scope: 'Cluster' })] } },
    {},
    { path: `${registration}/mutatingwebhookconfigurations?dryRun=All`, body: { metadata: { name: 'e' } } },
    {
      path: `${registration}/validatingadmissionpolicies?dryRun=All`,
      body: { metadata: { name: 'e' }, spec: { ...constraints, validations: [{ expression: 'true' }] } },
    },
    {
      path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      body: { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
    },
  ),
]

const limited = {
  ...parameters,
  validations: [
    { expression: 'int(object.data.a) <= int(params.data.max)', messageExpression: "'max ' + params.data.max" },
  ],
}
const clusterKind = { paramKind: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' } }
const parametrized: readonly Play[] = [
  trying(
    'validating: parameters by name',
    [policy(limited), binding(from({ name: 'l1', namespace: 'kw-b' }))],
    tryConfigMap('x', { a: '5' }),
    tryConfigMap('x', { a: '3' }),
  ),
  trying(
    'validating: parameters by label selector',
    [policy(limited), binding(from({ selector: { matchLabels: { use: 'me' } }, namespace: 'kw-b' }))],
    tryConfigMap('x', { a: '3' }),
    tryConfigMap('x', { a: '2' }),
  ),
  ...['Deny', 'Allow'].map((action) =>
    validated(
      `missing parameters with parameterNotFoundAction ${action}`,
      limited,
      from({ name: 'nope', namespace: 'kw-b' }, action),
    ),
  ),
  validated(
    'missing parameters with failurePolicy Ignore',
    { ...limited, failurePolicy: 'Ignore' },
    from({ name: 'nope', namespace: 'kw-b' }),
  ),
  validated("parameters in the object's namespace", limited, from({ name: 'l1' })),
  validated('a binding without paramRef', {
    ...parameters,
    validations: [
      { expression: 'params == null', message: 'has params' },
      { expression: 'params != null', message: 'no params' },
    ],
  }),
  validated(
    'parameters of an unknown kind',
    { paramKind: { apiVersion: 'nope.dev/v1', kind: 'Nope' }, validations: [{ expression: 'true' }] },
    from({ name: 'x' }),
  ),
  validated(
    'cluster-scoped parameters',
    {
      ...clusterKind,
      validations: [
        {
          expression: "params.kind != 'ClusterRole' || params.apiVersion != 'rbac.authorization.k8s.io/v1'",
          messageExpression: "params.metadata.name + ' ' + params.kind",
        },
      ],
    },
    from({ name: 'admin' }),
  ),
  validated(
    'cluster-scoped parameters with a namespace in paramRef',
    { ...clusterKind, validations: [{ expression: 'true' }] },
    from({ name: 'admin', namespace: 'kw-b' }),
  ),
  validated(
    'namespaced parameters for a cluster-scoped object',
    { ...limited, matchConstraints: { resourceRules: [onWrite(['clusterroles'])] } },
    from({ name: 'x' }),
    { path: `${clusterRoles}?dryRun=All`, body: { metadata: { name: 'cr' } } },
  ),
]

export const validatingPolicyPlays: readonly Play[] = [...demands, ...notes, ...circumstances, ...parametrized]
