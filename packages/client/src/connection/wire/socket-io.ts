/** Sockets as promises, for the few bytes that are exchanged before HTTP begins. */
import { connect, type Socket } from 'node:net'
import { onAbort } from '@kubewright/core'

/** Sends a small packet after this much silence, so that a dead peer is noticed and idle connections are not cut. */
const keepAliveDelayMs = 15_000

/** `onLookup` is called when the name has been looked up, with or without success; for an address, never. */
export function connectTcp(host: string, port: number, signal: AbortSignal, onLookup?: () => void): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveDelayMs })
  // Once: the event comes again for every address the name has.
  if (onLookup) socket.once('lookup', onLookup)
  return settled(guarded(socket), 'connect', signal)
}

/** An error nobody listens to ends the process, and whoever owns the socket next may begin to listen too late. */
export function guarded<Kind extends Socket>(socket: Kind): Kind {
  return socket.on('error', () => {})
}

/** Resolves to the socket once it emits `event`; destroys it when something comes in between. */
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

/** The next `count` bytes; what comes after them stays in the socket. */
export async function readBytes(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const chunk: Buffer | null = socket.read(count)
    if (chunk?.length === count) return chunk
    // At the end of the stream read() gives what is left, less than asked for.
    if (chunk !== null || socket.readableEnded) throw Object.assign(new Error('closed'), { code: 'ECONNRESET' })
    await settled(socket, 'readable', signal)
  }
}
