/** Webhooks for a server outside the process: HTTPS on the loopback interface, with a certificate of their own. */
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAuthority } from '@kubewright/core/certificates'
import type { Asked } from './play.ts'
import { type SentReview, webhookAnswers } from './webhook-answers.ts'

export interface PlayedWebhooks extends AsyncDisposable {
  readonly url: string
  readonly caBundle: string
  takeAsked(): readonly Asked[]
}

export async function servePlayedWebhooks(): Promise<PlayedWebhooks> {
  const authority = createAuthority({ name: 'webhooks' })
  const { certificate: cert, key } = authority.issue({ name: 'webhook', hosts: ['127.0.0.1'] })
  let asked: Asked[] = []
  const server = createServer({ cert, key }, (request, response) => {
    void answer(request, response, (call) => asked.push(call))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caBundle: Buffer.from(authority.certificate).toString('base64'),
    takeAsked() {
      const taken = asked
      asked = []
      return taken
    },
    [Symbol.asyncDispose]: () => close(server),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, note: (call: Asked) => void): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const review = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SentReview
  const path = request.url ?? ''
  note({ path, review })
  const played = webhookAnswers[path.slice(1).split('?')[0]!]?.(review) ?? {
    status: 404,
    type: 'text/plain',
    body: 'nobody',
  }
  if (played === 'hang') return
  if (played === 'close') return void request.socket.destroy()
  const { status = 200, type = 'application/json', body } = played
  response.writeHead(status, { 'content-type': type })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
