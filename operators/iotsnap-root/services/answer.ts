/** The response of a service. */

export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: Uint8Array | string
}

export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

export function fileAnswer(body: Uint8Array): Answer {
  return { status: 200, type: 'application/octet-stream', body }
}

export function pageAnswer(body: string): Answer {
  return { status: 200, type: 'text/html; charset=utf-8', body }
}

/** A rejected request. Any other error is answered with 503. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: 400 | 404 | 405 | 409 | 413

  constructor(status: Refusal['status'], message: string) {
    super(message)
    this.status = status
  }
}
