/** Exec, attach and port-forward, between an API server and the program that runs containers. */
import type { Duplex, Readable, Writable } from 'node:stream'

/** Implemented by the program that runs containers. */
export interface PodStreams {
  /** Runs a command in the container. Failure: rejects with the reason, which is sent to the client. */
  exec(request: PodExecRequest): Promise<PodProcess>
  /** Attaches to the container's main process. Failure: as `exec`. */
  attach(request: PodAttachRequest): Promise<PodProcess>
  /** A connection to a port of a pod. Failure: as `exec`. */
  forward(request: PodForwardRequest): Promise<Duplex>
}

/** A client that attaches to the main process of a container. */
export interface PodAttachRequest {
  readonly namespace: string
  readonly name: string
  readonly container: string
  /** Whether the client sends input. */
  readonly stdin: boolean
  /** Whether the client is a terminal. Then there is no `stderr`: both outputs are combined. */
  readonly tty: boolean
}

/** A client that runs a command in a container. */
export interface PodExecRequest extends PodAttachRequest {
  readonly command: readonly string[]
}

/** A client that connects to a port of a pod. */
export interface PodForwardRequest {
  readonly namespace: string
  readonly name: string
  readonly port: number
}

/** A process that a client is connected to. */
export interface PodProcess {
  readonly stdin?: Writable | undefined
  readonly stdout: Readable
  readonly stderr?: Readable | undefined
  /** Resolves with the exit code once the process has ended, at once if it was only attached to. */
  readonly ended: Promise<number>
  /** The client's terminal was resized. */
  resize?(columns: number, rows: number): void
  /** The client has disconnected: release everything. */
  end(): void
}
