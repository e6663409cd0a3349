/**
 * The HTTPS listener: passes each request on one address to the server, and writes its response back.
 *
 * It speaks HTTP/1.1. Slow callers are cut off: during the handshake, while they send the request, and while they read the
 * response. Only watches may be idle without limit.
 *
 * See decisions 0095 and 0426.
 */
import type { IncomingMessage, ServerResponse as NodeResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type Clock, systemClock } from '@kubewright/core'
import { discard, type ServerRequest, type ServerResponse } from '../request/exchange.ts'
import { listenErrors } from './errors.ts'
import { toServerRequest } from './http-request.ts'
import { endStream, writeResponse } from './http-response.ts'

/** Not imported: decision 0426. */
const http = process.getBuiltinModule('node:http')

export interface ListenOptions {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly tls: Pick<ServerOptions, 'key' | 'cert' | 'ca'>
  /** Maximum number of connections; further ones are closed immediately. @default 10000 */
  readonly maxConnections?: number
  /** How long requests in flight may take when the listener closes. @default 5000 */
  readonly graceMs?: number
  readonly clock?: Clock
}

export interface Listener extends AsyncDisposable {
  readonly port: number
}

type Handle = (request: ServerRequest) => Promise<ServerResponse>

/** Selectors make long paths. kube-apiserver accepts a megabyte, which is more than needed. */
const headLimit = 256 * 1024

/** Failure: rejects with `KW_LISTEN_TAKEN` or `KW_LISTEN_REFUSED` if the address is not available. */
export async function listen(options: ListenOptions, handle: Handle): Promise<Listener> {
  const exchanges = new Exchanges(handle)
  const server = createServer(
    {
      ...options.tls,
      requestCert: true,
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: 10_000,
      maxHeaderSize: headLimit,
      requestTimeout: 60_000,
      headersTimeout: 20_000,
      keepAliveTimeout: 180_000,
    },
    (incoming, outgoing) => void exchanges.serve(incoming, outgoing),
  )
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    void exchanges.serveUpgrade(incoming, socket, head)
  })
  server.maxConnections = options.maxConnections ?? 10_000
  const sockets = socketsOf(server)
  await opened(server, options)
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: () => close(server, { exchanges, sockets }, options) }
}

/** Every connection, including those with an unfinished handshake, which Node's HTTP server does not track. */
function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

function opened(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(cannotListen(host, port, error))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): Error {
  const isTaken = cause.code === 'EADDRINUSE'
  return listenErrors(isTaken ? 'KW_LISTEN_TAKEN' : 'KW_LISTEN_REFUSED', {
    what: `listen on ${host}:${port}`,
    why: isTaken ? 'the port is in use (EADDRINUSE)' : cause.message,
    next: isTaken
      ? 'Choose another port, or 0 for any that is free.'
      : 'Choose an address of this machine, and a port above 1023.',
    details: { host, port },
    cause,
  })
}

/** Ends watches, lets other requests finish, and cuts them off after the grace period. */
async function close(
  server: Server,
  { exchanges, sockets }: { readonly exchanges: Exchanges; readonly sockets: ReadonlySet<Socket> },
  { graceMs = 5_000, clock = systemClock }: ListenOptions,
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  exchanges.endStreams()
  const patience = clock.schedule(graceMs, () => server.closeAllConnections())
  await exchanges.finished()
  patience[Symbol.dispose]()
  server.closeAllConnections()
  for (const socket of sockets) socket.destroy()
  await closed
}

const answers = new WeakMap<Socket, NodeResponse[]>()

/**
 * Responses in flight on one connection: one, as a rule. Node does not notify pipelined responses that wait for their turn
 * when the connection closes; this does.
 *
 * A list, because a set would be long-lived with short-lived members: each hash table that it outgrows refers to the next,
 * and one in the old generation keeps all later ones, with their responses, from being collected in the young generation.
 */
function answersOn(socket: Socket): NodeResponse[] {
  const known = answers.get(socket)
  if (known !== undefined) return known
  const waiting: NodeResponse[] = []
  answers.set(socket, waiting)
  socket.once('close', () => {
    for (const outgoing of waiting.splice(0)) outgoing.destroy().emit('close')
  })
  return waiting
}

/** Exchanges in flight on all connections. */
class Exchanges {
  readonly #handle: Handle
  /** Number of responses in flight. */
  #open = 0
  /** Streamed responses, which last until they are ended. */
  readonly #streams = new Set<NodeResponse>()
  /** Connections that were upgraded to another protocol. */
  readonly #upgraded = new Set<Socket>()
  #onFinished: (() => void) | undefined
  #isClosing = false

  constructor(handle: Handle) {
    this.#handle = handle
  }

  async serve(incoming: IncomingMessage, outgoing: NodeResponse): Promise<void> {
    this.#open++
    const waiting = answersOn(incoming.socket)
    waiting.push(outgoing)
    outgoing.once('close', () => {
      waiting.splice(waiting.indexOf(outgoing), 1)
      this.#forget(outgoing)
    })
    try {
      const response = await this.#handle(toServerRequest(incoming, outgoing))
      if (this.#isClosing) outgoing.shouldKeepAlive = false
      if (response.upgrade !== undefined) return this.#handOver(incoming.socket, outgoing, response)
      await writeResponse(incoming, outgoing, response)
      if (!outgoing.writableEnded) this.#keepStream(outgoing)
    } catch {
      // The handler answers every failure it knows; the rest are disconnected callers, or bugs it has reported.
      outgoing.destroy()
    }
  }

  /** Serves a request to upgrade the protocol. A response in HTTP instead is the last one on the connection. */
  async serveUpgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy()) // Node removes its error handler on upgrade
    if (head.length > 0) socket.unshift(head)
    const outgoing = new http.ServerResponse(incoming)
    outgoing.assignSocket(socket)
    outgoing.shouldKeepAlive = false
    outgoing.once('finish', () => socket.end())
    await this.serve(incoming, outgoing)
  }

  #handOver(socket: Socket, outgoing: NodeResponse, response: ServerResponse): void {
    if (socket.destroyed || this.#isClosing || outgoing.socket === null) {
      discard(response)
      return void socket.destroy()
    }
    const { status, headers, upgrade } = response
    outgoing.detachSocket(socket)
    const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`))
    socket.write(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
    this.#upgraded.add(socket)
    socket.once('close', () => this.#upgraded.delete(socket))
    upgrade!.accept(socket)
  }

  /** Ends streamed responses: their readers see a regular end, and reconnect elsewhere. */
  endStreams(): void {
    this.#isClosing = true
    for (const outgoing of this.#streams) endStream(outgoing)
    for (const socket of this.#upgraded) socket.destroy()
  }

  /** Resolves once nothing is in flight. */
  finished(): Promise<void> {
    return new Promise((resolve) => {
      this.#onFinished = resolve
      if (this.#open === 0) resolve()
    })
  }

  #keepStream(outgoing: NodeResponse): void {
    if (this.#isClosing) endStream(outgoing)
    else if (!outgoing.destroyed) this.#streams.add(outgoing)
  }

  #forget(outgoing: NodeResponse): void {
    this.#streams.delete(outgoing)
    this.#open--
    if (this.#open === 0) this.#onFinished?.()
  }
}
