/** One violated rule: its place, the rule, and how to fix it. */
export interface Problem {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly text: string
}

export function formatProblem({ path, line, rule, text }: Problem): string {
  return `${path}:${line}  [${rule}] ${text}`
}
