/** Admission configurations with invalid expressions, matches and addresses. They are deleted again soon. */
import type { Dice } from '../dice.ts'
import type { FuzzRequest } from '../fuzz-request.ts'
import { hostileValue, writeJson } from '../hostile-json.ts'
import { hostileText } from '../hostile-text.ts'
import { mutateJson } from '../mutate-json.ts'
import { expression, soundQuestion } from './expressions.ts'

const group = '/apis/admissionregistration.k8s.io/v1'

export function hostilePolicy(dice: Dice): FuzzRequest {
  const [plural, object] = dice.pick(makers)(dice)
  const path = `${group}/${plural}`
  if (dice.chance(0.25)) return { method: 'DELETE', path: `${path}/fuzz`, headers: {} }
  const body = dice.chance(0.3) ? mutateJson(dice, object) : object
  const isFirst = dice.chance(0.7)
  return {
    method: isFirst ? 'POST' : 'PATCH',
    path: isFirst ? path : `${path}/fuzz?fieldManager=a&force=true`,
    headers: { 'content-type': isFirst ? 'application/json' : 'application/apply-patch+yaml' },
    body: Buffer.from(writeJson(body)),
  }
}

type Maker = (dice: Dice) => readonly [plural: string, object: unknown]

const head = (kind: string) => ({ apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name: 'fuzz' } })

/** Limited to ConfigMaps, so that other writes still succeed now and then. */
const configMaps = {
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
}

const makers: readonly Maker[] = [
  (dice) => [
    'validatingadmissionpolicies',
    {
      ...head('ValidatingAdmissionPolicy'),
      spec: {
        matchConstraints: configMaps,
        variables: [{ name: 'x', expression: soundQuestion(dice) }],
        validations: dice.times(3, () => ({ expression: soundQuestion(dice), messageExpression: "'no ' + string(1)" })),
      },
    },
  ],
  () => [
    'validatingadmissionpolicybindings',
    { ...head('ValidatingAdmissionPolicyBinding'), spec: { policyName: 'fuzz', validationActions: ['Deny', 'Audit'] } },
  ],
  () => [
    'mutatingwebhookconfigurations',
    {
      ...head('MutatingWebhookConfiguration'),
      webhooks: [
        {
          name: 'a.example.dev',
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          reinvocationPolicy: 'IfNeeded',
          clientConfig: { url: 'https://127.0.0.1:1/hook' },
          rules: configMaps.resourceRules,
        },
      ],
    },
  ],
  (dice) => [
    'validatingadmissionpolicies',
    {
      ...head('ValidatingAdmissionPolicy'),
      spec: {
        failurePolicy: dice.pick(['Fail', 'Ignore', 'a']),
        matchConstraints: matches(dice),
        matchConditions: conditions(dice),
        variables: dice.times(2, () => ({
          name: dice.pick(['a', 'b', hostileText(dice)]),
          expression: expression(dice, 'object'),
        })),
        validations: dice.times(3, () => ({
          expression: expression(dice, 'object'),
          messageExpression: expression(dice, 'object'),
        })),
        auditAnnotations: dice.times(1, () => ({
          key: dice.pick(['a', hostileText(dice)]),
          valueExpression: expression(dice, 'object'),
        })),
      },
    },
  ],
  (dice) => [
    'validatingadmissionpolicybindings',
    {
      ...head('ValidatingAdmissionPolicyBinding'),
      spec: {
        policyName: 'fuzz',
        validationActions: dice.pick([['Deny'], ['Warn', 'Audit'], ['Deny', 'Warn'], [], ['a']]),
        ...(dice.chance(0.3) ? { matchResources: matches(dice) } : {}),
        ...(dice.chance(0.2) ? { paramRef: { name: 'a', parameterNotFoundAction: 'Allow' } } : {}),
      },
    },
  ],
  (dice) => [
    'mutatingadmissionpolicies',
    {
      ...head('MutatingAdmissionPolicy'),
      spec: {
        failurePolicy: dice.pick(['Fail', 'Ignore']),
        reinvocationPolicy: dice.pick(['Never', 'IfNeeded']),
        matchConstraints: matches(dice),
        mutations: dice.times(3, () =>
          dice.chance(0.5)
            ? {
                patchType: 'JSONPatch',
                jsonPatch: {
                  expression: dice.pick([
                    '[JSONPatch{op: "copy", from: "/metadata", path: "/metadata/a"}]',
                    '[]',
                    expression(dice, 'object'),
                  ]),
                },
              }
            : {
                patchType: 'ApplyConfiguration',
                applyConfiguration: {
                  expression: dice.pick([
                    'Object{metadata: Object.metadata{labels: {"a": "b"}}}',
                    'Object{}',
                    expression(dice, 'object'),
                  ]),
                },
              },
        ),
      },
    },
  ],
  (dice) => [
    'mutatingadmissionpolicybindings',
    {
      ...head('MutatingAdmissionPolicyBinding'),
      spec: { policyName: 'fuzz', ...(dice.chance(0.3) ? { matchResources: matches(dice) } : {}) },
    },
  ],
  (dice) => [dice.pick(['validatingwebhookconfigurations', 'mutatingwebhookconfigurations']), webhooks(dice)],
]

function webhooks(dice: Dice): unknown {
  return {
    ...head(dice.pick(['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'])),
    webhooks: dice.times(2, () => ({
      name: dice.pick(['a.example.dev', 'a', hostileText(dice)]),
      admissionReviewVersions: dice.pick([['v1'], ['v1beta1'], [], ['v1', 'v1']]),
      sideEffects: dice.pick(['None', 'NoneOnDryRun', 'Some']),
      failurePolicy: dice.pick(['Fail', 'Ignore']),
      timeoutSeconds: dice.pick([1, 30, 0, 31]),
      reinvocationPolicy: dice.pick(['Never', 'IfNeeded']),
      clientConfig: dice.pick<unknown>([
        { url: 'https://127.0.0.1:1/hook' },
        { url: 'http://127.0.0.1' },
        { url: 'https://user:pass@x/?a#b' },
        { service: { namespace: 'default', name: 'aa', path: '/../', port: 0 } },
        {},
        hostileValue(dice),
      ]),
      rules: matches(dice).resourceRules,
      matchConditions: conditions(dice),
    })),
  }
}

function matches(dice: Dice) {
  return {
    resourceRules: dice.times(2, () => ({
      apiGroups: dice.pick([[''], ['*'], ['apps'], [], ['*', 'apps']]),
      apiVersions: dice.pick([['v1'], ['*'], []]),
      operations: dice.pick([['CREATE', 'UPDATE'], ['*'], ['DELETE'], [], ['a']]),
      resources: dice.pick([['configmaps'], ['*'], ['*/*'], ['pods', 'pods/*'], [], ['a/b/c']]),
      scope: dice.pick(['*', 'Namespaced', 'Cluster', 'a']),
    })),
    ...(dice.chance(0.2) ? { namespaceSelector: hostileValue(dice) } : {}),
    ...(dice.chance(0.2)
      ? {
          objectSelector: {
            matchExpressions: [
              { key: 'a', operator: dice.pick(['In', 'Exists', 'a']), values: dice.pick([['b'], []]) },
            ],
          },
        }
      : {}),
  }
}

function conditions(dice: Dice): unknown[] {
  return dice.times(2, () => ({
    name: dice.pick(['a', 'b', hostileText(dice)]),
    expression: expression(dice, 'object'),
  }))
}
