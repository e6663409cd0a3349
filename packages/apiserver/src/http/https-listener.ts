/**
 * The door to the outside: HTTPS on one address, each request handed to the server and its answer written back.
 *
 * It speaks HTTP/1.1. Callers that take their time are cut off: while they shake hands, while they say what they want, and
 * while they take what they asked for. Watches alone may be quiet for as long as they like.
 */
import { type IncomingMessage, ServerResponse as NodeResponse, STATUS_CODES } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type Clock, systemClock } from '@kubewright/core'
import { discard, type ServerRequest, type ServerResponse } from '../request/exchange.ts'
import { listenErrors } from './errors.ts'
import { toServerRequest } from './http-request.ts'
import { endStream, writeResponse } from './http-response.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly tls: Pick<ServerOptions, 'key' | 'cert' | 'ca'>
  /** How many connections there may be at once; more are closed at once. @default 10000 */
  readonly maxConnections?: number
  /** How long requests that are under way may take when the door closes. @default 5000 */
  readonly graceMs?: number
  readonly clock?: Clock
}

export interface Listener extends AsyncDisposable {
  readonly port: number
}

type Handle = (request: ServerRequest) => Promise<ServerResponse>

/** Selectors make long paths; the API server takes a megabyte, which is more than anybody needs. */
const headLimit = 256 * 1024

/** Failure: rejects with `KW_LISTEN_TAKEN` or `KW_LISTEN_REFUSED` if the address cannot be had. */
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

/** Every connection, also one whose handshake is not done: Node's HTTP server does not know of those. */
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
    why: isTaken ? 'something else does already (EADDRINUSE)' : cause.message,
    next: isTaken ? 'Choose another port, or 0 for any that is free.' : 'Choose an address of this machine.',
    details: { host, port },
    cause,
  })
}

/** Ends watches, lets everything else finish, and after a while stops waiting for it. */
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
 * Answers that are under way on one connection: one, as a rule. Of those that wait for their turn, because their requests came
 * in one go, Node tells none that the connection has closed; this does.
 *
 * A list, because of what a set leaves behind that lives long and whose members do not: each table it outgrows knows the next,
 * and an old one keeps all that came after it, with their answers, from the quick part of the garbage collector.
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

/** What is under way on all connections. */
class Exchanges {
  readonly #handle: Handle
  /** How many answers are under way. */
  #open = 0
  /** Those that go on until somebody ends them. */
  readonly #streams = new Set<NodeResponse>()
  /** Connections on which something else is spoken by now. */
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
      // The handler answers every failure it knows; what is left is a caller that went away or a bug it has reported.
      outgoing.destroy()
    }
  }

  /** A wish to go on in another protocol. Whoever gets an answer in this one instead has had the last of it here. */
  async serveUpgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy()) // Node has let go of it
    if (head.length > 0) socket.unshift(head)
    const outgoing = new NodeResponse(incoming)
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
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`)
    this.#upgraded.add(socket)
    socket.once('close', () => this.#upgraded.delete(socket))
    upgrade!.accept(socket)
  }

  /** Ends answers that would go on: their readers see a proper end and come back elsewhere. */
  endStreams(): void {
    this.#isClosing = true
    for (const outgoing of this.#streams) endStream(outgoing)
    for (const socket of this.#upgraded) socket.destroy()
  }

  /** Resolves once nothing is under way. */
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
