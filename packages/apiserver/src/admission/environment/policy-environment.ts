/**
 * The CEL environment of admission policies and of webhook match conditions: untyped `object`, `oldObject` and `params`,
 * the `request`, the namespace, an `authorizer`, and the variables that a policy defines.
 */
import {
  boolType,
  type CelType,
  dynType,
  type Environment,
  listType,
  mapType,
  mutationFunctions,
  standardFunctions,
  stringType,
  structType,
  timestampType,
} from '@kubewright/cel'
import { authorizerType, resourceCheckType } from '@kubewright/cel/kubernetes'

export interface PolicyOptions {
  readonly hasParams?: boolean
  readonly hasAuthorizer?: boolean
  /** Types of the policy's own variables, read as `variables.<name>`. If unset, `variables` is not declared. */
  readonly variables?: ReadonlyMap<string, CelType>
  /** The type of `object` and `oldObject`. @default anything */
  readonly objectType?: CelType
  /** The type of `params`, if declared. @default anything */
  readonly paramsType?: CelType
  /** Whether `Object{…}` and `JSONPatch{…}` can be constructed. */
  readonly isMutation?: boolean
}

/** A struct with exactly these fields. */
function struct(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  return structType(name, (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined))
}

const kind = struct('kubernetes.GroupVersionKind', { group: stringType, version: stringType, kind: stringType })
const resource = struct('kubernetes.GroupVersionResource', {
  group: stringType,
  version: stringType,
  resource: stringType,
})
const userInfo = struct('kubernetes.UserInfo', {
  username: stringType,
  uid: stringType,
  groups: listType(stringType),
  extra: mapType(stringType, listType(stringType)),
})

const requestType = struct('kubernetes.AdmissionRequest', {
  kind,
  resource,
  subResource: stringType,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo,
  dryRun: boolType,
  options: dynType,
})

const texts = mapType(stringType, stringType)
const namespaceType = struct('kubernetes.Namespace', {
  metadata: struct('kubernetes.NamespaceMetadata', {
    name: stringType,
    generateName: stringType,
    namespace: stringType,
    labels: texts,
    annotations: texts,
    UID: stringType,
    creationTimestamp: timestampType,
    deletionGracePeriodSeconds: dynType,
    deletionTimestamp: timestampType,
    generation: dynType,
    resourceVersion: stringType,
    finalizers: listType(stringType),
  }),
  spec: struct('kubernetes.NamespaceSpec', { finalizers: listType(stringType) }),
  status: struct('kubernetes.NamespaceStatus', { phase: stringType }),
})

/** The environment of one expression of a policy. */
export function policyEnvironment(options: PolicyOptions = {}): Environment {
  const { hasParams = false, hasAuthorizer = false, variables, isMutation = false } = options
  const { objectType = dynType, paramsType = dynType } = options
  return {
    variables: new Map<string, CelType>([
      ['object', objectType],
      ['oldObject', objectType],
      ['request', requestType],
      ['namespaceObject', namespaceType],
      ...(hasParams ? ([['params', paramsType]] as const) : []),
      ...(hasAuthorizer ? authorizerVariables : []),
      ...(variables === undefined ? [] : ([['variables', variablesType(variables)]] as const)),
    ]),
    functions: isMutation ? mutationFunctions : standardFunctions,
    ...(isMutation && { structs: mutationStruct }),
  }
}

function variablesType(variables: ReadonlyMap<string, CelType>): CelType {
  return structType('kubernetes.variables', (name) => {
    const type = variables.get(name)
    return type && knownType(type)
  })
}

/** The declared type of a variable: only scalars, lists and maps keep their type. */
function knownType(type: CelType): CelType {
  switch (type.kind) {
    case 'list':
      return listType(knownType(type.parameters[0] ?? dynType))
    case 'map':
      return mapType(knownType(type.parameters[0] ?? dynType), knownType(type.parameters[1] ?? dynType))
    case 'struct':
    case 'opaque':
    case 'type':
    case 'parameter':
    case 'error':
      return dynType
    default:
      return type
  }
}

const authorizerVariables = [
  ['authorizer', authorizerType],
  ['authorizer.requestResource', resourceCheckType],
] as const

const jsonPatch = struct('JSONPatch', { op: stringType, path: stringType, from: stringType, value: dynType })

/** `Object`, `Object.spec`, `Object.spec.template`: partial objects, with fields of any type. */
function mutationStruct(name: string): CelType | undefined {
  if (name === 'JSONPatch') return jsonPatch
  return /^Object(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/.test(name) ? structType(name, () => dynType) : undefined
}
