/** Where a command writes, whom it may ask, where it runs, and what tells it to stop. */
import type { Clock } from '@kubewright/core'

export interface Output {
  write(text: string): unknown
  /** Whether a person looks at it. */
  readonly isTTY?: boolean
  /** How wide it is, if it is known. */
  readonly columns?: number
  /** How high. */
  readonly rows?: number
  /** Tells when that changes. */
  on?(event: 'resize', listener: () => void): unknown
  off?(event: 'resize', listener: () => void): unknown
}

export interface Terminal {
  /** For what another program may read. */
  readonly stdout: Output
  /** For what a person reads. */
  readonly stderr: Output
  readonly signal: AbortSignal
  /** Relative paths start here. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Asks a person, who may answer with nothing. Absent when nobody sits there. */
  readonly ask?: (question: string) => Promise<string>
}
