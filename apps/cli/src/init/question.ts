/** A setting, given as an option or by an interactive prompt. */
import { isKubewrightError } from '@kubewright/core'
import type { Terminal } from '../terminal/terminal.ts'

export interface Question<T> {
  readonly text: string
  /** The default: for an empty answer, and without a prompt. */
  readonly fallback: string
  /** Parses and checks an answer. Failure: `KW_CLI_NAME`, `KW_CLI_FOLDER` or another error. */
  readonly read: (answer: string) => T | Promise<T>
}

/** Prompts until the answer is valid. An invalid option fails at once. */
export async function settled<T>(
  given: string | undefined,
  { text, fallback, read }: Question<T>,
  { ask, stderr }: Pick<Terminal, 'ask' | 'stderr'>,
): Promise<T> {
  if (given !== undefined || ask === undefined) return read(given ?? fallback)
  for (;;) {
    const answer = (await ask(`${text} (${fallback}) `)) || fallback
    try {
      return await read(answer)
    } catch (error) {
      // If the default itself is invalid, pressing Enter would loop forever.
      if (!isKubewrightError(error) || answer === fallback) throw error
      stderr.write(`${error.message}\n`)
    }
  }
}
