/** The form of the options of `leader`. */
import { type Form, form, formatProblems } from '@kubewright/core/input'
import { nameProblems, type NameRule } from '@kubewright/core/object'
import { leaseErrors } from './errors.ts'
import type { LeaderOptions } from './leader.ts'
import type { LeaseTimingOptions } from './lease-timing.ts'

const { text, duration, choice, fields } = form

const nameOf =
  (rule: NameRule): Form =>
  (value, name) => {
    const wrong = text(value, name)
    if (wrong.length > 0) return wrong
    return nameProblems(rule, value as string).map((why) => ({ name, why: `is ${JSON.stringify(value)}: ${why}` }))
  }

/** Common to all users of a lease. */
export const timingForms = {
  duration,
  renewWithin: duration,
  retryEvery: duration,
} satisfies Record<keyof LeaseTimingOptions, Form>

const required = { lease: nameOf('dns1123Subdomain'), namespace: nameOf('dns1123Label') }
const optional = { ...timingForms, onLost: choice('fail', 'campaign'), releaseWithin: duration }

const leader = fields(
  required,
  optional satisfies Record<Exclude<keyof LeaderOptions, keyof typeof required>, Form>,
  'the options of leader()',
)

/** Failure: `KW_LEASE_OPTION`, with every problem. */
export function assertLeaderForm(options: unknown): void {
  const problems = leader(options, '')
  if (problems.length === 0) return
  throw leaseErrors('KW_LEASE_OPTION', {
    what: 'elect a leader',
    why: formatProblems(problems),
    next: "Correct these options. The required ones are: leader({ lease: 'my-operator', namespace: 'my-system' }).",
    details: { problems },
  })
}
