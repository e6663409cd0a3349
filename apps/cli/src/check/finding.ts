/** Findings and results of checks. */
export const checks = ['definitions', 'changes', 'rbac', 'generated', 'docs'] as const
export type Check = (typeof checks)[number]

export interface Finding {
  readonly check: Check
  /** A problem makes the exit code 1; a warning does so only with `--strict`. */
  readonly level: 'problem' | 'warning'
  /** The object or field: `websites.web.example.dev spec.replicas`. */
  readonly subject: string
  readonly text: string
  /** How to fix it. */
  readonly next?: string
}

export interface CheckResult {
  readonly check: Check
  readonly findings: readonly Finding[]
  /** A short summary of the check, or why it was skipped. */
  readonly remark: string
  readonly isSkipped?: boolean
}

/** `pods`, or `deployments of apps`. */
export function nameOf(group: string, resource: string): string {
  return group === '' ? resource : `${resource} of ${group}`
}
