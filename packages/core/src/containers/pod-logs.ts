/** The logs of containers, between an API server and the program that runs containers. */

/** A request for the log of one container. */
export interface PodLogRequest {
  readonly namespace: string
  readonly name: string
  readonly container: string
  /** Streams the log as long as the container runs. @default false */
  readonly follow?: boolean | undefined
  /** Reads the log of the run before the last restart. @default false */
  readonly previous?: boolean | undefined
  readonly tailLines?: number | undefined
  /** Only lines written since then, in milliseconds since the epoch. */
  readonly since?: number | undefined
  readonly timestamps?: boolean | undefined
  /** The maximum size, in bytes. */
  readonly limitBytes?: number | undefined
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined
}

/** Yields the log of a container in whole lines, until the request is aborted; nothing if there is none. */
export type PodLogs = (request: PodLogRequest) => AsyncIterable<string>
