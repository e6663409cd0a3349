/** One broken rule: where, which, and what to do about it. */
export interface Problem {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly text: string
}

export function formatProblem({ path, line, rule, text }: Problem): string {
  return `${path}:${line}  [${rule}] ${text}`
}
