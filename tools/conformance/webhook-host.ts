/** Serves the webhooks of all cases at one HTTPS address for both servers: `https://127.0.0.1:PORT/<case>/<hook>`. */
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuthority } from '@kubewright/core/certificates'
import type { HookAnswer, Hooks, Review } from './case.ts'
import { bytesOf } from './target.ts'

export interface WebhookHost extends AsyncDisposable {
  /** `https://127.0.0.1:PORT` */
  readonly url: string
  /** The CA of the host's certificate, PEM in base64. */
  readonly caBundle: string
  /** Serves the hooks of one case under its id. */
  add(id: string, hooks: Hooks): void
  /** The reviews a hook has received, in order. */
  callsOf(id: string, hook: string): readonly unknown[]
}

export async function startWebhookHost(): Promise<WebhookHost> {
  const authority = createAuthority({ name: 'conformance-webhooks' })
  const { certificate, key } = authority.issue({ name: '127.0.0.1', hosts: ['127.0.0.1', 'localhost'] })
  const hooks = new Map<string, Hooks>()
  const seen = new Map<string, unknown[]>()
  const server = createServer(
    { cert: certificate, key },
    (incoming, outgoing) => void serve(hooks, seen, incoming, outgoing),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caBundle: Buffer.from(authority.certificate).toString('base64'),
    add: (id, more) => void hooks.set(id, more),
    callsOf: (id, hook) => seen.get(`${id}/${hook}`) ?? [],
    [Symbol.asyncDispose]: () => close(server),
  }
}

async function serve(
  hooks: ReadonlyMap<string, Hooks>,
  seen: Map<string, unknown[]>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const [, id = '', hook = ''] = (incoming.url ?? '').split(/[/?]/)
  const review = JSON.parse((await bytesOf(incoming)).toString()) as Review
  const key = `${id}/${hook}`
  seen.set(key, [...(seen.get(key) ?? []), { path: incoming.url, headers: ofInterest(incoming), review }])
  const answer = hooks.get(id)?.[hook]?.(review) ?? { status: 404, text: 'no such hook' }
  write(outgoing, answer)
}

function ofInterest({ headers, method }: IncomingMessage) {
  return { method, accept: headers.accept, type: headers['content-type'] }
}

function write(outgoing: ServerResponse, answer: HookAnswer): void {
  if ('json' in answer) outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(answer.json))
  else outgoing.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.text)
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}
