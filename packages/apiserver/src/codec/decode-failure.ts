/** Errors for a body that cannot become an object of the requested kind. */
import { goQuote } from '@kubewright/core/go'
import { StatusError } from '../status/status.ts'

/** A 400. Callers with their own message around the reason, such as patches, use `why`. */
export class DecodeFailure extends StatusError {
  readonly why: string

  constructor(message: string, why: string) {
    super(400, 'BadRequest', message)
    this.why = why
  }
}

/** The body of a custom resource without a kind. */
export class MissingKind extends DecodeFailure {
  /** The version from `apiVersion`; empty if that is no string. */
  readonly version: string

  constructor(kind: string, apiVersion: unknown, body: Uint8Array) {
    const why = `Object 'Kind' is missing in '${Buffer.from(body).toString('utf8')}'`
    super(unrecognized(kind, why, body).message, why)
    this.version = typeof apiVersion === 'string' ? (apiVersion.split('/').at(-1) ?? '') : ''
  }
}

/** For failures before the type of the body is known. */
export function unrecognized(kind: string, why: string, body: Uint8Array): DecodeFailure {
  return new DecodeFailure(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${summarize(body)})`,
    why,
  )
}

/** For a body whose type cannot be determined. */
export function unreadable(kind: string, problem: string, body: Uint8Array): DecodeFailure {
  return unrecognized(kind, `couldn't get version/kind; json parse error: ${problem}`, body)
}

/** For failures after the type of the body is known. */
export function unhandled(given: { kind: string; version: string }, kind: string, why: string): DecodeFailure {
  return new DecodeFailure(
    `${given.kind} in version ${goQuote(given.version)} cannot be handled as a ${kind}: ${why}`,
    why,
  )
}

const shown = 30

/** A body that starts like a JSON object is shown as text, any other as hex. */
function summarize(body: Uint8Array): string {
  if (body.length === 0) return '<empty>'
  const start = Buffer.from(body.subarray(0, shown))
  const text = start[0] === 0x7b ? start.toString('utf8') : start.toString('hex')
  return body.length > shown ? `${text} ...` : text
}
