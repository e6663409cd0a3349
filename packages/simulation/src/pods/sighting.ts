/** What a runtime sees of one container at a moment, whether it is simulated or a real process. */

export type Sighting = Absent | Preparing | Unpullable | Broken | Running | Exited

/** Nobody has started it, or nobody remembers. */
export interface Absent {
  readonly is: 'absent'
}

/** It was asked to start: its image is fetched, its volumes are made. */
export interface Preparing {
  readonly is: 'preparing'
  /** When that is over, if it is known. */
  readonly changesAt?: number | undefined
}

/** Its image could not be fetched. */
export interface Unpullable {
  readonly is: 'unpullable'
  readonly failedAt: number
  /** When it is worth another try. */
  readonly retryAt: number
  readonly message: string
}

/** It could not be made from what its pod says. */
export interface Broken {
  readonly is: 'broken'
  readonly reason: 'CreateContainerConfigError' | 'CreateContainerError' | 'RunContainerError'
  readonly message: string
  readonly retryAt: number
}

export interface Running {
  readonly is: 'running'
  /** One for each start: tells a container that was restarted from one that went on. */
  readonly id: string
  readonly startedAt: number
  /** Whether its startup probe has succeeded. */
  readonly isStarted: boolean
  readonly isReady: boolean
  /** When it will be otherwise by itself, if that is known. */
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
