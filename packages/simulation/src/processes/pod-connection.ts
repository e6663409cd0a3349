/** Connects to a port of a pod that is a process. */
import { connect, type Socket } from 'node:net'

/** Failure: rejects with a message for the user who forwards the port. */
export function connectTo(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true })
    const refuse = (error: NodeJS.ErrnoException) => reject(cannotConnect(host, port, error))
    socket.once('error', refuse)
    socket.once('connect', () => {
      socket.off('error', refuse)
      resolve(socket)
    })
  })
}

function cannotConnect(host: string, port: number, { code, message }: NodeJS.ErrnoException): Error {
  if (code !== 'ECONNREFUSED') return new Error(`cannot connect to ${host}:${port}: ${message}`)
  return new Error(`nothing listens on ${host}:${port}: the program has to bind the address in POD_IP`)
}
