/** Validation of environment variables and their sources. */
import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '@kubewright/kubernetes/core/v1'
import { parseQuantity } from '@kubewright/core/quantities'
import { ownField } from '../../object/own-field.ts'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { configKey, variableName } from '../../validation/keys.ts'
import { withoutBacksteps } from '../../validation/path.ts'
import { each, isBlank, named, type Problems, requiredName } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

export function* envProblems(variables: readonly Unvalidated<EnvVar>[] | undefined, path: string): Problems {
  for (const [variable, at] of each(variables, path)) {
    if (isBlank(variable.name)) yield required(`${at}.name`)
    else yield* variableName(variable.name, `${at}.name`)
    if (variable.valueFrom) yield* sourceProblems(variable.valueFrom, variable.value, `${at}.valueFrom`)
  }
}

function* sourceProblems(source: Unvalidated<EnvVarSource>, value: string | undefined, path: string): Problems {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source
  if (fieldRef) yield* fieldRefProblems(fieldRef, variableFields, `${path}.fieldRef`)
  if (resourceFieldRef) yield* resourceRefProblems(resourceFieldRef, `${path}.resourceFieldRef`)
  if (configMapKeyRef) yield* keyRefProblems(configMapKeyRef, `${path}.configMapKeyRef`)
  if (secretKeyRef) yield* keyRefProblems(secretKeyRef, `${path}.secretKeyRef`)
  if (fileKeyRef) yield* fileRefProblems(fileKeyRef, `${path}.fileKeyRef`)
  const count = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(Boolean).length
  if (count === 0) yield invalid(path, '', noSourceText)
  else if (!isBlank(value)) yield invalid(path, '', 'may not be specified when `value` is not empty')
  else if (count > 1) yield invalid(path, '', 'may not have more than one field specified at a time')
}

const noSourceText =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'

/** The fields that an environment variable may refer to. */
const variableFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]

/** The fields that a downward API file may refer to. */
export const fileFields = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]

const knownFields = new Set([...variableFields, ...fileFields, 'spec.host'])

export function* fieldRefProblems(
  ref: Unvalidated<ObjectFieldSelector>,
  fields: readonly string[],
  path: string,
): Problems {
  const { apiVersion, fieldPath } = ref
  if (isBlank(apiVersion)) return yield required(`${path}.apiVersion`)
  if (isBlank(fieldPath)) return yield required(`${path}.fieldPath`)
  if (apiVersion !== 'v1') {
    return yield invalid(
      `${path}.fieldPath`,
      fieldPath,
      `error converting fieldPath: unsupported pod version: ${apiVersion}`,
    )
  }
  const subscripted = splitSubscript(fieldPath)
  if (subscripted !== undefined) yield* subscriptProblems(...subscripted, { path, fieldPath })
  else if (!knownFields.has(fieldPath)) {
    yield invalid(`${path}.fieldPath`, fieldPath, `error converting fieldPath: field label not supported: ${fieldPath}`)
  } else if (!fields.includes(fieldPath)) yield unsupported(`${path}.fieldPath`, fieldPath, fields)
}

/** Splits `metadata.labels['app']` into `metadata.labels` and `app`, at the first bracket. */
function splitSubscript(fieldPath: string): [base: string, key: string] | undefined {
  const at = fieldPath.indexOf("['")
  if (at <= 0 || !fieldPath.endsWith("']") || at + 4 > fieldPath.length) return undefined
  return [fieldPath.slice(0, at), fieldPath.slice(at + 2, -2)]
}

function* subscriptProblems(base: string, key: string, at: { path: string; fieldPath: string }): Problems {
  if (base === 'metadata.annotations') yield* named('qualifiedName', key.toLowerCase(), at.path)
  else if (base === 'metadata.labels') yield* named('qualifiedName', key, at.path)
  else {
    const problem = `error converting fieldPath: field label does not support subscript: ${at.fieldPath}`
    yield invalid(`${at.path}.fieldPath`, at.fieldPath, problem)
  }
}

const resourceFields = ['limits', 'requests'].flatMap((word) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${word}.${name}`),
)

export function* resourceRefProblems(
  ref: Unvalidated<ResourceFieldSelector>,
  path: string,
  isInVolume = false,
): Problems {
  const { containerName, resource = '', divisor = '0' } = ref
  if (isInVolume && isBlank(containerName)) yield required(`${path}.containerName`)
  else if (resource === '') yield required(`${path}.resource`)
  else if (!resourceFields.includes(resource) && !/^(limits|requests)\.hugepages-/.test(resource)) {
    yield unsupported(`${path}.resource`, resource, resourceFields)
  }
  yield* divisorProblems(resource, divisor, path)
}

const bytes = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei']

function* divisorProblems(resource: string, divisor: string | number, path: string): Problems {
  const text = parseQuantity(divisor).toString()
  if (text === '0') return
  const [, name = ''] = resource.split(/\.(.*)/s)
  if (name === 'cpu' && !['1m', '1'].includes(text)) {
    yield invalid(`${path}.divisor`, resource, "only divisor's values 1m and 1 are supported with the cpu resource")
  }
  const title = name.startsWith('hugepages-') ? 'hugepages' : ownField(divided, name)
  if (title !== undefined && !bytes.includes(text)) {
    const problem = `only divisor's values ${bytes.join(', ')} are supported with the ${title} resource`
    yield invalid(`${path}.divisor`, resource, problem)
  }
}

const divided: Readonly<Record<string, string>> = { memory: 'memory', 'ephemeral-storage': 'local ephemeral storage' }

function* keyRefProblems(ref: { name?: string | undefined; key?: string | undefined }, path: string): Problems {
  yield* named('dns1123Subdomain', ref.name ?? '', `${path}.name`)
  if (isBlank(ref.key)) yield required(`${path}.key`)
  else yield* configKey(ref.key, `${path}.key`)
}

function* fileRefProblems(ref: NonNullable<Unvalidated<EnvVarSource>['fileKeyRef']>, path: string): Problems {
  if (isBlank(ref.key)) yield required(`${path}.key`)
  else yield* variableName(ref.key, `${path}.key`)
  yield* requiredName('dns1123Label', ref.volumeName, `${path}.volumeName`)
  if (isBlank(ref.path)) yield required(`${path}.path`)
  else yield* withoutBacksteps(ref.path, `${path}.path`)
}

export function* envFromProblems(sources: readonly Unvalidated<EnvFromSource>[] | undefined, path: string): Problems {
  for (const [{ prefix, configMapRef, secretRef }, at] of each(sources, path)) {
    if (!isBlank(prefix)) yield* variableName(prefix, `${at}.prefix`)
    if (configMapRef) yield* requiredName('dns1123Subdomain', configMapRef.name, `${at}.configMapRef.name`)
    if (secretRef) yield* requiredName('dns1123Subdomain', secretRef.name, `${at}.secretRef.name`)
    const count = [configMapRef, secretRef].filter(Boolean).length
    if (count === 0) yield invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`')
    else if (count > 1) yield invalid(path, '', 'may not have more than one field specified at a time')
  }
}
