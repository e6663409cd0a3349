/** The options of a list or a watch, parsed from the query and validated as kube-apiserver does. */
import { goQuote } from '@kubewright/core/go'
import { type FieldError, fieldError, forbidden } from '../status/field-error.ts'
import { badRequest, invalidObject, plainFailure } from '../status/failures.ts'

export type VersionMatch = 'NotOlderThan' | 'Exact'

export interface ListOptions {
  readonly labelSelector: string
  readonly fieldSelector: string
  /** `undefined` for the newest state; 0 for any. */
  readonly resourceVersion: number | undefined
  /** As sent, since it may have more digits than a number can hold. */
  readonly versionText: string
  readonly match: VersionMatch | undefined
  readonly limit: number
  readonly continue: string
  readonly timeoutSeconds: number | undefined
  readonly allowsBookmarks: boolean
  readonly sendsInitialEvents: boolean | undefined
}

export function readListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const limit = readInteger(query, 'limit') ?? 0
  const timeoutSeconds = readInteger(query, 'timeoutSeconds')
  const written = writtenIn(query, isWatch)
  const errors = isWatch ? watchErrors(written) : listErrors(written)
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors)
  const { version, match } = written
  return {
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    resourceVersion: parseVersion(version, isWatch),
    versionText: version,
    match: match === '' ? undefined : (match as VersionMatch),
    limit,
    continue: written.token,
    timeoutSeconds,
    allowsBookmarks: readBoolean(query, 'allowWatchBookmarks') ?? false,
    sendsInitialEvents: written.sendsInitialEvents,
  }
}

interface Written {
  readonly version: string
  readonly match: string
  readonly token: string
  readonly sendsInitialEvents: boolean | undefined
}

/** A watch without a resource version starts with the existing objects. */
function writtenIn(query: URLSearchParams, isWatch: boolean): Written {
  const version = query.get('resourceVersion') ?? ''
  const match = query.get('resourceVersionMatch') ?? ''
  const token = query.get('continue') ?? ''
  const sendsInitialEvents = readBoolean(query, 'sendInitialEvents')
  const isSilent = sendsInitialEvents === undefined && match === '' && (version === '' || version === '0')
  return isWatch && isSilent
    ? { version, match: 'NotOlderThan', token, sendsInitialEvents: true }
    : { version, match, token, sendsInitialEvents }
}

function listErrors({ version, match, token, sendsInitialEvents }: Written): readonly FieldError[] {
  const errors: FieldError[] = []
  if (match !== '') {
    if (version === '') {
      errors.push(
        forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
      )
    }
    if (token !== '') errors.push(withContinue())
    if (match !== 'Exact' && match !== 'NotOlderThan') errors.push(unknownMatch(match, ['Exact', 'NotOlderThan', '']))
    if (match === 'Exact' && version === '0') {
      errors.push(
        forbidden('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
      )
    }
  }
  if (sendsInitialEvents !== undefined) {
    errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  }
  return errors
}

function watchErrors({ match, token, sendsInitialEvents }: Written): readonly FieldError[] {
  const errors: FieldError[] = []
  if (sendsInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(
      forbidden('resourceVersionMatch', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    )
  }
  if (match === '') return errors
  if (sendsInitialEvents === undefined) {
    errors.push(
      forbidden(
        'resourceVersionMatch',
        'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ),
    )
  }
  if (match !== 'NotOlderThan') errors.push(unknownMatch(match, ['NotOlderThan']))
  if (token !== '') errors.push(withContinue())
  return errors
}

function withContinue(): FieldError {
  return forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided')
}

function unknownMatch(match: string, supported: readonly string[]): FieldError {
  return fieldError(
    'Unsupported value',
    'resourceVersionMatch',
    match,
    `supported values: ${supported.map(goQuote).join(', ')}`,
  )
}

/** Parses a resource version. Failure: a 400, or a 500 where kube-apiserver answers with one. */
function parseVersion(text: string, isWatch: boolean): number | undefined {
  if (text === '') return undefined
  const problem = versionProblem(text)
  if (problem === undefined) return Number(text)
  throw isWatch ? plainFailure(problem) : badRequest(`invalid resource version: ${problem}`)
}

const largest = 2n ** 64n - 1n

/** Resource versions are unsigned 64-bit numbers; those of this server stay within the safe integers. */
export function versionProblem(text: string): string | undefined {
  const isNumber = /^\d+$/.test(text)
  if (isNumber && (text.length < 20 || BigInt(text) <= largest)) return undefined
  const why = isNumber ? 'value out of range' : 'invalid syntax'
  return `resourceVersion: Invalid value: ${goQuote(text)}: strconv.ParseUint: parsing ${goQuote(text)}: ${why}`
}

function readBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  return value !== 'false' && value !== '0'
}

/** Failure: a 400. */
export function readInteger(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null || value === '') return undefined
  const isNumber = /^[+-]?\d+$/.test(value)
  if (isNumber && BigInt.asIntN(64, BigInt(value.replace('+', ''))) === BigInt(value.replace('+', '')))
    return Number(value)
  throw badRequest(`strconv.ParseInt: parsing ${goQuote(value)}: ${isNumber ? 'value out of range' : 'invalid syntax'}`)
}
