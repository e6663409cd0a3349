/** Exec and attach over SPDY: the client opens one stream for each end, identified by its headers. */
import type { Duplex } from 'node:stream'
import type { Clock } from '@kubewright/core'
import type { AskedStreams } from './command-over-websocket.ts'
import { joinCommand } from './command-session.ts'
import type { MuxStream } from './mux-stream.ts'
import type { PodProcess } from '@kubewright/core/containers'
import { SpdyConnection } from './spdy-connection.ts'

/** How long a client may take to open its streams. */
const patienceMs = 30_000

/** Resolves once both sides have ended. */
export async function commandOverSpdy(
  socket: Duplex,
  process: PodProcess,
  { asked, clock }: { readonly asked: AskedStreams; readonly clock: Clock },
): Promise<void> {
  const wanted = namesOf(asked)
  const streams = new Map<string, MuxStream>()
  let joined: Promise<void> = Promise.resolve()
  const connection = new SpdyConnection(socket, (headers) => {
    const name = headers.get('streamtype') ?? ''
    if (!wanted.includes(name) || streams.has(name)) return undefined
    return (stream) => {
      streams.set(name, stream)
      if (streams.size === wanted.length) joined = join(connection, process, streams)
    }
  })
  const impatience = clock.schedule(patienceMs, () => streams.size < wanted.length && socket.destroy())
  await connection.run()
  impatience[Symbol.dispose]()
  process.end()
  await joined
}

async function join(
  connection: SpdyConnection,
  process: PodProcess,
  streams: ReadonlyMap<string, MuxStream>,
): Promise<void> {
  await joinCommand(process, {
    stdin: streams.get('stdin'),
    stdout: streams.get('stdout'),
    stderr: streams.get('stderr'),
    status: streams.get('error')!,
    resize: streams.get('resize'),
  })
  connection.close()
}

function namesOf({ stdin, stdout, stderr, tty }: AskedStreams): readonly string[] {
  const all = { error: true, stdin, stdout, stderr, resize: tty }
  return Object.entries(all).flatMap(([name, isWanted]) => (isWanted ? [name] : []))
}
