/** What goes on inside the containers of pods. The server knows nothing of it: whoever runs them does. */
import type { Duplex, Readable, Writable } from 'node:stream'

export interface PodStreams {
  /** Runs a command beside what runs. Failure: rejects with why it cannot be done, for whoever asked. */
  exec(request: PodExecRequest): Promise<PodProcess>
  /** Joins what runs. Failure: as `exec`. */
  attach(request: PodAttachRequest): Promise<PodProcess>
  /** A connection to a port of a pod. Failure: as `exec`. */
  forward(request: PodForwardRequest): Promise<Duplex>
}

export interface PodAttachRequest {
  readonly namespace: string
  readonly name: string
  readonly container: string
  /** Whether the caller has something to say. */
  readonly stdin: boolean
  /** Whether the caller is a person at a terminal. Then there is no `stderr`: both outputs are one. */
  readonly tty: boolean
}

export interface PodExecRequest extends PodAttachRequest {
  readonly command: readonly string[]
}

export interface PodForwardRequest {
  readonly namespace: string
  readonly name: string
  readonly port: number
}

/** What somebody talks to. */
export interface PodProcess {
  readonly stdin?: Writable | undefined
  readonly stdout: Readable
  readonly stderr?: Readable | undefined
  /** Resolves with the exit code once it has ended, at once if it is not its own. */
  readonly ended: Promise<number>
  /** The caller's terminal has another size. */
  resize?(columns: number, rows: number): void
  /** The caller has gone: nothing may be left of it. */
  end(): void
}
