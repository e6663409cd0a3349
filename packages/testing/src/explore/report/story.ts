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

/** Options for the text of a story. */
export interface StoryOptions {
  /**
   * Whether nothing is left out: neither the steps before the first fault, nor repetitions, nor the middle of a long run.
   *
   * @default false
   */
  readonly full?: boolean
}

/** The number of lines of a long story, or of the other way in it. Only a story with very many faults is longer. */
const longest = 60
/** The number of lines kept from the start of a long story. */
const shownFirst = 15
/** The least number of lines kept from its end. */
const fewestLast = 20

export function formatStory({ finding, wrong, entries }: StoryParts, { full = false }: StoryOptions = {}): string {
  const shown = told(relevantPart(entries, finding.step, full || wrong === withoutFaults), full)
  return [
    `${finding.oracle}: ${finding.message}`,
    ...detailsOf(finding),
    '',
    `Plan: ${wrong}`,
    '',
    'What happens:',
    ...shown,
    ...formatOtherWay(finding, full),
    '',
    `Detected here: ${finding.message}`,
  ].join('\n')
}

/** The story of a plan without findings. */
export function formatReplay(
  wrong: string,
  entries: readonly TraceEntry[],
  { full = false }: StoryOptions = {},
): string {
  const shown = told(relevantPart(entries, undefined, full || wrong === withoutFaults), full)
  return [`Plan: ${wrong}`, '', 'What happens:', ...shown].join('\n')
}

function told(entries: readonly TraceEntry[], isFull: boolean): readonly string[] {
  if (isFull) return linesOf(entries)
  const faults = new Set(entries.filter(isFault).map(lineOf))
  return shortened(withoutFirstQuiet(folded(linesOf(withoutIdleLooks(entries)))), faults)
}

function isFault(entry: TraceEntry): boolean {
  return entry.type === 'note' || (entry.type === 'call' && entry.fate !== undefined)
}

/** The start and the end of a long story, and every fault in between with the lines around it: with many faults, the end is shorter. */
function shortened(lines: readonly string[], faults: ReadonlySet<string | undefined>): readonly string[] {
  if (lines.length <= longest) return lines
  let shown: readonly string[]
  let last = longest - shownFirst
  do shown = withoutMiddle(lines, faults, last--)
  while (shown.length > longest + 1 && last >= fewestLast)
  return shown
}

/** @param last the number of lines kept from the end */
function withoutMiddle(
  lines: readonly string[],
  faults: ReadonlySet<string | undefined>,
  last: number,
): readonly string[] {
  const isNearFault = (at: number) => lines.slice(Math.max(at - 1, 0), at + 2).some((line) => faults.has(line))
  const isKept = (at: number) => at < shownFirst || at >= lines.length - last || isNearFault(at)
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && !isKept(end)) end++
    if (end > at) shown.push(`  … ${end - at} ${end - at === 1 ? 'line' : 'lines'} between`)
    else shown.push(lines[end++]!)
    at = end
  }
  return shown
}

/** A comparison of two ways needs both. */
function formatOtherWay({ otherWay }: Finding, isFull: boolean): readonly string[] {
  if (otherWay === undefined) return []
  const { what, entries, step } = otherWay
  const end = entries.findIndex((entry) => entry.type === 'quiet' && entry.step >= step)
  return ['', `For comparison, ${what}:`, ...told(entries.slice(0, end < 0 ? undefined : end + 1), isFull)]
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
