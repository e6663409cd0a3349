/** Building blocks of plays about policies. */
import type { Given } from './play.ts'
import { registration, ruleFor, widgetDefinition } from './play-parts.ts'

export const onWrite = (resources: readonly string[] = ['configmaps'], more: object = {}) =>
  ruleFor(resources, { operations: ['CREATE', 'UPDATE'], ...more })
export const given = (plural: string, name: string, spec: object): Given => ({
  path: `${registration}/${plural}`,
  body: { metadata: { name }, spec } as Given['body'],
})
export const constraints = { matchConstraints: { resourceRules: [onWrite()] } }
export const policy = (spec: object, name = 'p') =>
  given('validatingadmissionpolicies', name, { ...constraints, ...spec })
export const binding = (spec: object = {}, name = 'b') =>
  given('validatingadmissionpolicybindings', name, { policyName: 'p', validationActions: ['Deny'], ...spec })

export const parameters = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }

const limit = (name: string, max: string, labels: object = {}): Given => ({
  path: '/api/v1/namespaces/kw-b/configmaps',
  body: { metadata: { name, labels }, data: { max } } as Given['body'],
})
/** Parameters that exist in every play. */
const limits: readonly Given[] = [limit('l1', '3', { use: 'me' }), limit('l2', '2', { use: 'me' }), limit('l3', '0')]
export const from = (ref: object, parameterNotFoundAction = 'Deny') => ({
  paramRef: { ...ref, parameterNotFoundAction },
})

export const mutatingPolicy = (spec: object, name = 'p') =>
  given('mutatingadmissionpolicies', name, { ...constraints, reinvocationPolicy: 'Never', ...spec })
export const mutatingBinding = (spec: object = {}, name = 'b') =>
  given('mutatingadmissionpolicybindings', name, { policyName: 'p', ...spec })
export const applying = (expression: string) => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
})
export const patching = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } })

const nowhere = { matchConstraints: { resourceRules: [onWrite(['nodes'])] } }
const keeping = { policyName: 'keeper', ...from({ name: 'x', namespace: 'kw-b' }, 'Allow') }

/**
 * Objects that exist before the first play: a kind, namespaces, parameters, and policies that keep a real server watching
 * the parameters, because it does not restart a watch that it stopped.
 */
export const stageObjects: readonly Given[] = [
  widgetDefinition,
  ...['kw-a', 'kw-b'].map((name) => ({
    path: '/api/v1/namespaces',
    body: { metadata: { name, labels: { team: name.slice(3) } } },
  })),
  ...limits,
  policy({ ...parameters, ...nowhere, validations: [{ expression: 'true' }] }, 'keeper'),
  binding({ ...keeping, validationActions: ['Deny'] }, 'keeper'),
  mutatingPolicy({ ...parameters, ...nowhere, mutations: [applying('Object{}')] }, 'keeper'),
  mutatingBinding(keeping, 'keeper'),
]
