/** Decodes bodies with the Go types themselves. Needs Go and the module proxy. */
import { execFileSync } from 'node:child_process'
import type { GroupVersionKind } from '@kubewright/core/object'

export interface Question extends GroupVersionKind {
  /** Base64. */
  readonly body: string
  readonly isProtobuf?: boolean
  readonly isYaml?: boolean
}

/** The stored form of a body, or why it cannot be decoded. */
export interface Answer {
  readonly problem?: string
  readonly strictErrors?: readonly string[]
  readonly object?: unknown
  /** Base64, including the envelope. */
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
