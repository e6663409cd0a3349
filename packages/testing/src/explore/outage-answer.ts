/** What the caller of a call gets while an outage lasts. */
import type { Clock } from '@kubewright/core'
import { connectionLost, timedOut } from './injected-answer.ts'
import type { Outage } from './outages.ts'
import type { FailureStatus } from './plan.ts'
import type { Call } from './world-call.ts'

export interface Settle<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** How long a caller waits for an answer that does not come. */
const timeoutMs = 10_000
/** How long an answer takes over a link that is slow. */
const slowMs = 3_000

/** Whether calls take effect while it lasts, and only their answers do not come, or come late. */
export function letsPass({ answer }: Outage): boolean {
  return answer === 'lost' || answer === 'slow'
}

/** The answer to a call that took effect. Returns what became of it, for the trace. */
export function answerOverLink<Answer>(
  { answer: how }: Outage,
  { label, answer }: { readonly label: string; readonly answer: Answer },
  { resolve, reject }: Settle<Answer>,
  clock: Clock,
): string {
  if (how === 'lost') {
    reject(connectionLost(label))
    return 'the answer was lost'
  }
  clock.schedule(slowMs, () => resolve(answer))
  return 'the answer is late'
}

/** Returns what became of the call, for the trace. */
export function answerInOutage<Answer>(
  { answer }: Outage,
  call: Call<Answer>,
  { resolve, reject }: Settle<Answer>,
  clock: Clock,
): string {
  if (answer === 'timeout' || answer === 'cut') {
    clock.schedule(timeoutMs, () => reject(timedOut(call.label)))
    return 'no answer came'
  }
  const refused = call.refused(answer as FailureStatus) // the others let the call pass
  if (refused instanceof Error) reject(refused)
  else resolve(refused)
  return `answered with ${answer}`
}
