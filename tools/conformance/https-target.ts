/** A server over plain HTTPS, independent of our own client. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import type { Access } from '../kube-apiserver/kubeconfig.ts'
import type { Answered, Asked, Pace, Target } from './target.ts'

export interface HttpsTargetOptions {
  readonly name: string
  readonly access: Access
  readonly pace: Pace
  /** Stops the server. */
  readonly stop: () => Promise<void>
  readonly forget: () => Promise<void>
}

export function httpsTarget({ name, access, pace, stop, forget }: HttpsTargetOptions): Target {
  const agent = new Agent({ ca: access.ca, keepAlive: true })
  return {
    name,
    pace,
    forget,
    send: (asked) => send(access, agent, asked),
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await stop()
    },
  }
}

function send(access: Access, agent: Agent, { method, path, headers, body, signal }: Asked): Promise<Answered> {
  const all: OutgoingHttpHeaders = {
    authorization: `Bearer ${access.token}`,
    ...(headers as OutgoingHttpHeaders),
  }
  if (all['authorization'] === '') delete all['authorization'] // an anonymous request
  if (body !== undefined) all['content-length'] = Buffer.byteLength(body)
  const { hostname, port } = new URL(access.url)
  const options = { agent, method, hostname, port, path, headers: all, ...(signal ? { signal } : {}) }
  return new Promise((resolve, reject) => {
    request(options, (response) => resolve(toAnswer(response)))
      .once('error', reject)
      .end(body)
  })
}

function toAnswer(response: IncomingMessage): Answered {
  return {
    status: response.statusCode ?? 0,
    headers: response.headersDistinct as Record<string, readonly string[]>,
    body: response,
  }
}
