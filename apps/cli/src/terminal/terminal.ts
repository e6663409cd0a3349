/** The environment of a command: outputs, prompt, working directory and abort signal. */
import type { Clock } from '@kubewright/core'

export interface Output {
  write(text: string): unknown
  /** Whether it is a terminal. */
  readonly isTTY?: boolean
  /** Its width, if known. */
  readonly columns?: number
  /** Its height, if known. */
  readonly rows?: number
  /** Notifies of a changed size. */
  on?(event: 'resize', listener: () => void): unknown
  off?(event: 'resize', listener: () => void): unknown
}

export interface Terminal {
  /** For output that a program may read. */
  readonly stdout: Output
  /** For output to a person. */
  readonly stderr: Output
  readonly signal: AbortSignal
  /** The base of relative paths. */
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Prompts the user. The answer may be empty. Absent without an interactive user. */
  readonly ask?: (question: string) => Promise<string>
}
