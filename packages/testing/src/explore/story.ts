/** The run of a failure, for people: what the operator saw, what it wrote, and where it was cut. Pure. */
import type { Finding } from './failure.ts'
import { formatPlan, type Plan } from './plan.ts'
import type { TraceEntry } from './trace.ts'

export interface StoryParts {
  readonly finding: Finding
  readonly plan: Plan
  readonly entries: readonly TraceEntry[]
}

/** A story that is longer than this is told from its end. */
const longest = 60

export function tellStory({ finding, plan, entries }: StoryParts): string {
  const lines = told(relevant(entries, finding.step))
  const shown =
    lines.length <= longest ? lines : [`  … ${lines.length - longest} lines before`, ...lines.slice(-longest)]
  return [
    `${finding.oracle}: ${finding.message}`,
    ...finding.details.slice(0, 8).map((line) => `  ${line}`),
    '',
    `What goes wrong: ${formatPlan(plan)}`,
    '',
    'What happens:',
    ...shown,
    ...(finding.step === undefined ? [] : ['', `Here it shows: ${finding.message}`]),
  ].join('\n')
}

/** From the step in which the first thing goes wrong, to the one after which it shows. */
function relevant(entries: readonly TraceEntry[], step: number | undefined): readonly TraceEntry[] {
  const wrong = entries.findIndex(
    (entry) => entry.type === 'note' || (entry.type === 'call' && entry.fate !== undefined),
  )
  const before = entries.slice(0, Math.max(wrong, 0)).findLastIndex((entry) => entry.type === 'step')
  const end = entries.findIndex((entry) => entry.type === 'quiet' && step !== undefined && entry.step >= step)
  const from = end >= 0 && before > end ? 0 : Math.max(before, 0)
  return entries.slice(from, end < 0 ? undefined : end + 1)
}

function told(entries: readonly TraceEntry[]): readonly string[] {
  return entries.flatMap((entry) => {
    const line = tell(entry)
    return line === undefined ? [] : [line]
  })
}

function tell(entry: TraceEntry): string | undefined {
  switch (entry.type) {
    case 'step':
      return `  step ${entry.step}: the user does "${entry.text}"`
    case 'quiet':
      return '  all is quiet'
    case 'note':
      return `  *** ${entry.text} ***`
    case 'event':
      return `    ${entry.by} hears: ${entry.kind} ${entry.object} ${entry.change.toLowerCase()}`
    case 'reconcile':
      return entry.phase === 'begins'
        ? `    ${entry.by} reconciles ${entry.object} (${entry.controller}: ${latest(entry.what)})`
        : `    ${entry.by} is done with ${entry.object}: ${entry.what}`
    case 'call':
      return call(entry)
  }
}

function call(entry: Extract<TraceEntry, { type: 'call' }>): string | undefined {
  const { by, call: name, status, fate, sent, changed, writes } = entry
  if (by === 'user' || name.startsWith('watch '))
    return fate === undefined ? undefined : `      ${by}: ${name}: ${fate}`
  if (by === 'cluster' && !changed) return undefined
  const what = writes && sent !== undefined ? ` ${short(sent)}` : ''
  const end = [status === undefined ? undefined : `${status}${writes && !changed ? ', nothing changes' : ''}`, fate]
  return `      ${by}: ${name}${what} → ${end.filter((part) => part !== undefined).join(', but ')}`
}

/** Of a long list of reasons the newest says most. */
function latest(reasons: string): string {
  const all = reasons.split(', ')
  return all.length <= 3 ? reasons : `…, ${all.slice(-2).join(', ')}`
}

function short(text: string): string {
  return text.length > 140 ? `${text.slice(0, 139)}…` : text
}
