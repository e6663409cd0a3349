/** The observed state of one container, whether it is simulated or a real process. */

export type ContainerObservation = Absent | Preparing | Unpullable | Broken | Running | Exited

/** It was not started, or the runtime has lost its state. */
export interface Absent {
  readonly is: 'absent'
}

/** It is starting: its image is pulled, its volumes are created. */
export interface Preparing {
  readonly is: 'preparing'
  /** When that is over, if known. */
  readonly changesAt?: number | undefined
}

/** Its image could not be pulled. */
export interface Unpullable {
  readonly is: 'unpullable'
  readonly failedAt: number
  /** The time of the next attempt. */
  readonly retryAt: number
  readonly message: string
}

/** It could not be created from the pod's spec. */
export interface Broken {
  readonly is: 'broken'
  readonly reason: 'CreateContainerConfigError' | 'CreateContainerError' | 'RunContainerError'
  readonly message: string
  readonly retryAt: number
}

export interface Running {
  readonly is: 'running'
  /** Unique for each start: distinguishes a restarted container from one that kept running. */
  readonly id: string
  readonly startedAt: number
  /** Whether its startup probe has succeeded. */
  readonly isStarted: boolean
  readonly isReady: boolean
  /** When its state will change by itself, if known. */
  readonly changesAt?: number | undefined
}

export interface Exited {
  readonly is: 'exited'
  readonly id: string
  readonly startedAt: number
  readonly finishedAt: number
  readonly exitCode: number
  readonly reason: string
  readonly message?: string | undefined
  readonly signal?: number | undefined
}
