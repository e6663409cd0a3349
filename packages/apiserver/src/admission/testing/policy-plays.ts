/** Plays about policies. */
import { mutatingPolicyPlays } from './mutating-policy-plays.ts'
import type { Play } from './play.ts'
import { refusedPolicyPlays } from './refused-policy-plays.ts'
import { validatingPolicyPlays } from './validating-policy-plays.ts'

export const policyPlays: readonly Play[] = [...validatingPolicyPlays, ...mutatingPolicyPlays, ...refusedPolicyPlays]
