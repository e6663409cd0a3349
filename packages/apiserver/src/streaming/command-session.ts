/** A command and somebody who talks to it, whichever protocol they do it in. */
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { PodProcess } from './pod-streams.ts'

/** What the caller asked to have. */
export interface CommandStreams {
  readonly stdin?: Readable | undefined
  readonly stdout?: Writable | undefined
  readonly stderr?: Writable | undefined
  /** For how it ended, as a Status. */
  readonly status: Writable
  /** Sizes of a terminal, each a JSON text. */
  readonly resize?: Readable | undefined
}

/** Resolves once the command has ended and everything it said was handed on. Never rejects. */
export async function joinCommand(process: PodProcess, streams: CommandStreams): Promise<void> {
  if (streams.stdin !== undefined && process.stdin !== undefined) {
    process.stdin.on('error', () => undefined) // it may have closed its input, as many do
    streams.stdin.pipe(process.stdin)
  } else streams.stdin?.resume()
  streams.resize?.on('data', (bytes: Buffer) => resize(process, bytes))
  const said = [flow(process.stdout, streams.stdout), flow(process.stderr, streams.stderr)]
  const exitCode = await process.ended
  await Promise.all(said)
  streams.status.end(JSON.stringify(statusOf(exitCode)))
  await finished(streams.status, { readable: false }).catch(() => undefined) // nobody is left to be told
}

async function flow(from: Readable | undefined, to: Writable | undefined): Promise<void> {
  if (from === undefined) return void to?.end()
  if (to === undefined) return void from.resume() // read, so that it does not wait for a reader
  to.once('close', () => from.resume())
  from.pipe(to)
  await Promise.race([finished(from).catch(() => undefined), finished(to).catch(() => undefined)])
}

function resize(process: PodProcess, bytes: Buffer): void {
  try {
    const { Width, Height } = JSON.parse(bytes.toString()) as { Width?: unknown; Height?: unknown }
    if (typeof Width === 'number' && typeof Height === 'number') process.resize?.(Width, Height)
  } catch {
    // Half a size is none; the next one comes with the next change.
  }
}

/** As kubelets say it: kubectl takes its own exit code from there. */
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
