/** Asks a Redis server on this machine one thing. Enough to see that it lives and to give it orders; not a client. */
import { createConnection } from 'node:net'

export interface RedisAddress {
  readonly host: string
  readonly port: number
}

/** The first answer to an inline command, as the protocol spells it: `+PONG`. */
export function ask({ host, port }: RedisAddress, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port })
    let answer = ''
    socket.setEncoding('utf8')
    socket.once('connect', () => socket.write(`${command}\r\n`))
    socket.on('data', (text: string) => {
      answer += text
      if (answer.endsWith('\r\n')) socket.end()
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answer.trim()))
  })
}
