/** A terminal for tests: records its output and answers prompts. */
import { VirtualClock } from '@kubewright/core/testing'
import { safeOutput } from '../terminal/safe-output.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface FakeTerminalOptions {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  /** The user's answers in order. Without them there is no interactive user. */
  readonly answers?: readonly string[]
  /** Whether the outputs are terminals. @default false */
  readonly isTTY?: boolean
  /** Called at every write to standard output. */
  readonly onWrite?: () => void
}

export interface FakeTerminal extends Terminal {
  readonly written: { stdout: string; stderr: string }
  /** The prompts so far. */
  readonly questions: readonly string[]
}

export function fakeTerminal(options: FakeTerminalOptions = {}): FakeTerminal {
  const written = { stdout: '', stderr: '' }
  const screen = { isTTY: options.isTTY ?? false }
  const questions: string[] = []
  const answers = [...(options.answers ?? [])]
  const ask = async (question: string) => {
    questions.push(question)
    return answers.shift() ?? ''
  }
  return {
    written,
    questions,
    stdout: safeOutput({ write: (text) => ((written.stdout += text), options.onWrite?.()), ...screen }),
    stderr: safeOutput({ write: (text) => (written.stderr += text), ...screen }),
    signal: options.signal ?? new AbortController().signal,
    cwd: options.cwd ?? process.cwd(),
    environment: options.environment ?? {},
    clock: new VirtualClock(),
    ...(options.answers === undefined ? {} : { ask }),
  }
}
