/**
 * Plain HTTPS to an API server. Conformance tests compare our client and server with it, so it must not depend on them.
 * See decision 0061.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https'
import { createInterface } from 'node:readline'
import type { Access } from './kubeconfig.ts'

export interface RawRequest {
  /** @default 'GET' */
  readonly method?: string
  /** Text is sent unchanged; anything else as JSON. */
  readonly body?: unknown
  /** @default `accept` and, with a body, `content-type` say JSON */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly signal?: AbortSignal
}

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The decoded JSON, or the text if it is something else. */
  readonly body: unknown
}

/** Disposing it closes its connections, open watches included. */
export interface RawApi extends Disposable {
  request(path: string, request?: RawRequest): Promise<RawResponse>
  /**
   * The JSON lines of a streaming response, one by one. Leaving the loop closes the stream.
   *
   * Failure: throws if the status is not 200.
   */
  lines(path: string, request?: RawRequest): AsyncGenerator<unknown, void, void>
}

export function openRawApi(access: Access): RawApi {
  const agent = new Agent({ ca: access.ca, keepAlive: true })
  const sendVia = (path: string, request: RawRequest) => send(access, agent, path, request)
  return {
    async request(path, request = {}) {
      const response = await sendVia(path, request)
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: decode(response, await textOf(response)),
      }
    },
    async *lines(path, request = {}) {
      const response = await sendVia(path, request)
      try {
        if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${await textOf(response)}`)
        for await (const line of createInterface(response)) yield JSON.parse(line)
      } finally {
        response.destroy()
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}

function send(access: Access, agent: Agent, path: string, request: RawRequest): Promise<IncomingMessage> {
  const { method = 'GET', body, headers, signal } = request
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const options: RequestOptions = {
    agent,
    method,
    headers: {
      authorization: `Bearer ${access.token}`,
      accept: 'application/json',
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...headers,
    },
    ...(signal && { signal }),
  }
  return new Promise((resolve, reject) => {
    httpsRequest(new URL(path, access.url), options, resolve).once('error', reject).end(payload)
  })
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function decode(response: IncomingMessage, text: string): unknown {
  const isJson = /^application\/(\S+\+)?json/.test(response.headers['content-type'] ?? '')
  return isJson && text !== '' ? JSON.parse(text) : text
}
