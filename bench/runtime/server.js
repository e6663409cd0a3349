/**
 * An embedded API server as a process of its own, which notes when it hands each numbered change to a watch. Sends where it
 * is; and, on request, when each change was sent.
 */
import { TLSSocket } from 'node:tls'
import { startApiServer } from '@kubewright/apiserver'

/** By number, on the clock all processes of a machine share. */
const sentAt = new Map()
const write = Reflect.get(TLSSocket.prototype, 'write')
TLSSocket.prototype.write = function noted(chunk, ...rest) {
  const text = chunk.toString('latin1')
  const now = performance.timeOrigin + performance.now()
  if (text.includes('"type":"MODIFIED"')) {
    for (const [, number] of text.matchAll(/"bench\/number":"(\d+)"/g)) sentAt.set(Number(number), now)
  }
  return write.call(this, chunk, ...rest)
}

const server = await startApiServer({ listen: {} })
const { url, authority, token } = server.endpoint
process.send({ url, ca: authority, token })
process.on('message', () => {
  process.send([...sentAt])
  sentAt.clear()
})
process.on('disconnect', () => process.exit(0))
