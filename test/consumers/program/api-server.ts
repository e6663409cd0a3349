/** The few responses of an API server that the program needs. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ApiServer {
  readonly url: string
  close(): void
}

export async function startApiServer(): Promise<ApiServer> {
  const stored = new Map<string, object>()
  const server = createServer((request, response) => {
    void answer(request, stored).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function answer(
  request: IncomingMessage,
  stored: Map<string, object>,
): Promise<{ status: number; body: object }> {
  const [path = ''] = (request.url ?? '').split('?')
  if (request.method === 'POST') {
    const created = stamp(await readJson(request))
    stored.set(`${path}/${created.metadata.name}`, created)
    return { status: 201, body: created }
  }
  const found = stored.get(path)
  return found ? { status: 200, body: found } : { status: 404, body: notFound(path.split('/').at(-1)!) }
}

function notFound(name: string): object {
  const details = { name, group: 'web.example.dev', kind: 'websites' }
  const message = `websites.web.example.dev "${name}" not found`
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404, message, details }
}

async function readJson(request: IncomingMessage): Promise<Named> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as Named
}

interface Named {
  readonly metadata: { readonly name?: string }
}

function stamp(body: Named) {
  const metadata = { uid: '1', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', ...body.metadata }
  return { ...body, metadata }
}
