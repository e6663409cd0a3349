/** A report of `kubewright explore --json`, opened in the page. The file is untrusted and is validated. Pure. */
import type { ExploredFailure, StoryMoment, StoryObject, StorySequence } from '@kubewright/dashboard/exploration'
import { isNestedDeeper, mostLevels } from '../json-nesting.ts'
import { hasControls } from './play-line.ts'

export interface OpenedReport {
  readonly name: string
  readonly seed: string | undefined
  readonly runs: number
  readonly truncated: string | undefined
  readonly failures: readonly ExploredFailure[]
}

const momentTypes: ReadonlySet<unknown> = new Set<StoryMoment['type']>([
  'step',
  'call',
  'event',
  'begin',
  'end',
  'fault',
  'note',
  'wait',
  'quiet',
  'gap',
])
const mostFailures = 100
const mostMoments = 1_000
const mostObjects = 500
const longestState = 100 * 1_024
const longestRule = 200
const mostBytes = 32 * 2 ** 20

/** Failure: as `parseReport` fails, or if the file is too large; then it is not read. */
export async function readReport(file: Pick<File, 'name' | 'size' | 'text'>): Promise<OpenedReport> {
  if (file.size > mostBytes) throw new Error(`${file.name} is larger than ${mostBytes / 2 ** 20} MB.`)
  return parseReport(file.name, await file.text())
}

/** Failure: an error that names the problem of the file. */
export function parseReport(name: string, text: string): OpenedReport {
  const value = parsed(name, text)
  if (!isFields(value) || !Array.isArray(value['failures']) || typeof value['runs'] !== 'number') {
    throw new Error(
      `${name} is no report of an exploration. Write one with: kubewright explore FILE --json > report.json`,
    )
  }
  const { seed, runs, truncated, failures } = value
  return {
    name,
    seed: textOr(seed),
    runs,
    truncated: textOr(truncated),
    failures: failures.slice(0, mostFailures).map((failure, at) => failureIn(failure, `${name}: failure ${at + 1}`)),
  }
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${name} is not JSON. Write a report with: kubewright explore FILE --json > report.json`)
  }
}

function failureIn(value: unknown, where: string): ExploredFailure {
  if (!isFields(value) || typeof value['oracle'] !== 'string' || typeof value['message'] !== 'string') {
    throw new Error(`${where} has no rule or no message.`)
  }
  const { oracle, message, times, story, planFile, sequence } = value
  if (oracle.length > longestRule || hasControls(oracle)) {
    throw new Error(`${where} has a rule whose name is too long, or has control characters.`)
  }
  return {
    oracle,
    message,
    times: typeof times === 'number' ? times : 1,
    story: textOr(story) ?? '',
    planFile: textOr(planFile) ?? '',
    sequence: sequence === undefined ? undefined : sequenceIn(sequence, where),
  }
}

function sequenceIn(value: unknown, where: string): StorySequence {
  if (!isFields(value) || !Array.isArray(value['moments']) || !Array.isArray(value['before'])) {
    throw new Error(`${where} has a story that cannot be read.`)
  }
  const moments = value['moments'].slice(0, mostMoments).map((moment) => momentIn(moment, where))
  return { before: objectsIn(value['before'], where), moments }
}

function momentIn(value: unknown, where: string): StoryMoment {
  if (!isFields(value) || !momentTypes.has(value['type']) || typeof value['text'] !== 'string') {
    throw new Error(`${where} has a moment that cannot be read.`)
  }
  const { struck, objects } = value
  const texts = Object.fromEntries(
    ['from', 'to', 'sent', 'answer'].flatMap((key) => (typeof value[key] === 'string' ? [[key, value[key]]] : [])),
  )
  const place = isFields(struck) ? struck['at'] : undefined
  const isStruck =
    isFields(struck) &&
    typeof struck['text'] === 'string' &&
    (place === 'request' || place === 'refusal' || place === 'answer')
  return {
    type: value['type'] as StoryMoment['type'],
    text: value['text'],
    ...texts,
    ...(isStruck ? { struck: struck as never } : {}),
    ...(Array.isArray(objects) ? { objects: objectsIn(objects, where) } : {}),
  }
}

function objectsIn(values: readonly unknown[], where: string): readonly StoryObject[] {
  return values.slice(0, mostObjects).map((value) => {
    if (!isFields(value) || typeof value['name'] !== 'string') throw new Error(`${where} has an object without a name.`)
    const { name, state } = value
    if (typeof state === 'string' && state.length > longestState) return { name }
    if (typeof state === 'string' && isNestedDeeper(state, mostLevels)) {
      throw new Error(`${where} has an object that is nested more than ${mostLevels} levels deep.`)
    }
    return { name, ...(typeof state === 'string' || state === null ? { state } : {}) }
  })
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
