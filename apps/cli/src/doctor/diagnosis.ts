/** One check of the doctor. */
export interface Diagnosis {
  readonly name: string
  /** A problem makes the exit code 1. A skipped check depends on another one that failed, or on something absent. */
  readonly state: 'fine' | 'warning' | 'problem' | 'skipped'
  readonly text: string
  /** How to fix it. */
  readonly next?: string
}
