/** What to do with an object and its replica. Pure. */
export { decide, type Decision, type Situation, type Step } from './decide.ts'
export type { Outcome, ProblemReason } from './outcome.ts'
export type { CopyRules, SettledContent } from './replica.ts'
