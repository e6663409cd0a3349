/** Asks the Go types themselves what they make of bodies. Needs Go and the module proxy. */
import { execFileSync } from 'node:child_process'
import type { GroupVersionKind } from '@kubewright/core'

export interface Question extends GroupVersionKind {
  /** In base64. */
  readonly body: string
  readonly isProtobuf?: boolean
  readonly isYaml?: boolean
}

/** What is stored of a body, or why it cannot be read. */
export interface Answer {
  readonly problem?: string
  readonly strictErrors?: readonly string[]
  readonly object?: unknown
  /** In base64, envelope and all. */
  readonly protobuf?: string
}

export function askOracle(questions: readonly Question[]): Answer[] {
  const output = execFileSync('go', ['run', './oracle'], {
    cwd: import.meta.dirname,
    input: questions.map((question) => JSON.stringify(question)).join('\n'),
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}
