/** One thing that has to be known: said with an option, or asked. */
import { isKubewrightError } from '@kubewright/core'
import type { Terminal } from '../terminal/terminal.ts'

export interface Question<T> {
  readonly text: string
  /** What an empty answer means, and what counts if nobody is asked. */
  readonly fallback: string
  /** What follows from an answer. Failure: whatever is wrong with it; `KW_CLI_NAME`, `KW_CLI_FOLDER`. */
  readonly read: (answer: string) => T | Promise<T>
}

/** Asks until the answer will do. What was said with an option has to do at once. */
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
      // An empty answer that will not do would be asked for ever.
      if (!isKubewrightError(error) || answer === fallback) throw error
      stderr.write(`${error.message}\n`)
    }
  }
}
