/** Converts an HTTP request to the form that the server handles. */
import type { IncomingMessage, ServerResponse as NodeResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { ClientCertificate, ServerRequest } from '../request/exchange.ts'
import { badRequest, tooLarge } from '../status/failures.ts'

/** Maximum size of a request body, as in kube-apiserver. */
export const bodyLimit = 3 * 1024 * 1024

export function toServerRequest(incoming: IncomingMessage, outgoing: NodeResponse): ServerRequest {
  return new HttpRequest(incoming, outgoing)
}

/**
 * A class because of its getter: for an object literal with a getter, the engine retains a hidden class for a long time,
 * and with it the request.
 */
class HttpRequest implements ServerRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly uri: string
  readonly headers: ServerRequest['headers']
  readonly address?: string
  readonly certificate?: ClientCertificate
  readonly hasRefusedCertificate: boolean
  readonly #incoming: IncomingMessage
  readonly #outgoing: NodeResponse
  #signal: AbortSignal | undefined

  constructor(incoming: IncomingMessage, outgoing: NodeResponse) {
    const uri = incoming.url ?? '/'
    const at = uri.indexOf('?')
    const { address, certificate, hasRefusedCertificate } = callerOf(incoming.socket as TLSSocket)
    this.method = incoming.method ?? 'GET'
    this.path = at < 0 ? uri : uri.slice(0, at)
    this.query = new URLSearchParams(at < 0 ? '' : uri.slice(at + 1))
    this.uri = uri
    this.headers = incoming.headers as ServerRequest['headers']
    if (address !== undefined) this.address = address
    if (certificate !== undefined) this.certificate = certificate
    this.hasRefusedCertificate = hasRefusedCertificate
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  /** Created lazily: few requests need it, and a signal costs as much as some responses. */
  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#outgoing))
  }

  repeatedHeaders(name: string): readonly string[] {
    return this.#incoming.headersDistinct[name] ?? []
  }

  whenClosed(done: () => void): void {
    if (this.#outgoing.destroyed || this.#outgoing.closed) done()
    else this.#outgoing.once('close', done)
  }

  body(): Promise<Buffer> {
    return readBody(this.#incoming, this.#outgoing)
  }
}

function signalOf(outgoing: NodeResponse): AbortSignal {
  const gone = new AbortController()
  if (outgoing.destroyed) gone.abort()
  else outgoing.once('close', () => outgoing.writableFinished || gone.abort())
  return gone.signal
}

function readBody(incoming: IncomingMessage, outgoing: NodeResponse): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > bodyLimit) return refuse()
      chunks.push(chunk)
    }
    const refuse = () => {
      incoming.off('data', take).pause()
      reject(refuseBody(outgoing))
    }
    if (Number(incoming.headers['content-length'] ?? 0) > bodyLimit) return refuse()
    incoming.on('data', take)
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    // A caller that disconnects within the body is no fault of the server.
    incoming.once('error', () => reject(badRequest('unexpected EOF')))
  })
}

/** An oversized request is answered and its connection closed: the rest of the body is not read. */
function refuseBody(outgoing: NodeResponse): Error {
  outgoing.shouldKeepAlive = false
  return tooLarge(bodyLimit)
}

interface Caller {
  readonly address: string | undefined
  readonly certificate: ClientCertificate | undefined
  readonly hasRefusedCertificate: boolean
}

/** Memoized: the caller does not change during a connection, and is slow to determine. */
const callers = new WeakMap<TLSSocket, Caller>()

function callerOf(socket: TLSSocket): Caller {
  let caller = callers.get(socket)
  if (caller === undefined) callers.set(socket, (caller = readCaller(socket)))
  return caller
}

function readCaller(socket: TLSSocket): Caller {
  const certificate = certificateOf(socket)
  return {
    address: socket.remoteAddress,
    certificate,
    hasRefusedCertificate: certificate === undefined && Object.keys(socket.getPeerCertificate()).length > 0,
  }
}

/** The subject of a client certificate signed by the server's own authority; `undefined` for any other. */
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
