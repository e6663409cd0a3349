/** The run of a failure, for people: what the operator saw, what it wrote, and where it was cut. Pure. */
import type { Finding } from './failure.ts'
import { sentInShort } from './sent-in-short.ts'
import type { TraceEntry } from './trace.ts'

export interface StoryParts {
  readonly finding: Finding
  /** What goes wrong, as a sentence. */
  readonly wrong: string
  readonly entries: readonly TraceEntry[]
}

/** A story that is longer than this is told from its end. */
const longest = 60

export function tellStory({ finding, wrong, entries }: StoryParts): string {
  const lines = withoutFirstQuiet(folded(told(withoutIdleLooks(relevant(entries, finding.step)))))
  const shown =
    lines.length <= longest ? lines : [`  … ${lines.length - longest} lines before`, ...lines.slice(-longest)]
  return [
    `${finding.oracle}: ${finding.message}`,
    ...detailsOf(finding),
    '',
    `What goes wrong: ${wrong}`,
    '',
    'What happens:',
    ...shown,
    '',
    `Here it shows: ${finding.message}`,
  ].join('\n')
}

/** Nothing is said of the quiet before everything. */
function withoutFirstQuiet(lines: readonly string[]): readonly string[] {
  return lines.length > 1 && lines[0] === allIsQuiet ? lines.slice(1) : lines
}

const allIsQuiet = '  all is quiet'

/** A single detail that the message tells is not told twice. */
function detailsOf({ message, details }: Finding): readonly string[] {
  const isTold = details.length === 1 && message.endsWith(details[0]!)
  return isTold ? [] : details.slice(0, 8).map((line) => `  ${line}`)
}

/** From the step in which the first thing goes wrong, to the one after which it shows. */
function relevant(entries: readonly TraceEntry[], step: number | undefined): readonly TraceEntry[] {
  const wrong = entries.findIndex(
    (entry, at) =>
      entry.type === 'note' || (entry.type === 'call' && entry.fate !== undefined) || isHurried(entries, at),
  )
  const before = entries.slice(0, Math.max(wrong, 0)).findLastIndex((entry) => entry.type === 'step')
  const end = entries.findIndex((entry) => entry.type === 'quiet' && step !== undefined && entry.step >= step)
  const from = end >= 0 && before > end ? 0 : Math.max(before, 0)
  return entries.slice(from, end < 0 ? undefined : end + 1)
}

/** Whether the user takes a step before all was quiet after the last one. */
function isHurried(entries: readonly TraceEntry[], at: number): boolean {
  if (entries[at]?.type !== 'step') return false
  const last = entries.slice(0, at).findLast(({ type }) => type === 'step' || type === 'quiet')
  return last?.type === 'step'
}

/**
 * When all is quiet everything is looked at once more. Where that changes nothing it says nothing; where it does, that is the
 * story.
 */
function withoutIdleLooks(entries: readonly TraceEntry[]): readonly TraceEntry[] {
  const shown: TraceEntry[] = []
  for (let at = 0; at < entries.length; at++) {
    const end = endOfIdleLook(entries, at)
    if (end === undefined) shown.push(entries[at]!)
    else at = end
  }
  return shown
}

/** Where a look that begins here ends, if nothing comes of it. */
function endOfIdleLook(entries: readonly TraceEntry[], at: number): number | undefined {
  const begins = entries[at]
  if (begins?.type !== 'reconcile' || begins.phase !== 'begins' || !begins.what.endsWith(lookedAt)) return undefined
  const rest = entries.slice(at + 1)
  const calls = rest.findIndex((entry) => entry.type !== 'call' || entry.changed || entry.fate !== undefined)
  const ends = rest[calls]
  const isIdle = ends?.type === 'reconcile' && ends.object === begins.object && ends.what === 'success'
  return isIdle && ends.phase === 'ends' ? at + 1 + calls : undefined
}

const lookedAt = 'triggered by the exploration'

/** What goes on and on in the same way is told once. */
function folded(lines: readonly string[]): readonly string[] {
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    const { length, times } = repetitionAt(lines, at)
    shown.push(...lines.slice(at, at + length))
    if (times > 1) shown.push(`    … and ${times === 2 ? 'once' : `${times - 1} times`} more, the same`)
    at += length * times
  }
  return shown
}

/** The shortest group of lines that begins here and comes at least three times in a row; or one line, once. */
function repetitionAt(lines: readonly string[], at: number): { readonly length: number; readonly times: number } {
  for (let length = 1; length <= 6; length++) {
    let times = 1
    while (isSame(lines, at, at + length * times, length)) times++
    if (times >= 3) return { length, times }
  }
  return { length: 1, times: 1 }
}

function isSame(lines: readonly string[], one: number, two: number, length: number): boolean {
  if (two + length > lines.length) return false
  for (let at = 0; at < length; at++) if (lines[one + at] !== lines[two + at]) return false
  return true
}

function told(entries: readonly TraceEntry[]): readonly string[] {
  return entries.flatMap((entry, at) => {
    const line = tell(entry)
    if (line === undefined) return []
    return [entry.type === 'step' ? `${line}${writtenIn(entries.slice(at + 1))}` : line]
  })
}

/** What the user wrote in the step that begins with these. */
function writtenIn(entries: readonly TraceEntry[]): string {
  const end = entries.findIndex(({ type }) => type === 'step' || type === 'quiet')
  const wrote = entries
    .slice(0, end < 0 ? undefined : end)
    .find((entry) => entry.type === 'call' && entry.by === 'user' && entry.writes)
  const what = wrote?.type === 'call' && wrote.sent !== undefined ? sentInShort(wrote.sent) : ''
  return what === '' ? '' : ` ${what}`
}

function tell(entry: TraceEntry): string | undefined {
  switch (entry.type) {
    case 'step':
      return `  step ${entry.step}: the user does "${entry.text}"`
    case 'quiet':
      return allIsQuiet
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
  const what = writes && sent !== undefined ? sentInShort(sent) : ''
  const end = [status === undefined ? undefined : `${status}${writes && !changed ? ', nothing changes' : ''}`, fate]
  return `      ${by}: ${name}${what === '' ? '' : ` ${what}`} → ${end.filter((part) => part !== undefined).join(', but ')}`
}

/** Of a long list of reasons the newest says most. */
function latest(reasons: string): string {
  const all = reasons
    .split(', ')
    .map((reason) => (reason === lookedAt ? 'one more look, though nothing has happened' : reason))
  const some = all.every((reason) => reason === all[0]) ? all.slice(0, 1) : all
  return some.length <= 3 ? some.join(', ') : `…, ${some.slice(-2).join(', ')}`
}
