/** Go's message for a text that is not JSON, or is nested too deeply to be stored. */
import { syntaxProblem } from './json-syntax.ts'

export function describeNotJson(text: string): string {
  return syntaxProblem(Buffer.from(text)) ?? "invalid character '{' exceeded max depth"
}
