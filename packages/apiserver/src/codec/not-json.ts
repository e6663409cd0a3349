/** What is wrong with a text that is not JSON, or more deeply nested than we could write it again; in Go's words. */
import { syntaxProblem } from './json-syntax.ts'

export function describeNotJson(text: string): string {
  return syntaxProblem(Buffer.from(text)) ?? "invalid character '{' exceeded max depth"
}
