/** Joins a command to a client, independent of the protocol. */
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { PodProcess } from '@kubewright/core/containers'

/** The streams that the client requested. */
export interface CommandStreams {
  readonly stdin?: Readable | undefined
  readonly stdout?: Writable | undefined
  readonly stderr?: Writable | undefined
  /** The exit status, as a Status. */
  readonly status: Writable
  /** Terminal sizes, each as JSON. */
  readonly resize?: Readable | undefined
}

/** Resolves once the command has ended and all of its output was sent. Never rejects. */
export async function joinCommand(process: PodProcess, streams: CommandStreams): Promise<void> {
  if (streams.stdin !== undefined && process.stdin !== undefined) {
    process.stdin.on('error', () => undefined) // the command may close its input early, as many do
    streams.stdin.pipe(process.stdin)
  } else streams.stdin?.resume()
  streams.resize?.on('data', (bytes: Buffer) => resize(process, bytes))
  const said = [flow(process.stdout, streams.stdout), flow(process.stderr, streams.stderr)]
  const exitCode = await process.ended
  await Promise.all(said)
  streams.status.end(JSON.stringify(statusOf(exitCode)))
  await finished(streams.status, { readable: false }).catch(() => undefined) // the client has gone
}

async function flow(from: Readable | undefined, to: Writable | undefined): Promise<void> {
  if (from === undefined) return void to?.end()
  if (to === undefined) return void from.resume() // drained, so that the command does not block
  to.once('close', () => from.resume())
  from.pipe(to)
  await Promise.race([finished(from).catch(() => undefined), finished(to).catch(() => undefined)])
}

function resize(process: PodProcess, bytes: Buffer): void {
  try {
    const { Width, Height } = JSON.parse(bytes.toString()) as { Width?: unknown; Height?: unknown }
    if (typeof Width === 'number' && typeof Height === 'number') process.resize?.(Width, Height)
  } catch {
    // Ignore a malformed size: the next change sends another.
  }
}

/** The kubelet's exit status, from which kubectl takes its own exit code. */
export function statusOf(exitCode: number): object {
  if (exitCode === 0) return { metadata: {}, status: 'Success' }
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${exitCode}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  }
}
