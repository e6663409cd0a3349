/** A subset of Redis for machines without it: PING, SET and GET. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { RedisAddress } from './redis-connection.ts'

export interface StandIn {
  readonly address: RedisAddress
  stop(): Promise<void>
}

/** Longer commands are refused, which bounds the buffer. */
const maxCommandLength = 1_000_000

export async function startStandIn(): Promise<StandIn> {
  const values = new Map<string, string>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.setEncoding('utf8'))
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    serve(socket, values)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    address: { host: '127.0.0.1', port },
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

function serve(socket: Socket, values: Map<string, string>): void {
  let pending = ''
  socket.on('data', (text: string) => {
    pending += text
    if (pending.length > maxCommandLength) return void socket.end('-ERR the command is too long\r\n')
    for (let read = readCommand(pending); read !== undefined; read = readCommand(pending)) {
      pending = pending.slice(read.length)
      socket.write(answer(read.words, values))
    }
  })
}

export interface Command {
  readonly words: readonly string[]
  /** How many characters of the text the command took. */
  readonly length: number
}

/** The first complete command of the text: `PING\r\n`, or `*1\r\n$4\r\nPING\r\n`. */
export function readCommand(text: string): Command | undefined {
  const firstEnd = text.indexOf('\r\n')
  if (firstEnd < 0) return undefined
  const first = text.slice(0, firstEnd)
  if (!first.startsWith('*')) return { words: first.split(' ').filter((word) => word !== ''), length: firstEnd + 2 }
  const words: string[] = []
  let at = firstEnd + 2
  for (let left = Number(first.slice(1)); left > 0; left--) {
    const sizeEnd = text.indexOf('\r\n', at)
    if (sizeEnd < 0) return undefined
    const start = sizeEnd + 2
    const end = start + Number(text.slice(at + 1, sizeEnd))
    if (!(text.length >= end + 2)) return undefined
    words.push(text.slice(start, end))
    at = end + 2
  }
  return { words, length: at }
}

export function answer([verb = '', key = '', value]: readonly string[], values: Map<string, string>): string {
  switch (verb.toUpperCase()) {
    case 'PING':
      return '+PONG\r\n'
    case 'SET':
      if (value === undefined) return "-ERR wrong number of arguments for 'set' command\r\n"
      values.set(key, value)
      return '+OK\r\n'
    case 'GET': {
      const found = values.get(key)
      return found === undefined ? '$-1\r\n' : `$${Buffer.byteLength(found)}\r\n${found}\r\n`
    }
    default:
      return `-ERR unknown command '${verb}'\r\n`
  }
}
