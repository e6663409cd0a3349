/** Catalogue 1.13: admission policies written in CEL. */
import type { Case } from '../../../tools/conformance/case.ts'
import {
  check,
  defineSuite,
  del,
  inCluster,
  inNamespace,
  mergePatch,
  post,
  quietly,
  type RequestStep,
  until,
} from '../../../tools/conformance/steps.ts'

const configMaps = inNamespace('configmaps')
const policies = inCluster('validatingadmissionpolicies.admissionregistration.k8s.io/v1')
const bindings = inCluster('validatingadmissionpolicybindings.admissionregistration.k8s.io/v1')
const mutations = inCluster('mutatingadmissionpolicies.admissionregistration.k8s.io/v1')
const mutationBindings = inCluster('mutatingadmissionpolicybindings.admissionregistration.k8s.io/v1')
const rules = [
  { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE', 'DELETE'], resources: ['configmaps'] },
]
const inOwn = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '{ns}' } } }
const policy = (spec: object) => ({
  metadata: { name: '{id}' },
  spec: { matchConstraints: { resourceRules: rules, ...inOwn }, ...spec },
})
const binding = (spec: object = {}) => ({
  metadata: { name: '{id}' },
  spec: { policyName: '{id}', validationActions: ['Deny'], ...spec },
})
const probe = { expression: 'object == null || object.metadata.name != "probe"', message: 'the policy is in place' }
const inPlace = until(
  `${configMaps}?dryRun=All`,
  { contains: 'the policy is in place' },
  { method: 'POST', body: { metadata: { name: 'probe' } } },
)
const tidy = [quietly(del(`${bindings}/{id}`)), quietly(del(`${policies}/{id}`))]

/** The spec of a policy and, under `bound`, that of its binding. */
interface PolicySample {
  readonly validations: readonly object[]
  readonly bound?: object
  readonly [field: string]: unknown
}

function policed(
  name: string,
  rule: string,
  { bound = {}, ...spec }: PolicySample,
  ...steps: readonly RequestStep[]
): Case {
  return check(
    name,
    rule,
    quietly(post(policies, policy({ ...spec, validations: [probe, ...(spec['validations'] as object[])] }))),
    quietly(post(bindings, binding(bound))),
    inPlace,
    ...steps,
    ...tidy,
  )
}
const good = post(configMaps, { metadata: { name: 'good', labels: { team: 'x' } }, data: { n: '1' } })
const bad = post(configMaps, { metadata: { name: 'bad' }, data: { n: '9' } })

const expressions: readonly [name: string, validation: object][] = [
  ['an expression', { expression: 'has(object.metadata.labels) && "team" in object.metadata.labels' }],
  ['a message', { expression: 'object.metadata.name != "bad"', message: 'not bad, please' }],
  [
    'a message that is computed',
    { expression: 'object.metadata.name != "bad"', messageExpression: '"not " + object.metadata.name' },
  ],
  [
    'a message that fails',
    { expression: 'object.metadata.name != "bad"', messageExpression: 'string(object.none)', message: 'fallback' },
  ],
  ['a reason', { expression: 'object.metadata.name != "bad"', reason: 'Forbidden' }],
  [
    'another reason',
    { expression: 'object.metadata.name != "bad"', reason: 'RequestEntityTooLarge', message: 'too much' },
  ],
  ['an error', { expression: 'object.nothing.deep == 1' }],
  [
    'the request',
    { expression: 'request.operation != "CREATE" || request.userInfo.username != "admin" || request.name != "bad"' },
  ],
  [
    'the namespace',
    { expression: 'namespaceObject.metadata.name != request.namespace || object.metadata.name == "good"' },
  ],
  [
    'rights',
    {
      expression:
        'authorizer.group("").resource("configmaps").namespace(request.namespace).check("create").allowed() && object.metadata.name == "good"',
    },
  ],
  [
    'libraries',
    {
      expression:
        'object.data.n.matches("^[0-8]$") && quantity("1Gi").isGreaterThan(quantity("1Mi")) && int(object.data.n) < 5',
    },
  ],
  ['a rule of two lines', { expression: 'object.metadata.name\n!= "bad"' }],
]

