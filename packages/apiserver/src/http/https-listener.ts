/** The door to the outside: HTTPS on one address, each request handed to the server and its answer written back. */
import type { IncomingMessage, ServerResponse as NodeResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ClientCertificate, ResponseStream, ServerRequest, ServerResponse } from '../request/exchange.ts'
import { tooLarge } from '../status/failures.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly tls: Pick<ServerOptions, 'key' | 'cert' | 'ca'>
}

export interface Listener extends AsyncDisposable {
  readonly port: number
}

/** What one request may carry at the most, as the API server has it. */
export const bodyLimit = 3 * 1024 * 1024
/** What may wait in memory for one slow watcher. */
const backlogLimit = 16 * 1024 * 1024

type Handle = (request: ServerRequest) => Promise<ServerResponse>

/** Failure: rejects if the address cannot be had. */
export async function listen(options: ListenOptions, handle: Handle): Promise<Listener> {
  const server = createServer(
    { ...options.tls, requestCert: true, rejectUnauthorized: false },
    (incoming, outgoing) => {
      void serve(handle, incoming, outgoing)
    },
  )
  // A watch is quiet for as long as it likes; requests that never end their head or body are not.
  server.requestTimeout = 60_000
  server.headersTimeout = 20_000
  server.keepAliveTimeout = 180_000
  await opened(server, options)
  const { port } = server.address() as AddressInfo
  return {
    port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function opened(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function serve(handle: Handle, incoming: IncomingMessage, outgoing: NodeResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  try {
    const response = await handle(toRequest(incoming, gone.signal))
    write(outgoing, response, incoming.method === 'HEAD')
  } catch {
    // The handler answers every failure it knows; what is left is a caller that went away or a bug it has reported.
    outgoing.destroy()
  }
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): ServerRequest {
  const url = incoming.url ?? '/'
  const at = url.indexOf('?')
  const certificate = certificateOf(incoming.socket as TLSSocket)
  return {
    method: incoming.method ?? 'GET',
    path: at < 0 ? url : url.slice(0, at),
    query: new URLSearchParams(at < 0 ? '' : url.slice(at + 1)),
    headers: incoming.headers as ServerRequest['headers'],
    repeatedHeaders: (name) => incoming.headersDistinct[name] ?? [],
    body: () => readBody(incoming),
    signal,
    ...(certificate === undefined ? {} : { certificate }),
    hasRefusedCertificate: certificate === undefined && hasPeerCertificate(incoming.socket as TLSSocket),
  }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) throw tooLarge(bodyLimit)
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/** The subject of a client certificate that our own authority signed; anything else is no certificate. */
function certificateOf(socket: TLSSocket): ClientCertificate | undefined {
  if (!socket.authorized) return undefined
  const { subject, fingerprint256 } = socket.getPeerCertificate()
  if (subject === undefined) return undefined
  const organizations = subject.O as string | string[] | undefined
  return {
    commonName: String(subject.CN ?? ''),
    organizations: organizations === undefined ? [] : [organizations].flat(),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}

function hasPeerCertificate(socket: TLSSocket): boolean {
  return Object.keys(socket.getPeerCertificate()).length > 0
}

function write(outgoing: NodeResponse, { status, headers, body }: ServerResponse, isHead: boolean): void {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    outgoing.writeHead(status, { ...headers, 'content-length': bytes.length })
    outgoing.end(isHead ? undefined : bytes)
    return
  }
  outgoing.writeHead(status, headers)
  outgoing.flushHeaders()
  stream(outgoing, body)
}

function stream(outgoing: NodeResponse, body: ResponseStream): void {
  const opened = body.open({
    write(chunk) {
      outgoing.write(chunk)
      return outgoing.writableLength < backlogLimit
    },
    end: () => void outgoing.end(),
  })
  outgoing.on('close', () => opened[Symbol.dispose]())
}
