/** The health of an object as one word and a tone, from the conventions of most kinds. Pure. */
import type { KubeObject } from '@kubewright/core'

/** The tone in which a state is displayed: healthy, in progress, failed, or without a status. */
export type Tone = 'good' | 'busy' | 'bad' | 'quiet'

/** The health of an object in one word, with a tone for display. */
export interface Health {
  readonly tone: Tone
  /** `Ready`, `Starting`, `CrashLoopBackOff`; empty if the object has no status. */
  readonly text: string
  readonly message?: string
}

interface ConditionLike {
  readonly type?: unknown
  readonly status?: unknown
  readonly reason?: unknown
  readonly message?: unknown
}

/** Conditions that summarize the whole object, the most specific first. */
const summaries = ['Ready', 'Available', 'Complete', 'Established', 'Succeeded', 'Synced']
/** Conditions that are bad when they are true. */
const alarms = ['Stalled', 'Failed', 'ReplicaFailure', 'Degraded']

export function healthOf(object: KubeObject): Health {
  if (object.metadata.deletionTimestamp !== undefined) return { tone: 'busy', text: 'Deleting' }
  const status = (object as { readonly status?: unknown }).status
  if (typeof status !== 'object' || status === null) return { tone: 'quiet', text: '' }
  const conditions = conditionsIn(status as Record<string, unknown>)
  const alarm = conditions.find(({ type, status: is }) => is === 'True' && alarms.includes(text(type)))
  if (alarm !== undefined) return withMessage('bad', alarm)
  const summary = summaries.map((wanted) => conditions.find(({ type }) => type === wanted)).find((one) => one)
  if (summary !== undefined) return ofSummary(summary)
  return ofWord(status as Record<string, unknown>)
}

function ofSummary(condition: ConditionLike): Health {
  if (condition.status === 'True') return { tone: 'good', text: text(condition.type) }
  return withMessage('busy', condition)
}

/** `status.phase` of a Pod, `status.state` of an external resource. */
function ofWord({ phase, state }: Record<string, unknown>): Health {
  const word = text(phase) || text(state)
  if (/^(running|active|bound|succeeded|ready|available|up)$/i.test(word)) return { tone: 'good', text: word }
  if (/^(failed|error|lost|unknown|down)$/i.test(word)) return { tone: 'bad', text: word }
  return { tone: word === '' ? 'quiet' : 'busy', text: word }
}

function withMessage(tone: Tone, { type, reason, message }: ConditionLike): Health {
  const said = text(message)
  return { tone, text: text(reason) || text(type), ...(said === '' ? {} : { message: said.slice(0, 500) }) }
}

function conditionsIn({ conditions }: Record<string, unknown>): readonly ConditionLike[] {
  if (!Array.isArray(conditions)) return []
  return conditions.filter((one): one is ConditionLike => typeof one === 'object' && one !== null)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
