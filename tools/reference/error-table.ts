/** The error codes as a module of the `kubewright` command. */
import type { RegisteredError } from './error-registry.ts'

export function formatErrorTable(errors: readonly RegisteredError[]): string {
  const rows = errors.map(({ code, package: from, summary, cause, remedy }) => {
    return `  ${JSON.stringify({ code, package: from, summary, cause, remedy })},`
  })
  return `// Made by \`npm run generate\` from the error registries; edits are lost.

export interface ErrorCodeEntry {
  readonly code: string
  /** Where it is raised: \`client\`, \`cli\`. */
  readonly package: string
  readonly summary: string
  readonly cause: string
  readonly remedy: string
}

export const errorCodes: readonly ErrorCodeEntry[] = [
${rows.join('\n')}
]
`
}
