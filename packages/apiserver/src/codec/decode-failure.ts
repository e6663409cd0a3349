/** A body that cannot become an object of the kind that is asked for. */
import { StatusError } from '../status/status.ts'
import { goQuote } from './go-quote.ts'

/** A 400. Whoever has other words around the reason, as patches do, takes `why`. */
export class DecodeFailure extends StatusError {
  readonly why: string

  constructor(message: string, why: string) {
    super(400, 'BadRequest', message)
    this.why = why
  }
}

/** The body of a custom resource that does not say what it is. */
export class MissingKind extends DecodeFailure {
  /** As far as the body says it. */
  readonly version: string

  constructor(kind: string, apiVersion: unknown, body: Uint8Array) {
    const why = `Object 'Kind' is missing in '${Buffer.from(body).toString('utf8')}'`
    super(unrecognized(kind, why, body).message, why)
    this.version = typeof apiVersion === 'string' ? (apiVersion.split('/').at(-1) ?? '') : ''
  }
}

/** Before it is known what the body claims to be. */
export function unrecognized(kind: string, why: string, body: Uint8Array): DecodeFailure {
  return new DecodeFailure(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${summarize(body)})`,
    why,
  )
}

/** When even that cannot be found out. */
export function unreadable(kind: string, problem: string, body: Uint8Array): DecodeFailure {
  return unrecognized(kind, `couldn't get version/kind; json parse error: ${problem}`, body)
}

/** Once it is known. */
export function unhandled(given: { kind: string; version: string }, kind: string, why: string): DecodeFailure {
  return new DecodeFailure(
    `${given.kind} in version ${goQuote(given.version)} cannot be handled as a ${kind}: ${why}`,
    why,
  )
}

const shown = 30

/** What looks like JSON is shown as text, all else as numbers. */
function summarize(body: Uint8Array): string {
  if (body.length === 0) return '<empty>'
  const start = Buffer.from(body.subarray(0, shown))
  const text = start[0] === 0x7b ? start.toString('utf8') : start.toString('hex')
  return body.length > shown ? `${text} ...` : text
}
