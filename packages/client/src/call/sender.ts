/** Sends single HTTP exchanges: limits, measures them, and collects server warnings. */
import { type Clock, sleep } from '@kubewright/core'
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts'
import { type Answer, readAnswer } from './answer.ts'
import type { Call } from './call.ts'
import type { CallScope } from './call-scope.ts'
import type { InFlightLimit } from './in-flight-limit.ts'
import type { ClientObserver } from './observer.ts'
import type { SharedRateLimit } from './rate-limit.ts'
import type { Warnings } from './warnings.ts'

export interface SenderOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly inFlight: InFlightLimit
  readonly rate?: SharedRateLimit | undefined
  readonly observer?: ClientObserver | undefined
  readonly warnings?: Warnings | undefined
}

/** The lifetime of an exchange. */
export type SendScope = Pick<CallScope, 'signal' | 'timeoutMs' | 'aborted' | 'reason' | 'onAbort'>

export class Sender {
  readonly #options: SenderOptions

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Sends the call once and reads the whole response, whatever its status. Rejects as `Transport.send` does. */
  async send(call: Call, scope: SendScope): Promise<Answer> {
    const { inFlight, rate, clock, warnings } = this.#options
    if (rate !== undefined) await this.#waitForRate(rate, call, scope.signal)
    await inFlight.acquire(scope)
    const begun = clock.elapsed()
    try {
      const response = await this.#dispatch(call, scope, false)
      warnings?.collect(response.headers, call.operation)
      const answer = await readAnswer(response)
      this.#observe(call, String(answer.status), { begun, bytes: answer.bytes.length })
      return answer
    } catch (error) {
      this.#observe(call, '<error>', { begun })
      throw error
    } finally {
      inFlight.release()
    }
  }

  /** Sends the call and leaves the body to the caller. Streams take no in-flight permit: they would hold it for minutes. */
  async open(call: Call, scope: SendScope): Promise<TransportResponse> {
    const { clock, rate, warnings } = this.#options
    if (rate !== undefined) await this.#waitForRate(rate, call, scope.signal)
    const begun = clock.elapsed()
    try {
      const response = await this.#dispatch(call, scope, true)
      warnings?.collect(response.headers, call.operation)
      this.#observe(call, String(response.status), { begun, streams: true })
      return response
    } catch (error) {
      this.#observe(call, '<error>', { begun, streams: true })
      throw error
    }
  }

  #dispatch(call: Call, scope: SendScope, streams: boolean): Promise<TransportResponse> {
    return this.#options.transport.send(scopedRequest(call, scope, streams))
  }

  async #waitForRate(rate: SharedRateLimit, { method }: Call, signal: AbortSignal): Promise<void> {
    const { clock, observer, transport } = this.#options
    const durationMs = rate.reserve()
    if (durationMs > 0) {
      await sleep(clock, durationMs, signal).catch((error: unknown) => {
        rate.giveBack() // nothing will be sent
        throw error
      })
    }
    observer?.rateLimited?.({ method, host: transport.host, durationMs })
  }

  #observe(call: Call, code: string, end: { begun: number; bytes?: number; streams?: boolean }): void {
    const { observer, clock, transport } = this.#options
    observer?.requested?.({
      method: call.method,
      host: transport.host,
      code,
      streams: end.streams ?? false,
      durationMs: clock.elapsed() - end.begun,
      requestBytes: call.body === undefined ? 0 : Buffer.byteLength(call.body),
      responseBytes: end.bytes ?? 0,
    })
  }
}

function scopedRequest({ method, path, headers, body }: Call, scope: SendScope, streams: boolean): TransportRequest {
  const request = {
    method,
    path,
    headers,
    scope,
    timeoutMs: scope.timeoutMs,
    streams,
    get signal() {
      return scope.signal
    },
  }
  return body === undefined ? request : Object.assign(request, { body })
}