const wrong: readonly [name: string, spec: object][] = [
  ['no validations', { validations: [] }],
  ['a rule that is no CEL', { validations: [{ expression: 'object.' }] }],
  ['a rule that is no truth', { validations: [{ expression: '"x"' }] }],
  ['an empty rule', { validations: [{ expression: '' }] }],
  ['a message that is no text', { validations: [{ expression: 'true', messageExpression: '1' }] }],
  ['an unknown reason', { validations: [{ expression: 'true', reason: 'Because' }] }],
  ['an unknown policy for failures', { validations: [{ expression: 'true' }], failurePolicy: 'Panic' }],
  ['a variable that is unknown', { validations: [{ expression: 'variables.x' }] }],
  [
    'a variable with a bad name',
    { variables: [{ name: '1x', expression: 'true' }], validations: [{ expression: 'true' }] },
  ],
  [
    'a variable of itself',
    { variables: [{ name: 'x', expression: 'variables.x' }], validations: [{ expression: 'true' }] },
  ],
  ['parameters without a kind', { validations: [{ expression: 'params.x' }] }],
  ['a kind of parameters that is none', { paramKind: { apiVersion: 'v1' }, validations: [{ expression: 'true' }] }],
  ['no constraints', { matchConstraints: undefined, validations: [{ expression: 'true' }] }],
  [
    'an unknown match',
    { matchConstraints: { resourceRules: rules, matchPolicy: 'Roughly' }, validations: [{ expression: 'true' }] },
  ],
  [
    'an annotation without a key',
    { validations: [{ expression: 'true' }], auditAnnotations: [{ key: '', valueExpression: '"x"' }] },
  ],
  [
    'an annotation that is no text',
    { validations: [{ expression: 'true' }], auditAnnotations: [{ key: 'k', valueExpression: '1' }] },
  ],
  [
    'a condition without a name',
    { matchConditions: [{ name: '', expression: 'true' }], validations: [{ expression: 'true' }] },
  ],
  [
    'a rule too expensive',
    {
      validations: [
        {
          expression:
            'object.data.all(a, object.data.all(b, object.data.all(c, object.data.all(d, a == b && c == d))))',
        },
      ],
    },
  ],
]

const mutation = (spec: object) => ({
  metadata: { name: '{id}' },
  spec: {
    matchConstraints: { resourceRules: [{ ...rules[0], operations: ['CREATE'] }], ...inOwn },
    reinvocationPolicy: 'Never',
    ...spec,
  },
})
const applied = (expression: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } })
const patched = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } })
function mutated(name: string, mutationSpec: object, ...steps: readonly RequestStep[]): Case {
  return check(
    name,
    'MAP-1',
    quietly(
      post(
        mutations,
        mutation({
          mutations: [
            patched('[JSONPatch{op: "add", path: "/metadata/annotations", value: {"in": "place"}}]'),
            mutationSpec,
          ],
        }),
      ),
    ),
    quietly(post(mutationBindings, { metadata: { name: '{id}' }, spec: { policyName: '{id}' } })),
    until(
      `${configMaps}?dryRun=All`,
      { contains: '"in":"place"' },
      { method: 'POST', body: { metadata: { name: 'bad', labels: {} }, data: { n: '1' } } },
    ),
    ...steps,
    quietly(del(`${mutationBindings}/{id}`)),
    quietly(del(`${mutations}/{id}`)),
  )
}

