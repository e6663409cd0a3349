/** One forwarded connection, independent of the protocol. */
import type { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MuxStream } from './mux-stream.ts'

/** Connects to a port. Failure: rejects with the reason. */
export type ForwardTo = (port: number) => Promise<Duplex>

/** Resolves once the connection is closed; a failure is written to `errors`, and both streams are ended. Never rejects. */
export async function joinForward(data: MuxStream, errors: MuxStream, connect: () => Promise<Duplex>): Promise<void> {
  errors.resume() // carries no input, but must be read for its end to be noticed
  try {
    await exchange(data, await connect())
  } catch (error) {
    errors.write(error instanceof Error ? error.message : String(error))
  }
  data.end()
  errors.end()
}

/** Either side may half-close first. If one side is destroyed, so is the other. */
async function exchange(data: MuxStream, target: Duplex): Promise<void> {
  const gone = () => target.destroy()
  data.once('close', gone)
  if (data.destroyed) gone()
  data.pipe(target)
  target.pipe(data)
  try {
    await finished(target)
  } catch (error) {
    if (!data.destroyed) throw error
  } finally {
    data.off('close', gone)
  }
}
