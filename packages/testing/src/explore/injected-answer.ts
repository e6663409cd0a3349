/** Answers that no server gave. */
import type { TransportResponse } from '@kubewright/client'
import { KubewrightError } from '@kubewright/core'
import type { FailureStatus } from './plan.ts'

const reasons: Readonly<Record<FailureStatus | 410, string>> = {
  409: 'Conflict',
  410: 'Expired',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

export function statusObject(code: FailureStatus | 410): object {
  const message = 'a planned fault of the exploration'
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason: reasons[code], code }
}

export function failureAnswer(status: FailureStatus): TransportResponse {
  const headers = { 'content-type': 'application/json', ...(status === 429 ? { 'retry-after': '1' } : {}) }
  return { status, headers, body: textBody(JSON.stringify(statusObject(status))) }
}

export function textBody(text: string): TransportResponse['body'] {
  return {
    text: async () => text,
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(text)
    },
  }
}

/** The caller cannot know whether the server heard of the call. */
export function connectionLost(call: string): Error {
  return new KubewrightError('KW_CLIENT_CONNECTION_LOST', {
    what: call,
    why: 'the connection broke before the answer came',
    next: 'A planned fault of the exploration: what was asked for may have happened, or not.',
  })
}
