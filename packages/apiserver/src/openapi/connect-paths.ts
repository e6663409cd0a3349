/** The paths of subresources that are not objects: proxies, exec, attach, port forwards and logs. */
import type { ServedKind, ServedSubresource } from '../kinds/served-kind.ts'
import type { Verb } from '../request/request-info.ts'
import { builtInTypes, discoveryTypes } from './media-types.ts'
import { type Method, methods, type Operation, type Path } from './operation.ts'
import { capital, tagOf, versionWord } from './operation-words.ts'
import { forConnect, inName, inNamespace, inPath, type Parameter } from './parameter.ts'

/** Whether the subresource is a connection rather than an object. */
export function isConnected({ name, kind }: ServedSubresource): boolean {
  return name === 'log' || kind.endsWith('Options')
}

export function connectPaths(kind: ServedKind, item: string, subresource: ServedSubresource): readonly Path[] {
  const parameters = [
    inName,
    ...(kind.isNamespaced ? [inNamespace] : []),
    ...(forConnect[`${kind.plural}/${subresource.name}`] ?? []),
  ]
  const path = `${item}/${subresource.name}`
  if (subresource.name === 'log') return [{ path, operations: [logOperation(kind, parameters)] }]
  const base = { path, operations: connectOperations(kind, subresource, parameters, '') }
  if (subresource.name !== 'proxy') return [base]
  const further = connectOperations(kind, subresource, [...parameters, inPath], 'WithPath')
  return [base, { path: `${path}/{path}`, operations: further }]
}

function wordOf({ isNamespaced, kind }: ServedKind, name: string): string {
  return `${isNamespaced ? 'Namespaced' : ''}${kind}${capital(name)}`
}

function connectOperations(
  kind: ServedKind,
  { name, verbs, group, version, kind: spoken }: ServedSubresource,
  parameters: readonly Parameter[],
  suffix: string,
): readonly Operation[] {
  return methodsOf(verbs).map((method) => ({
    method,
    id: `connect${versionWord(kind)}${capital(method)}${wordOf(kind, name)}${suffix}`,
    tag: tagOf(kind),
    action: 'connect',
    target: { group, version, kind: spoken },
    parameters,
    consumes: ['*/*'],
    produces: ['*/*'],
    answers: { 200: 'text' },
  }))
}

const methodOf: Partial<Record<Verb, Method>> = { get: 'get', create: 'post' }

/** A proxy passes on every method, also those without a verb. */
function methodsOf(verbs: readonly Verb[]): readonly Method[] {
  if (verbs.includes('update')) return methods
  return verbs.flatMap((verb) => methodOf[verb] ?? [])
}

function logOperation(kind: ServedKind, parameters: readonly Parameter[]): Operation {
  const { group, version } = kind
  return {
    method: 'get',
    id: `read${versionWord(kind)}${wordOf(kind, 'log')}`,
    tag: tagOf(kind),
    action: 'get',
    target: { group, version, kind: kind.kind },
    parameters,
    consumes: builtInTypes.consumes,
    produces: ['text/plain', ...discoveryTypes],
    answers: { 200: 'text' },
  }
}
