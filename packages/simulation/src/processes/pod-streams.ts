/** What goes on inside containers that run as processes, as `kubectl exec`, `attach` and `port-forward` ask for it. */
import type { Duplex, Readable, Writable } from 'node:stream'

export interface PodAttachRequest {
  readonly namespace: string
  readonly name: string
  readonly container: string
  /** Whether the caller has something to say. */
  readonly stdin: boolean
  /** Whether the caller is a person at a terminal. */
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
  /** Resolves with the exit code once it has ended and its output has been read. */
  readonly ended: Promise<number>
  /** The caller has gone: nothing is left of it. */
  end(): void
}

/** Each rejects with why it cannot be done, in words for whoever asked. */
export interface PodStreams {
  exec(request: PodExecRequest): Promise<PodProcess>
  attach(request: PodAttachRequest): Promise<PodProcess>
  forward(request: PodForwardRequest): Promise<Duplex>
}

/** For containers that are no processes. */
export const noStreams: PodStreams = {
  exec: ({ container }) => Promise.reject(seeming(`the container ${JSON.stringify(container)}`)),
  attach: ({ container }) => Promise.reject(seeming(`the container ${JSON.stringify(container)}`)),
  forward: ({ namespace, name }) => Promise.reject(seeming(`the pod ${namespace}/${name}`)),
}

/** Nothing is behind what only seems to run. */
export function seeming(what: string): Error {
  return new Error(`${what} only seems to run, or does not run now: map its image to a program of this machine`)
}
