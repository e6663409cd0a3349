/** A request as it comes over HTTP, in the form the server takes it. */
import type { IncomingMessage, ServerResponse as NodeResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { ClientCertificate, ServerRequest } from '../request/exchange.ts'
import { badRequest, tooLarge } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'

/** What one request may carry at the most, as the API server has it. */
export const bodyLimit = 3 * 1024 * 1024

export function toServerRequest(incoming: IncomingMessage, outgoing: NodeResponse): ServerRequest {
  const uri = incoming.url ?? '/'
  const at = uri.indexOf('?')
  const socket = incoming.socket as TLSSocket
  return {
    method: incoming.method ?? 'GET',
    path: at < 0 ? uri : uri.slice(0, at),
    query: new URLSearchParams(at < 0 ? '' : uri.slice(at + 1)),
    uri,
    headers: incoming.headers as ServerRequest['headers'],
    repeatedHeaders: (name) => incoming.headersDistinct[name] ?? [],
    body: () => readBody(incoming, outgoing),
    signal: signalOf(outgoing),
    ...callerOf(socket),
  }
}

function signalOf(outgoing: NodeResponse): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  return gone.signal
}

async function readBody(incoming: IncomingMessage, outgoing: NodeResponse): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (Number(incoming.headers['content-length'] ?? 0) > bodyLimit) throw refuseBody(outgoing)
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bodyLimit) throw refuseBody(outgoing)
      chunks.push(chunk)
    }
  } catch (error) {
    // A caller that leaves in the middle of a sentence is no fault of the server.
    throw error instanceof StatusError ? error : badRequest('unexpected EOF')
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/** Whoever sends too much is answered and then left: the rest of it is not read. */
function refuseBody(outgoing: NodeResponse): Error {
  outgoing.shouldKeepAlive = false
  return tooLarge(bodyLimit)
}

type Caller = Pick<ServerRequest, 'address' | 'certificate' | 'hasRefusedCertificate'>

/** Who is at the other end does not change while a connection lasts, and takes time to find out. */
const callers = new WeakMap<TLSSocket, Caller>()

function callerOf(socket: TLSSocket): Caller {
  let caller = callers.get(socket)
  if (caller === undefined) callers.set(socket, (caller = readCaller(socket)))
  return caller
}

function readCaller(socket: TLSSocket): Caller {
  const certificate = certificateOf(socket)
  return {
    ...(socket.remoteAddress === undefined ? {} : { address: socket.remoteAddress }),
    ...(certificate === undefined ? {} : { certificate }),
    hasRefusedCertificate: certificate === undefined && Object.keys(socket.getPeerCertificate()).length > 0,
  }
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
