/** The options of a list or a watch, read from the query and checked as the server checks them. */
import { type FieldError, fieldError, forbidden } from '../status/field-error.ts'
import { badRequest, invalidObject, plainFailure } from '../status/failures.ts'

export type VersionMatch = 'NotOlderThan' | 'Exact'

export interface ListOptions {
  readonly labelSelector: string
  readonly fieldSelector: string
  /** `undefined` for the newest state; 0 for any. */
  readonly resourceVersion: number | undefined
  readonly match: VersionMatch | undefined
  readonly limit: number
  readonly continue: string
  readonly timeoutSeconds: number | undefined
  readonly allowsBookmarks: boolean
  readonly sendsInitialEvents: boolean | undefined
}

export function readListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const resourceVersion = query.get('resourceVersion') ?? ''
  const match = query.get('resourceVersionMatch') ?? ''
  const sendsInitialEvents = readBoolean(query, 'sendInitialEvents')
  const errors = isWatch
    ? watchErrors(match, sendsInitialEvents)
    : listErrors(query, resourceVersion, match, sendsInitialEvents)
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors)
  return {
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    resourceVersion: parseVersion(resourceVersion, isWatch),
    match: match === '' ? undefined : (match as VersionMatch),
    limit: readInteger(query, 'limit') ?? 0,
    continue: query.get('continue') ?? '',
    timeoutSeconds: readInteger(query, 'timeoutSeconds'),
    allowsBookmarks: readBoolean(query, 'allowWatchBookmarks') ?? false,
    sendsInitialEvents,
  }
}

function listErrors(
  query: URLSearchParams,
  resourceVersion: string,
  match: string,
  sendsInitialEvents: boolean | undefined,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (match !== '') {
    if (resourceVersion === '') {
      errors.push(
        forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
      )
    }
    if ((query.get('continue') ?? '') !== '') {
      errors.push(forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'))
    }
    if (match !== 'Exact' && match !== 'NotOlderThan') errors.push(unknownMatch(match, ['Exact', 'NotOlderThan', '']))
    if (match === 'Exact' && resourceVersion === '0') {
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

function watchErrors(match: string, sendsInitialEvents: boolean | undefined): readonly FieldError[] {
  const errors: FieldError[] = []
  if (match !== '') {
    if (sendsInitialEvents === undefined) {
      errors.push(
        forbidden(
          'resourceVersionMatch',
          'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
        ),
      )
    }
    if (match !== 'NotOlderThan') errors.push(unknownMatch(match, ['NotOlderThan']))
  }
  if (sendsInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(
      forbidden('resourceVersionMatch', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    )
  }
  return errors
}

function unknownMatch(match: string, supported: readonly string[]): FieldError {
  return fieldError(
    'Unsupported value',
    'resourceVersionMatch',
    match,
    `supported values: ${supported.map((value) => JSON.stringify(value)).join(', ')}`,
  )
}

/** Revisions are unsigned 64-bit numbers; ours never come near the end of what a double holds. */
function parseVersion(text: string, isWatch: boolean): number | undefined {
  if (text === '') return undefined
  if (/^\d{1,20}$/.test(text)) return Number(text)
  const why = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax'
  const problem = `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`
  throw isWatch ? plainFailure(problem) : badRequest(`invalid resource version: ${problem}`)
}

function readBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  return value !== 'false' && value !== '0'
}

function readInteger(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null || value === '') return undefined
  if (!/^[+-]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`)
  return Number(value)
}
