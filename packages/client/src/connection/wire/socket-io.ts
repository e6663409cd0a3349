/** Promise-based socket operations, for the few bytes exchanged before HTTP. */
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { onAbort } from '@kubewright/core/tasks'

/** Idle time before TCP keep-alive probes, which detect a dead peer and keep idle connections open. */
const keepAliveDelayMs = 15_000

/** Time for each address of a name but the last. Node's 250 ms are too short for a distant server, or for one lost packet. */
const addressTimeoutMs = 1_500

/** `onLookup` is called after the DNS lookup, successful or not; never for an IP address. */
export function connectTcp(host: string, port: number, signal: AbortSignal, onLookup?: () => void): Promise<Socket> {
  const socket = connect(tcpOptions(host, port))
  // Once: the event is emitted for every address of the name.
  if (onLookup) socket.once('lookup', onLookup)
  return settled(guarded(socket), 'connect', signal)
}

export function tcpOptions(host: string, port: number): TcpNetConnectOpts {
  return {
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveDelayMs,
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
  }
}

/** An unhandled socket error ends the process, and the next owner of the socket may attach its listener too late. */
export function guarded<Kind extends Socket>(socket: Kind): Kind {
  return socket.on('error', () => {})
}

/** Resolves to the socket once it emits `event`; destroys it on an error, a close or an abort. */
export function settled<Kind extends Socket>(socket: Kind, event: string, signal: AbortSignal): Promise<Kind> {
  return new Promise((resolve, reject) => {
    const clean = () => {
      socket.off('error', failed).off(event, done).off('close', closed)
      waiting[Symbol.dispose]()
    }
    const done = () => {
      clean()
      resolve(socket)
    }
    const failed = (error: Error) => {
      clean()
      socket.destroy()
      reject(error)
    }
    const closed = () => failed(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    const abort = () => failed(signal.reason as Error)
    socket.on('error', failed).once(event, done).once('close', closed)
    const waiting = onAbort(signal, abort)
    if (signal.aborted) abort()
  })
}

/** The next `count` bytes; later ones stay in the socket. */
export async function readBytes(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  while (bytes.length < count) {
    // All of them: a socket that keeps some is readable at once, and waiting for the others would never let them arrive.
    const chunk = socket.read() as Buffer | null
    if (chunk !== null) bytes = Buffer.concat([bytes, chunk])
    else if (socket.readableEnded) throw Object.assign(new Error('closed'), { code: 'ECONNRESET' })
    else await settled(socket, 'readable', signal)
  }
  if (bytes.length > count) socket.unshift(bytes.subarray(count))
  return bytes.subarray(0, count)
}
