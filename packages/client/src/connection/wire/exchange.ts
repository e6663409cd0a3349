/**
 * One request and its response on a pool of connections.
 *
 * Guarantees
 * - It knows whether the request was handed to a connection, so a failure is either "not sent" or "possibly executed".
 * - Aborting ends this exchange only, whether it waits for a connection, for the response, or for more of its body.
 * - When it is over, no timer or listener of it is left.
 */
import { type Clock, formatDuration, isKubewrightError } from '@kubewright/core'
import type { RequestScope } from '../../transport.ts'
import { closedEarly, requestInvalid, responseInvalid } from '../http1/http-errors.ts'
import type { RequestController, RequestHandler, ResponseHeaders } from '../http1/request-handler.ts'
import { certificateRefused, codeOf, connectionLost, unreachable, unsendable, wrongProtocol } from './failures.ts'
import { ResponseBody } from './response-body.ts'
import { SilenceAlarm } from './silence-alarm.ts'

export interface ExchangeOptions {
  readonly clock: Clock
  /** Timeout for the response headers, and then for each part of the body; absent if the caller enforces one. */
  readonly responseTimeoutMs: number | undefined
  /** Whether the body may be silent indefinitely. */
  readonly streams: boolean
  /** For messages, created on demand: `GET /api/v1/pods at 10.0.0.1:6443`. */
  readonly what: () => string
  readonly isSecure: boolean
  readonly scope?: RequestScope | undefined
  /** Returns an error if the request must no longer be sent; called right before it is sent. */
  readonly refusal?: (() => Error | undefined) | undefined
  /** Called once, when the exchange is over. */
  readonly onOver: () => void
}

export interface ExchangeResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly body: ResponseBody
}

export class Exchange implements RequestHandler {
  readonly response: Promise<ExchangeResponse>
  readonly #options: ExchangeOptions
  readonly #body: ResponseBody
  /** Set when the request is handed to a connection: from then on it may reach the server. */
  #controller: RequestController | undefined
  /** Set until the promise is settled: settling a promise twice is expensive in Node. */
  #settle: { resolve(response: ExchangeResponse): void; reject(error: unknown): void } | undefined
  #alarm: SilenceAlarm | undefined
  #withdraw: (() => void) | undefined
  #isOver = false
  readonly #waiting: Disposable | undefined

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.#body = new ResponseBody({ resume: () => this.#controller?.resume(), leave: () => this.#leave() })
    this.response = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    const { scope } = options
    this.#waiting = scope?.onAbort(() => this.abort(scope.reason))
    if (scope?.aborted) this.abort(scope.reason)
  }

  /** It waits for a connection. `withdraw` ends that. */
  waits(withdraw: () => void): void {
    if (this.#isOver) withdraw()
    else this.#withdraw = withdraw
  }

  /** Aborts it with `reason`. */
  abort(reason: unknown): void {
    if (this.#isOver) return
    this.#body.abort(reason)
    this.#over(reason)
    this.#controller?.abort()
  }

  onRequestStart(controller: RequestController): boolean {
    const refused = this.#isOver ? undefined : this.#refusal()
    if (refused !== undefined) this.abort(refused)
    if (this.#isOver) return false
    this.#controller = controller
    this.#raiseAlarm()
    return true
  }

  #refusal(): unknown {
    try {
      return this.#options.refusal?.()
    } catch (error) {
      return error
    }
  }

  onResponseStart(status: number, headers: ResponseHeaders): void {
    if (this.#options.streams) this.#dropAlarm()
    else this.#alarm?.touch()
    this.#settle?.resolve({ status, headers, body: this.#body })
    this.#settle = undefined
  }

  onResponseData(chunk: Buffer): boolean {
    this.#alarm?.touch()
    return this.#body.push(chunk)
  }

  onResponseEnd(): void {
    this.#body.finish()
    this.#over(undefined)
  }

  onError(error: Error): void {
    if (this.#isOver) return
    const failure = this.#explain(error)
    this.#body.finish({ error: failure })
    this.#over(failure)
  }

  #leave(): void {
    this.abort(new Error('left'))
  }

  #silent(limitMs: number): void {
    // A slow reader is not a silent server.
    if (this.#controller?.isPaused === true) return this.#raiseAlarm()
    this.abort(connectionLost(this.#options.what(), `no data was received for ${formatDuration(limitMs)}`))
  }

  #raiseAlarm(): void {
    this.#dropAlarm()
    const { clock, responseTimeoutMs } = this.#options
    if (responseTimeoutMs === undefined) return
    this.#alarm = new SilenceAlarm(clock, responseTimeoutMs, () => this.#silent(responseTimeoutMs))
  }

  #over(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#controller === undefined) this.#withdraw?.()
    this.#dropAlarm()
    this.#waiting?.[Symbol.dispose]()
    this.#settle?.reject(error)
    this.#settle = undefined
    this.#options.onOver()
  }

  #dropAlarm(): void {
    this.#alarm?.[Symbol.dispose]()
    this.#alarm = undefined
  }

  #explain(error: Error): unknown {
    if (isKubewrightError(error)) return error
    const { isSecure } = this.#options
    const what = this.#options.what()
    if (codeOf(error) === requestInvalid) return unsendable(what)
    if (!this.#controller) return unreachable(what, error)
    if (!isSecure && answeredWithTls(error))
      return wrongProtocol(what, 'the address has http, but the server speaks TLS')
    return certificateRefused(what, error) ?? connectionLost(what, lossOf(error), error)
  }
}

/** A TLS server responds to plain text with an alert record, whose first bytes are 0x15 0x03. */
function answeredWithTls(error: Error): boolean {
  const data: unknown = 'data' in error ? error.data : undefined
  return Buffer.isBuffer(data) && data[0] === 0x15 && data[1] === 0x03
}

function lossOf(error: Error): string {
  const code = codeOf(error)
  if (code === responseInvalid) return error.message
  if (code === closedEarly) return 'the connection was closed before the response was complete'
  return code === 'unknown'
    ? 'the connection failed'
    : `the connection was closed before the response was complete (${code})`
}
