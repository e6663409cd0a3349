/** Access to containers that run as processes, for `kubectl exec`, `attach` and `port-forward`. */
import type { Duplex, Readable, Writable } from 'node:stream'

export interface PodAttachRequest {
  readonly namespace: string
  readonly name: string
  readonly container: string
  /** Whether the client sends input. */
  readonly stdin: boolean
  /** Whether the client has a terminal. */
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

/** The streams of a process. */
export interface PodProcess {
  readonly stdin?: Writable | undefined
  readonly stdout: Readable
  readonly stderr?: Readable | undefined
  /** Resolves with the exit code once the process has exited and its output has been read. */
  readonly ended: Promise<number>
  /** Ends the process after the client has disconnected. */
  end(): void
}

/** Each method rejects with a message for the user. */
export interface PodStreams {
  exec(request: PodExecRequest): Promise<PodProcess>
  attach(request: PodAttachRequest): Promise<PodProcess>
  forward(request: PodForwardRequest): Promise<Duplex>
}

/** For containers that are not processes. */
export const noStreams: PodStreams = {
  exec: ({ container }) => Promise.reject(seeming(`the container ${JSON.stringify(container)}`)),
  attach: ({ container }) => Promise.reject(seeming(`the container ${JSON.stringify(container)}`)),
  forward: ({ namespace, name }) => Promise.reject(seeming(`the pod ${namespace}/${name}`)),
}

/** The error for a simulated container. */
export function seeming(what: string): Error {
  return new Error(`${what} only seems to run, or does not run now: map its image to a program of this machine`)
}
