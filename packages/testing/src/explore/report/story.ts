/** The run of a failure as text: the operator's reads and writes, and the fault. Pure. */
import { formatDuration } from '@kubewright/core'
import type { Finding } from '../trace/finding.ts'
import { withoutFaults } from '../plan/plan.ts'
import { requestSummary } from './request-summary.ts'
import { newestReasons, relevantPart, withoutIdleLooks } from './story-part.ts'
import type { TraceEntry } from '../trace/trace.ts'

export interface StoryParts {
  readonly finding: Finding
  /** The faults, as a sentence. */
  readonly wrong: string
  readonly entries: readonly TraceEntry[]
}

/** The maximum number of lines of a story, or of the other way in it. */
const longest = 60
/** The number of lines kept from the start of a long story: the faults are mostly there. */
const shownFirst = 15

export function formatStory({ finding, wrong, entries }: StoryParts): string {
  const shown = shortened(relevantPart(entries, finding.step, wrong === withoutFaults))
  return [
    `${finding.oracle}: ${finding.message}`,
    ...detailsOf(finding),
    '',
    `What goes wrong: ${wrong}`,
    '',
    'What happens:',
    ...shown,
    ...formatOtherWay(finding),
    '',
    `Detected here: ${finding.message}`,
  ].join('\n')
}

/** The story of a plan without findings. */
export function formatReplay(wrong: string, entries: readonly TraceEntry[]): string {
  const shown = shortened(relevantPart(entries, undefined, wrong === withoutFaults))
  return [`What the plan does: ${wrong}`, '', 'What happens:', ...shown].join('\n')
}

function shortened(entries: readonly TraceEntry[]): readonly string[] {
  const lines = withoutFirstQuiet(folded(linesOf(withoutIdleLooks(entries))))
  if (lines.length <= longest) return lines
  const [head, tail] = [lines.slice(0, shownFirst), lines.slice(shownFirst - longest)]
  return [...head, `  … ${lines.length - longest} lines between`, ...tail]
}

/** A comparison of two ways needs both. */
function formatOtherWay({ otherWay }: Finding): readonly string[] {
  if (otherWay === undefined) return []
  const { what, entries, step } = otherWay
  const end = entries.findIndex((entry) => entry.type === 'quiet' && entry.step >= step)
  return ['', `For comparison, ${what}:`, ...shortened(entries.slice(0, end < 0 ? undefined : end + 1))]
}

/** Leaves out the idle state at the start. */
function withoutFirstQuiet(lines: readonly string[]): readonly string[] {
  return lines.length > 1 && lines[0] === allIsQuiet ? lines.slice(1) : lines
}

const allIsQuiet = '  the cluster is idle'

/** Leaves out a single detail that the message already has. */
function detailsOf({ message, details }: Finding): readonly string[] {
  const isTold = details.length === 1 && message.endsWith(details[0]!)
  return isTold ? [] : details.slice(0, 8).map((line) => `  ${line}`)
}

/** Repetitions are shown once. */
function folded(lines: readonly string[]): readonly string[] {
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    const { length, times } = repetitionAt(lines, at)
    shown.push(...lines.slice(at, at + length))
    if (times > 1)
      shown.push(`    … and ${times === 2 ? 'once' : `${times - 1} times`} more, ${likeness(lines, at, length)}`)
    at += length * times
  }
  return shown
}

/** The shortest group of lines that starts here and occurs at least three times in a row; otherwise one line, once. */
function repetitionAt(lines: readonly string[], at: number): { readonly length: number; readonly times: number } {
  for (let length = 1; length <= 12; length++) {
    let times = 1
    while (isSame(lines, at, at + length * times, length)) times++
    if (times >= 3) return { length, times }
  }
  return { length: 1, times: 1 }
}

function likeness(lines: readonly string[], at: number, length: number): string {
  const isExact = lines.slice(at, at + length).every((line, place) => line === lines[at + length + place])
  return isExact ? 'the same' : 'the same except for numbers'
}

/** Counters, and reason lists that grow with each retry, are ignored in comparisons. */
function withoutNumbers(line: string): string {
  return line.replace(/\d+/g, '#').replace(/\((\S+: ).*\)$/, '($1…)')
}

function isSame(lines: readonly string[], one: number, two: number, length: number): boolean {
  if (two + length > lines.length) return false
  for (let at = 0; at < length; at++)
    if (withoutNumbers(lines[one + at]!) !== withoutNumbers(lines[two + at]!)) return false
  return true
}

function linesOf(entries: readonly TraceEntry[]): readonly string[] {
  return entries.flatMap((entry, at) => {
    const line = lineOf(entry)
    if (line === undefined) return []
    return [entry.type === 'step' ? `${line}${writtenIn(entries.slice(at + 1))}` : line]
  })
}

/** The user's write in the step that begins with these entries. */
function writtenIn(entries: readonly TraceEntry[]): string {
  const end = entries.findIndex(({ type }) => type === 'step' || type === 'quiet')
  const wrote = entries
    .slice(0, end < 0 ? undefined : end)
    .find((entry) => entry.type === 'call' && entry.by === 'user' && entry.writes)
  const what = wrote?.type === 'call' && wrote.sent !== undefined ? requestSummary(wrote.sent) : ''
  return what === '' ? '' : ` ${what}`
}

function lineOf(entry: TraceEntry): string | undefined {
  switch (entry.type) {
    case 'step':
      return `  step ${entry.step}: the user does "${entry.text}"`
    case 'quiet':
      return allIsQuiet
    case 'wait':
      return `  the user waits ${formatDuration(entry.ms)}`
    case 'note':
      return `  *** ${entry.text} ***`
    case 'event':
      return `    ${entry.by} gets the watch event: ${entry.kind} ${entry.object} ${entry.change.toLowerCase()}`
    case 'reconcile':
      return entry.phase === 'begins'
        ? `    ${entry.by} reconciles ${entry.object} (${entry.controller}: ${newestReasons(entry.what)})`
        : `    ${entry.by} finishes ${entry.object}: ${entry.what}`
    case 'call':
      return call(entry)
  }
}

function call(entry: Extract<TraceEntry, { type: 'call' }>): string | undefined {
  const { by, call: name, status, fate, sent, changed, writes } = entry
  if (by === 'user' || name.startsWith('watch '))
    return fate === undefined ? undefined : `      ${by}: ${name}: ${fate}`
  if (by === 'cluster' && !changed) return undefined
  const what = writes && sent !== undefined ? requestSummary(sent) : ''
  const end = [status === undefined ? undefined : `${status}${writes && !changed ? ', no change' : ''}`, fate]
  return `      ${by}: ${name}${what === '' ? '' : ` ${what}`} → ${end.filter((part) => part !== undefined).join(', but ')}`
}
