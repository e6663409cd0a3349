/**
 * `exec`, `attach` and `portforward` of pods, for a server with a backend that runs containers. Loaded with the first such
 * request.
 *
 * Protocols: WebSocket (`v5.channel.k8s.io`, `v4.channel.k8s.io`, and SPDY inside one for ports, as kubectl does), and SPDY/3.1.
 *
 * See decision 0166.
 */
import type { Duplex } from 'node:stream'
import type { ServerRequest, ServerResponse, Upgrade } from '../request/exchange.ts'
import { badRequest } from '../status/failures.ts'
import type { Call } from '../kinds/call.ts'
import { commandOverSpdy } from './command-over-spdy.ts'
import { type AskedStreams, commandOverWebSocket, commandProtocols } from './command-over-websocket.ts'
import { forwardOverSpdy, forwardProtocol } from './forward-over-spdy.ts'
import type { ForwardTo } from './forward-session.ts'
import { forwardChannelProtocol, forwardOverWebSocket } from './forward-over-websocket.ts'
import { MuxStream } from './mux-stream.ts'
import type { PodProcess, PodStreams } from '@kubewright/core/containers'
import { acceptOf, WebSocketConnection } from './websocket.ts'

/** The WebSocket subprotocol that tunnels SPDY. */
const tunnelProtocol = `SPDY/3.1+${forwardProtocol}`
const spdyHeader = 'x-stream-protocol-version'

/** Failure: a 400 if the request is not an upgrade, has an unknown protocol, or cannot be fulfilled. */
export async function servePodStream(call: Call, container: string, streams: PodStreams): Promise<ServerResponse> {
  const { request, info } = call
  const wanted = upgradeOf(request)
  if (wanted === undefined) throw badRequest('Upgrade request required')
  // A GET also needs permission to create: read access must not suffice to run commands.
  if (info.verb === 'get') await call.allow?.({ ...info, verb: 'create' })
  return info.subresource === 'portforward'
    ? serveForward(call, wanted, streams)
    : serveCommand(call, { wanted, container, streams })
}

function upgradeOf({ headers }: ServerRequest): 'websocket' | 'spdy/3.1' | undefined {
  const upgrade = headers['upgrade']?.toLowerCase()
  const isAsked = headers['connection']?.toLowerCase().includes('upgrade') === true
  if (!isAsked || (upgrade !== 'websocket' && upgrade !== 'spdy/3.1')) return undefined
  const isKeyed = headers['sec-websocket-key'] !== undefined && headers['sec-websocket-version'] === '13'
  if (upgrade === 'websocket' && !isKeyed)
    throw badRequest('the WebSocket handshake makes no sense: it needs a key, and version 13')
  return upgrade
}

interface CommandCall {
  readonly wanted: 'websocket' | 'spdy/3.1'
  readonly container: string
  readonly streams: PodStreams
}

async function serveCommand(call: Call, { wanted, container, streams }: CommandCall): Promise<ServerResponse> {
  const { request, server } = call
  const asked = askedOf(request.query)
  const offered = offeredBy(request, wanted)
  const protocol = commandProtocols.find((name) => offered.includes(name))
  if (protocol === undefined) throw unknownProtocol(offered, commandProtocols)
  const running = await startProcess(call, { container, streams, asked })
  const talk = (socket: Duplex) =>
    wanted === 'websocket'
      ? commandOverWebSocket(new WebSocketConnection(socket), running, asked)
      : commandOverSpdy(socket, running, { asked, clock: server.clock })
  return switching(request, { wanted, protocol, talk, abandon: () => running.end() })
}

/** Failure: a 400 with the reason why the command cannot start. */
async function startProcess(
  { request, info: { namespace, name, subresource } }: Call,
  { container, streams, asked }: Omit<CommandCall, 'wanted'> & { readonly asked: AskedStreams },
): Promise<PodProcess> {
  const { stdin, tty } = asked
  const target = { namespace, name, container, stdin, tty }
  const command = request.query.getAll('command')
  if (subresource === 'exec' && command.length === 0) throw badRequest('you must specify at least 1 command')
  try {
    return subresource === 'exec' ? await streams.exec({ ...target, command }) : await streams.attach(target)
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error))
  }
}

