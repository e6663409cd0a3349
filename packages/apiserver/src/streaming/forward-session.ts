/** One connection to a port of a pod, whichever protocol it is forwarded in. */
import type { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MuxStream } from './mux-stream.ts'

/** Connects to a port. Failure: rejects with why it cannot be done. */
export type ForwardTo = (port: number) => Promise<Duplex>

/** Resolves once the connection is over; what went wrong has been written to `errors`, and both are ended. Never rejects. */
export async function joinForward(data: MuxStream, errors: MuxStream, connect: () => Promise<Duplex>): Promise<void> {
  errors.resume() // nobody says anything there; that it ends has to be noticed
  try {
    await exchange(data, await connect())
  } catch (error) {
    errors.write(error instanceof Error ? error.message : String(error))
  }
  data.end()
  errors.end()
}

/** Either side may end its half first. Whoever goes altogether takes the other along. */
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
