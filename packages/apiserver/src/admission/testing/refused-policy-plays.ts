/** Plays about invalid policies. */
import type { Play, Step } from './play.ts'
import { registration } from './play-parts.ts'
import { applying, constraints, onWrite, parameters, patching } from './policy-parts.ts'

const tried = (plural: string, spec: object, name = 'p'): Step => ({
  path: `${registration}/${plural}?dryRun=All`,
  body: { metadata: { name }, spec },
})
const tryPolicy = (spec: object) => tried('validatingadmissionpolicies', { ...constraints, ...spec })
const tryBinding = (spec: object) => tried('validatingadmissionpolicybindings', spec)
const tryMutating = (spec: object) =>
  tried('mutatingadmissionpolicies', { ...constraints, reinvocationPolicy: 'Never', ...spec })
const fine = { validations: [{ expression: 'true' }] }

export const refusedPolicyPlays: readonly Play[] = [
  {
    name: 'policies with invalid expressions',
    steps: [
      ...['object.', '1', 'params.x == 1', 'variables.a == 1'].map((expression) =>
        tryPolicy({ validations: [{ expression }] }),
      ),
      ...['params.y', '1', "authorizer.path('/').check('get').reason()"].map((messageExpression) =>
        tryPolicy({ ...parameters, validations: [{ expression: 'params.x == 1', messageExpression }] }),
      ),
      tryPolicy({ variables: [{ name: 'a', expression: '1 +' }], validations: [{ expression: 'variables.a == 1' }] }),
      tryPolicy({
        variables: [
          { name: 'a', expression: '1' },
          { name: 'if', expression: '1' },
          { name: 'a-b', expression: '1' },
          { name: '', expression: '' },
        ],
        validations: [{ expression: 'variables.a == "x"' }, { expression: 'variables.zz == 1' }],
      }),
      tryPolicy({
        auditAnnotations: [
          { key: 'bad key', valueExpression: '1' },
          { key: 'k', valueExpression: "'x'" },
          { key: 'k', valueExpression: '' },
        ],
      }),
      tryPolicy({
        ...fine,
        matchConditions: [
          { name: 'a', expression: '1' },
          { name: 'a', expression: 'variables.a' },
          { name: '', expression: '' },
        ],
      }),
    ],
  },
  {
    name: 'policies with invalid fields',
    steps: [
      tryPolicy({
        validations: [
          { expression: ' ', message: ' ', messageExpression: ' ', reason: 'Odd' },
          { expression: 'true', message: 'a\nb' },
        ],
      }),
      tryPolicy({ ...fine, paramKind: { apiVersion: 'a/b/c', kind: 'X Y' } }),
      tryPolicy({ ...fine, paramKind: { apiVersion: 'UP/v', kind: '' } }),
      tryPolicy({ ...fine, matchConstraints: undefined }),
      tryPolicy({ matchConstraints: {}, validations: [] }),
      tryPolicy({
        ...fine,
        failurePolicy: 'Odd',
        matchConstraints: {
          resourceRules: [onWrite(['configmaps'], { resourceNames: ['a', 'a', 'a/b'] })],
          matchPolicy: 'Odd',
        },
      }),
      tryBinding({}),
      tryBinding({
        policyName: 'A B',
        validationActions: ['Deny', 'Warn', 'Deny', 'Odd'],
        paramRef: { name: 'a/b', selector: {}, parameterNotFoundAction: 'Odd' },
        matchResources: { resourceRules: [{}] },
      }),
      tryBinding({ policyName: 'p', validationActions: ['Deny'], paramRef: {} }),
    ],
  },
  {
    name: 'invalid mutating policies',
    steps: [
      ...['1', 'Object{', 'object', 'Object.spec{}', 'params.x', ' '].map((expression) =>
        tryMutating({ mutations: [applying(expression)] }),
      ),
      ...['1', 'Object{}', '[]', "[JSONPatch{op: 1, path: '/x'}]", ''].map((expression) =>
        tryMutating({ mutations: [patching(expression)] }),
      ),
      tryMutating({ mutations: [{ patchType: 'ApplyConfiguration', jsonPatch: { expression: 'x' } }] }),
      tryMutating({ mutations: [{ patchType: 'JSONPatch', applyConfiguration: { expression: 'x' } }] }),
      tryMutating({ mutations: [{}, { patchType: 'Odd' }] }),
      tryMutating({ mutations: [] }),
      tryMutating({
        matchConstraints: { resourceRules: [onWrite(['pods'], { operations: ['DELETE'] })] },
        reinvocationPolicy: '',
        mutations: [applying('Object{}')],
      }),
      tryMutating({
        variables: [{ name: 'x', expression: 'object.y' }],
        mutations: [applying('Object{a: variables.x}')],
      }),
    ],
  },
]
