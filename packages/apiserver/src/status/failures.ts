/** The failures of the verbs, one function each, with the API server's messages. */
import { goQuote } from '@kubewright/core/go'
import { type FieldError, formatFieldError } from './field-error.ts'
import { type StatusCause, type StatusDetails, StatusError } from './status.ts'
import { firstThatFit } from './response-limit.ts'

/** A plural and its group, as error messages name a resource. */
export interface GroupResource {
  readonly group: string
  readonly resource: string
}

/** `deployments.apps`, or `pods` in the core group. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`
}

/** Status details for a resource and name. */
export const detailsOf = ({ group, resource }: GroupResource, name: string): StatusDetails => ({
  ...(name === '' ? {} : { name }),
  ...(group === '' ? {} : { group }),
  kind: resource,
})

export function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message)
}

export function unauthorized(): StatusError {
  return new StatusError(401, 'Unauthorized', 'Unauthorized')
}

export function forbidden(of: GroupResource, name: string, why: string, causes?: readonly StatusCause[]): StatusError {
  const subject = formatGroupResource(of)
  const message = `${subject}${name === '' ? '' : ` ${goQuote(name)}`} is forbidden: ${why}`
  return new StatusError(403, 'Forbidden', message, { ...detailsOf(of, name), ...(causes ? { causes } : {}) })
}

export function notFound(of: GroupResource, name: string): StatusError {
  return new StatusError(404, 'NotFound', `${formatGroupResource(of)} ${goQuote(name)} not found`, detailsOf(of, name))
}

/** The path is not served. */
export function unknownResource(): StatusError {
  return new StatusError(404, 'NotFound', 'the server could not find the requested resource', {})
}

export function methodNotAllowed(
  message = 'the server does not allow this method on the requested resource',
): StatusError {
  return new StatusError(405, 'MethodNotAllowed', message, {})
}

export function notAcceptable(message: string): StatusError {
  return new StatusError(406, 'NotAcceptable', message)
}

export function alreadyExists(of: GroupResource, name: string): StatusError {
  const message = `${formatGroupResource(of)} ${goQuote(name)} already exists`
  return new StatusError(409, 'AlreadyExists', message, detailsOf(of, name))
}

export function conflict(of: GroupResource, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${formatGroupResource(of)} ${goQuote(name)}: ${why}`
  return new StatusError(409, 'Conflict', message, detailsOf(of, name))
}

/** An optimistic concurrency conflict. */
export function modifiedMeanwhile(of: GroupResource, name: string): StatusError {
  const why = 'the object has been modified; please apply your changes to the latest version and try again'
  return conflict(of, name, why)
}

export function expired(message: string, continueToken?: string): StatusError {
  return new StatusError(410, 'Expired', message, continueToken === undefined ? undefined : { continue: continueToken })
}

export function tooLarge(limit: number): StatusError {
  return new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limit}`)
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`
  return new StatusError(415, 'UnsupportedMediaType', message)
}

/** @param kind the Kind, and its group if it has one: `Deployment.apps` */
export function invalidObject(
  kind: { group: string; kind: string },
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const shown = firstThatFit(errors, ({ field, body }) => field.length + body.length)
  // The message has no duplicates; the causes keep them.
  const texts = [...new Set(shown.map(formatFieldError))]
  if (shown.length < errors.length) texts.push(`and ${errors.length - shown.length} more`)
  const list = texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`
  const subject = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`
  return new StatusError(422, 'Invalid', `${subject} ${goQuote(name)} is invalid: ${list}`, {
    ...(name === '' ? {} : { name }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    ...(kind.kind === '' ? {} : { kind: kind.kind }),
    causes: shown.map(({ cause, body, field }) => ({ reason: cause, message: body, field })),
  })
}

export function internal(message: string): StatusError {
  return new StatusError(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] })
}

/** An error that is not a Status, as the API server reports it: a 500. */
export function plainFailure(message: string): StatusError {
  return new StatusError(500, '', message)
}

export function resourceVersionTooLarge(asked: number | string, current: number): StatusError {
  const message = `Too large resource version: ${asked}, current: ${current}`
  return new StatusError(504, 'Timeout', `Timeout: ${message}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  })
}
