/** Sends questions to Kubernetes' own schema code, wrapped by `main.go` in this folder. Needs Go and the module proxy. */
import { spawnSync } from 'node:child_process'

/** An input of `main.go`: a CRD or schema with objects, or a format or pattern with texts. */
export type Question = Readonly<Record<string, unknown>>

export interface Verdict {
  readonly stored: unknown
  readonly unknown: readonly string[]
  readonly problems: readonly string[]
}

export interface Answer {
  readonly error?: string
  /** Problems of the definition or schema itself. */
  readonly problems: readonly string[]
  readonly verdicts: readonly Verdict[]
  /** One for each text. */
  readonly accepted?: readonly boolean[]
}

/** One answer for each question, in order. The first run builds the program, which takes a minute or two. */
export function ask(questions: readonly Question[]): readonly Answer[] {
  const { status, stdout, stderr, error } = spawnSync('go', ['run', '.'], {
    cwd: import.meta.dirname,
    input: questions.map((question) => `${JSON.stringify(question)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  if (error !== undefined || status !== 0) {
    throw new Error(`Cannot run tools/schema-oracle: ${error?.message ?? stderr}. It needs Go and the module proxy.`)
  }
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}
