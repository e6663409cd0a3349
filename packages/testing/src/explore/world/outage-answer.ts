/** The response to a call during an outage. */
import type { Clock } from '@kubewright/core'
import { connectionLost, timedOut } from './injected-answer.ts'
import type { Outage } from '../plan/outages.ts'
import type { FailureStatus } from '../plan/plan.ts'
import type { Call } from './world-call.ts'

export interface Settle<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** How long a caller waits for a missing response. */
const timeoutMs = 10_000
/** How long a response takes over a slow link. */
const slowMs = 3_000

/** Whether calls take effect during the outage, and only their responses are lost or late. */
export function letsPass({ answer }: Outage): boolean {
  return answer === 'lost' || answer === 'slow'
}

/** Answers a call that took effect. Returns its fate, for the trace. */
export function answerOverLink<Answer>(
  { answer: how }: Outage,
  { label, answer }: { readonly label: string; readonly answer: Answer },
  { resolve, reject }: Settle<Answer>,
  clock: Clock,
): string {
  if (how === 'lost') {
    reject(connectionLost(label))
    return 'the response is lost'
  }
  clock.schedule(slowMs, () => resolve(answer))
  return 'the response is late'
}

/** Returns the fate of the call, for the trace. */
export function answerInOutage<Answer>(
  { answer }: Outage,
  call: Call<Answer>,
  { resolve, reject }: Settle<Answer>,
  clock: Clock,
): string {
  if (answer === 'timeout' || answer === 'cut') {
    clock.schedule(timeoutMs, () => reject(timedOut(call.label)))
    return 'no response before the timeout'
  }
  const refused = call.refused(answer as FailureStatus) // all other outages let the call pass
  if (refused instanceof Error) reject(refused)
  else resolve(refused)
  return `answered with ${answer}`
}
