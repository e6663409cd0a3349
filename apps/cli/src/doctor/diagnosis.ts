/** One thing the doctor looked at. */
export interface Diagnosis {
  readonly name: string
  /** A problem ends the command with 1. What is skipped could not be looked at, because of another problem or because it is not there. */
  readonly state: 'fine' | 'warning' | 'problem' | 'skipped'
  readonly text: string
  /** What to do about it. */
  readonly next?: string
}