export default defineSuite({
  section: '1.13',
  topic: 'policies',
  cases: [
    ...expressions.map(([name, validation]) =>
      policed(`judges by ${name}`, 'VAP-1 VAP-2 ER-26', { validations: [validation] }, good, bad),
    ),
    ...[['Warn'], ['Audit'], ['Warn', 'Audit'], ['Deny', 'Audit']].map((actions) =>
      check(
        `acts by ${actions.join(' and ')}`,
        'VAP-2',
        quietly(
          post(
            policies,
            policy({ validations: [probe, { expression: 'object.metadata.name != "bad"', message: 'hm' }] }),
          ),
        ),
        quietly(post(bindings, binding({ validationActions: actions }))),
        ...(actions.includes('Audit') && actions.length === 1
          ? []
          : [
              until(configMaps, actions.includes('Deny') ? { status: 422 } : { status: 201 }, {
                method: 'POST',
                body: { metadata: { name: 'probe' } },
              }),
            ]),
        quietly(post(configMaps, { metadata: { name: 'settle' } })),
        ...(actions[0] === 'Deny' ? [bad] : []),
        ...tidy,
      ),
    ),
    ...wrong.map(([name, spec]) =>
      check(`judges a policy with ${name}`, 'VAP-1', post(`${policies}?dryRun=All`, policy(spec))),
    ),
    ...[
      { name: 'no actions', validationActions: [] },
      { name: 'an unknown action', validationActions: ['Dance'] },
      { name: 'two actions that differ', validationActions: ['Deny', 'Warn'] },
      { name: 'one action twice', validationActions: ['Deny', 'Deny'] },
      { name: 'no policy', policyName: '' },
      { name: 'a wrong name of a policy', policyName: 'A_b' },
      { name: 'parameters by name and selector', paramRef: { name: 'p', selector: {} } },
      { name: 'parameters by nothing', paramRef: {} },
      { name: 'parameters', paramRef: { name: 'p', namespace: 'n', parameterNotFoundAction: 'Deny' } },
    ].map(({ name, ...spec }) =>
      check(`judges a binding with ${name}`, 'VAP-1', post(`${bindings}?dryRun=All`, binding(spec))),
    ),
    policed(
      'knows variables',
      'VAP-1',
      {
        validations: [{ expression: 'variables.n < 5', messageExpression: '"n is " + string(variables.n)' }],
        variables: [{ name: 'n', expression: 'int(object.data.n)' }],
      },
      good,
      bad,
    ),
    policed(
      'matches by conditions',
      'VAP-1',
      {
        validations: [{ expression: 'false', message: 'matched' }],
        matchConditions: [{ name: 'bad', expression: 'object.metadata.name in ["bad", "probe"]' }],
      },
      good,
      bad,
    ),
    policed(
      'ignores errors when told to',
      'VAP-1',
      { validations: [{ expression: 'object.nothing.deep == 1' }], failurePolicy: 'Ignore' },
      good,
      bad,
    ),
    policed(
      'judges changes and deletions',
      'VAP-1',
      {
        validations: [
          { expression: 'request.operation != "DELETE"', message: 'never delete' },
          {
            expression: 'oldObject == null || object == null || object.data.n == oldObject.data.n',
            message: 'never change',
          },
        ],
      },
      good,
      mergePatch(`${configMaps}/good`, { data: { n: '2' } }),
      mergePatch(`${configMaps}/good`, { data: { m: '2' } }),
      del(`${configMaps}/good`),
    ),
    policed(
      'binds by labels',
      'VAP-1',
      {
        validations: [{ expression: 'false', message: 'matched' }],
        bound: {
          matchResources: { objectSelector: { matchExpressions: [{ key: 'team', operator: 'DoesNotExist' }] } },
        },
      },
      good,
      bad,
    ),
    check(
      'has parameters',
      'VAP-1',
      quietly(post(configMaps, { metadata: { name: 'limits' }, data: { max: '5' } })),
      quietly(
        post(
          policies,
          policy({
            paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
            validations: [
              probe,
              {
                expression: 'int(object.data.n) < int(params.data.max)',
                messageExpression: '"at most " + params.data.max',
              },
            ],
          }),
        ),
      ),
      quietly(
        post(bindings, binding({ paramRef: { name: 'limits', namespace: '{ns}', parameterNotFoundAction: 'Deny' } })),
      ),
      inPlace,
      good,
      bad,
      ...tidy,
    ),
    check(
      'misses its parameters',
      'VAP-1',
      quietly(
        post(
          policies,
          policy({ paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, validations: [{ expression: 'false' }] }),
        ),
      ),
      quietly(
        post(bindings, binding({ paramRef: { name: 'none', namespace: '{ns}', parameterNotFoundAction: 'Deny' } })),
      ),
      until(
        configMaps,
        { lacks: '"kind":"ConfigMap"' },
        { method: 'POST', body: { metadata: { generateName: 'probe-' } } },
      ),
      good,
      ...tidy,
    ),
    check(
      'does nothing without a binding',
      'VAP-1',
      post(policies, policy({ validations: [{ expression: 'false' }] })),
      good,
      ...tidy,
    ),
    mutated(
      'mutates by a configuration',
      applied('Object{data: {"added": "yes"}, metadata: Object.metadata{labels: {"by": object.metadata.name}}}'),
      good,
      bad,
    ),
    mutated(
      'mutates by a patch',
      patched(
        '[JSONPatch{op: "add", path: "/data/added", value: "yes"}, JSONPatch{op: "test", path: "/kind", value: "ConfigMap"}]',
      ),
      good,
    ),
    mutated(
      'mutates by escaped keys',
      patched(
        '[JSONPatch{op: "add", path: "/metadata/annotations/" + jsonpatch.escapeKey("example.dev/x"), value: "y"}]',
      ),
      good,
    ),
    mutated(
      'mutates nothing',
      patched('object.metadata.name == "good" ? [] : [JSONPatch{op: "add", path: "/data/x", value: "y"}]'),
      good,
      bad,
    ),
    ...[
      applied('Object{nothing: 1}'),
      applied('5'),
      applied('Object{'),
      patched('"x"'),
      patched('[JSONPatch{op: "dance", path: "x"}]'),
      { patchType: 'Magic' },
      { patchType: 'JSONPatch' },
      { patchType: 'ApplyConfiguration', jsonPatch: { expression: '[]' } },
    ].map((one, at) =>
      check(`judges mutation ${at + 1}`, 'MAP-1', post(`${mutations}?dryRun=All`, mutation({ mutations: [one] }))),
    ),
    check(
      'judges a mutation without mutations',
      'MAP-1',
      post(`${mutations}?dryRun=All`, mutation({ mutations: [] })),
      post(
        `${mutations}?dryRun=All`,
        mutation({ mutations: [patched('[JSONPatch{op: "remove", path: "/x"}]')], reinvocationPolicy: 'Maybe' }),
      ),
    ),
  ],
})
