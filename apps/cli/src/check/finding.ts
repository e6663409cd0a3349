/** What a check found. */
export const checks = ['definitions', 'changes', 'rbac', 'generated', 'docs'] as const
export type Check = (typeof checks)[number]

export interface Finding {
  readonly check: Check
  /** A problem ends the command with 1; a warning only with `--strict`. */
  readonly level: 'problem' | 'warning'
  /** What it is about: `websites.web.example.dev spec.replicas`. */
  readonly subject: string
  readonly text: string
  /** What to do about it. */
  readonly next?: string
}

/** How one check went. */
export interface CheckResult {
  readonly check: Check
  readonly findings: readonly Finding[]
  /** In a few words: what was looked at, or why nothing was. */
  readonly remark: string
  readonly isSkipped?: boolean
}
