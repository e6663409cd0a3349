/** Sends one command to a local Redis server: enough to check that it is up and to configure it. Not a client. */
import { createConnection } from 'node:net'

export interface RedisAddress {
  readonly host: string
  readonly port: number
}

/** The first reply to an inline command, in wire format: `+PONG`. */
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
