/** Injected responses, which no server sent. */
import type { TransportResponse } from '@kubewright/client/transport'
import { textBody } from '@kubewright/client/testing'
import { KubewrightError } from '@kubewright/core'
import type { FailureStatus } from '../plan/plan.ts'
import { type RefusedCall, refusalText } from './server-refusal.ts'

export function failureAnswer(status: FailureStatus, call: RefusedCall): TransportResponse {
  const type = status === 404 ? 'text/plain; charset=utf-8' : 'application/json'
  const headers = { 'content-type': type, ...(status === 429 ? { 'retry-after': '1' } : {}) }
  return { status, headers, body: textBody(refusalText(status, call)) }
}

/** A timeout: the caller cannot know whether the call took effect. */
export function timedOut(call: string): Error {
  return new KubewrightError('KW_CLIENT_CONNECTION_LOST', {
    what: call,
    why: 'no answer came in time',
    next: 'A planned fault of the exploration: the call never arrived, and the caller cannot know.',
  })
}

/** The caller cannot know whether the call reached the server. */
export function connectionLost(call: string): Error {
  return new KubewrightError('KW_CLIENT_CONNECTION_LOST', {
    what: call,
    why: 'the connection broke before the response arrived',
    next: 'A planned fault of the exploration: the request may or may not have been executed.',
  })
}