function askedOf(query: URLSearchParams): AskedStreams {
  const is = (name: string) => ['1', 'true', 't', 'T', 'TRUE', 'True'].includes(query.get(name) ?? '')
  const asked = { stdin: is('stdin'), stdout: is('stdout'), stderr: is('stderr') && !is('tty'), tty: is('tty') }
  if (asked.stdin || asked.stdout || asked.stderr) return asked
  throw badRequest('you must specify at least one of stdin, stdout, stderr')
}

async function serveForward(
  call: Call,
  wanted: 'websocket' | 'spdy/3.1',
  streams: PodStreams,
): Promise<ServerResponse> {
  const { request, info } = call
  const { namespace, name } = info
  const forward: ForwardTo = (port) => streams.forward({ namespace, name, port })
  const offered = offeredBy(request, wanted)
  const known = wanted === 'websocket' ? [tunnelProtocol, forwardChannelProtocol] : [forwardProtocol]
  const protocol = known.find((one) => offered.includes(one))
  if (protocol === undefined) throw unknownProtocol(offered, known)
  const ports = protocol === forwardChannelProtocol ? portsOf(request.query) : []
  const talk = (socket: Duplex) => {
    if (wanted === 'spdy/3.1') return forwardOverSpdy(socket, forward)
    const connection = new WebSocketConnection(socket)
    return protocol === tunnelProtocol
      ? forwardOverSpdy(tunnelled(connection), forward)
      : forwardOverWebSocket(connection, ports, forward)
  }
  return switching(request, { wanted, protocol, talk })
}

function portsOf(query: URLSearchParams): readonly number[] {
  const ports = query.getAll('ports').flatMap((text) => text.split(',').map(Number))
  const wrong = ports.find((port) => !Number.isInteger(port) || port < 1 || port > 65_535)
  if (wrong !== undefined || ports.length === 0 || ports.length > 127)
    throw badRequest('you must specify at least 1 port: a whole number from 1 to 65535')
  return ports
}

/** The messages of a WebSocket as one byte stream. */
function tunnelled(connection: WebSocketConnection): Duplex {
  const stream = new MuxStream({
    send: (bytes, done) => connection.send(bytes, done),
    end: (done) => {
      connection.close()
      done()
    },
  })
  stream.once('close', () => connection.close())
  const read = async () => {
    for await (const message of connection.messages()) await stream.receive(message)
    stream.receiveEnd()
  }
  void read()
  return stream
}

/** The client's protocols, in its order of preference. */
function offeredBy(request: ServerRequest, wanted: 'websocket' | 'spdy/3.1'): readonly string[] {
  const header = wanted === 'websocket' ? 'sec-websocket-protocol' : spdyHeader
  return request
    .repeatedHeaders(header)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
}

function unknownProtocol(offered: readonly string[], known: readonly string[]): Error {
  return badRequest(
    `unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts ${known.join(', ')}`,
  )
}

interface Switch {
  readonly wanted: 'websocket' | 'spdy/3.1'
  readonly protocol: string
  /** Resolves once the session is over. */
  readonly talk: (socket: Duplex) => Promise<void>
  /** Called instead of `talk` if the connection is not upgraded. */
  readonly abandon?: () => void
}

function switching(request: ServerRequest, { wanted, protocol, talk, abandon }: Switch): ServerResponse {
  const key = request.headers['sec-websocket-key'] ?? ''
  const own =
    wanted === 'websocket'
      ? { upgrade: 'websocket', 'sec-websocket-accept': acceptOf(key), 'sec-websocket-protocol': protocol }
      : { upgrade: 'SPDY/3.1', [spdyHeader]: protocol }
  const upgrade: Upgrade = { accept: (socket) => void talk(socket), ...(abandon === undefined ? {} : { abandon }) }
  return { status: 101, headers: { connection: 'Upgrade', ...own }, body: '', upgrade }
}
