/** ConfigMaps and Secrets: at most 1 MiB of data by key. */
import type { ConfigMap, Secret } from '@kubewright/kubernetes/core/v1'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { deepEqual } from '@kubewright/core/json'
import { ownField } from '../../object/own-field.ts'
import { describeNotJson } from '../../codec/not-json.ts'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required, tooLong } from '../../status/field-error.ts'
import { configKey } from '../../validation/keys.ts'
import { bytesIn, entriesOf, isBlank, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf } from '../table/cells.ts'

const largest = 1_048_576
const sealed = 'field is immutable when `immutable` is set'

const asMap = unvalidated<ConfigMap>
const asSecret = unvalidated<Secret>

const sizeOf = (base64: string) => Buffer.byteLength(base64, 'base64')
const countOf = (map: object | undefined) => Object.keys(map ?? {}).length

export const configMap: KindBehavior = {
  validate: mapProblems,
  *validateUpdate(object, old) {
    yield* sealedProblems(object, old, ['data', 'binaryData'])
    yield* mapProblems(object)
  },
  cells(object, nowMs) {
    const { data, binaryData } = asMap(object)
    return [object.metadata.name, countOf(data) + countOf(binaryData), ageOf(object, nowMs)]
  },
}

function* mapProblems(object: Draft): Problems {
  const { data, binaryData = {} } = asMap(object)
  let size = 0
  for (const [key, value = '', at] of entriesOf(data, 'data')) {
    yield* configKey(key, at)
    if (Object.hasOwn(binaryData, key)) yield invalid(at, key, 'duplicate of key present in binaryData')
    size += bytesIn(value)
  }
  for (const [key, value = '', at] of entriesOf(binaryData, 'binaryData')) {
    yield* configKey(key, at)
    size += sizeOf(value)
  }
  if (size > largest) yield tooLong('[]', largest)
}

/** An immutable object can only be deleted. */
function* sealedProblems(object: Draft, old: Draft, fields: readonly string[]): Problems {
  if (old['immutable'] !== true) return
  if (object['immutable'] !== true) yield forbidden('immutable', sealed)
  for (const field of fields) if (!deepEqual(object[field], old[field])) yield forbidden(field, sealed)
}

export const secret: KindBehavior = {
  fill(object) {
    const it = asSecret(object)
    it.type ||= 'Opaque'
    const { stringData } = object
    if (stringData === undefined) return
    // `stringData` is write-only: it is merged into `data`.
    const encoded = Object.entries(stringData as Record<string, string>).map(([key, value]) => [
      key,
      Buffer.from(value).toString('base64'),
    ])
    if (encoded.length > 0) it.data = { ...it.data, ...(Object.fromEntries(encoded) as Record<string, string>) }
    delete object['stringData']
  },
  prepareForUpdate(object, old) {
    // A client that was not sent the type may leave it out.
    if (isBlank(asSecret(object).type)) asSecret(object).type = asSecret(old).type
  },
  validate: secretProblems,
  *validateUpdate(object, old) {
    yield* unchanged(asSecret(object).type, asSecret(old).type, 'type')
    yield* sealedProblems(object, old, ['data'])
    yield* secretProblems(object)
  },
  warnings: (object) => tlsWarnings(asSecret(object)),
  selectableFields: { type: (object) => asSecret(object).type ?? '' },
  cells(object, nowMs) {
    const { type, data } = asSecret(object)
    return [object.metadata.name, type, countOf(data), ageOf(object, nowMs)]
  },
}

function* secretProblems(object: Draft): Problems {
  const it = asSecret(object)
  let size = 0
  for (const [key, value = '', at] of entriesOf(it.data, 'data')) {
    yield* configKey(key, at)
    size += sizeOf(value)
  }
  if (size > largest) yield tooLong('data', largest)
  yield* (ownField(typeChecks, it.type ?? '') ?? (() => []))(it, object)
}

const accountName = 'kubernetes.io/service-account.name'

/** The required content of each well-known Secret type. */
const typeChecks: Readonly<Record<string, (secret: Unvalidated<Secret>, object: Draft) => Problems>> = {
  *'kubernetes.io/service-account-token'(_, { metadata }) {
    if (isBlank(metadata.annotations?.[accountName])) yield required(`metadata.annotations[${accountName}]`)
  },
  'kubernetes.io/dockercfg': ({ data }) => jsonProblems(data, '.dockercfg'),
  'kubernetes.io/dockerconfigjson': ({ data }) => jsonProblems(data, '.dockerconfigjson'),
  *'kubernetes.io/basic-auth'({ data = {} }) {
    if (data['username'] !== undefined || data['password'] !== undefined) return
    yield required('data[username]')
    yield required('data[password]')
  },
  *'kubernetes.io/ssh-auth'({ data = {} }) {
    if (isBlank(data['ssh-privatekey'])) yield required('data[ssh-privatekey]')
  },
  *'kubernetes.io/tls'({ data = {} }) {
    for (const key of ['tls.crt', 'tls.key']) if (data[key] === undefined) yield required(`data[${key}]`)
  },
}

function* jsonProblems(data: Unvalidated<Secret>['data'], key: string): Problems {
  const value = data?.[key]
  if (value === undefined) return yield required(`data[${key}]`)
  const problem = jsonProblem(Buffer.from(value, 'base64').toString())
  if (problem !== undefined) yield invalid(`data[${key}]`, '<secret contents redacted>', problem)
}

/** The problem in Go's words. */
function jsonProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && !Array.isArray(value)
    const name = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    return isObject ? undefined : `json: cannot unmarshal ${name} into Go value of type map[string]interface {}`
  } catch {
    return describeNotJson(text)
  }
}

/** Problems of a certificate and its key are only warnings: the Secret is accepted. */
function tlsWarnings({ type, data = {} }: Unvalidated<Secret>): readonly string[] {
  if (type !== 'kubernetes.io/tls') return []
  const [certificate, key] = ['tls.crt', 'tls.key'].map((name) => Buffer.from(data[name] ?? '', 'base64').toString())
  const problem = pairProblem(certificate!, key!)
  return problem === undefined ? [] : [problem]
}

const noBlock = (what: string) => `tls: failed to find any PEM data in ${what} input`

/** Matches with anything in between: `-----BEGIN RSA PRIVATE KEY-----`. */
function beginsPrivateKey(line: string): boolean {
  const begin = '-----BEGIN '
  const at = line.indexOf(begin)
  return at >= 0 && line.includes('PRIVATE KEY-----', at + begin.length)
}

function pairProblem(certificate: string, key: string): string | undefined {
  if (!/-----BEGIN CERTIFICATE-----/.test(certificate)) return noBlock('certificate')
  if (!key.split('\n').some(beginsPrivateKey)) return noBlock('key')
  try {
    const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
    return isPair ? undefined : 'tls: private key does not match public key'
  } catch (error) {
    return `tls: ${(error as Error).message}`
  }
}
