/**
 * Recorded responses of the real server: one file a suite, one line a case, header sets once a file, large bodies as a digest.
 * A recording may be outdated: `--record` renews it.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '@kubewright/core/json'
import { type Case, caseId, type Step, type Suite } from './case.ts'
import { conformanceRoot } from './load-suites.ts'
import { canonical, digestOf } from './mask.ts'
import type { Observation } from './observation.ts'
import { type Seen, setupId } from './run-suites.ts'

const folder = join(conformanceRoot, 'recorded')

/** Longer bodies are recorded as a digest. */
const fullBodyLimit = 900

/** The observations of a case in their recorded form. Deterministic. */
export function toRecorded(
  seen: readonly Observation[],
  { steps, showsManagedFields }: NamedSteps,
): readonly unknown[] {
  return seen.map((one, at) => {
    const kept = keptOf(one, steps[at])
    return showsManagedFields ? kept : withoutManagedFields(kept)
  })
}

function keptOf(observation: Observation, step: Step | undefined): unknown {
  if (observation === null || 'failed' in observation) return observation
  if ('calls' in observation) return shortened(observation)
  if (step !== undefined && 'compare' in step && step.compare === 'digest') {
    return `${observation.status} ${digestOf(observation)}`
  }
  if ('events' in observation) return { ...observation, events: shortened(observation.events) }
  return 'body' in observation ? { ...observation, body: shortened(observation.body) } : observation
}

/** Errors stay readable up to twice the limit: their text is what the case is about. */
function shortened(value: unknown): unknown {
  const isRefusal = isJsonObject(value) && value['kind'] === 'Status'
  const limit = isRefusal ? 2 * fullBodyLimit : fullBodyLimit
  return canonical(value).length <= limit ? value : { $digest: digestOf(value) }
}

/** Managed fields take more space than everything else. */
function withoutManagedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutManagedFields)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === 'managedFields' && Array.isArray(inner)
        ? [key, `<${inner.length}: ${digestOf(inner)}>`]
        : [key, withoutManagedFields(inner)],
    ),
  )
}

interface Line {
  readonly case: string
  readonly seen: readonly unknown[]
}

export async function writeRecording(suites: readonly Suite[], seen: Seen): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const suite of suites) await writeFile(join(folder, fileOf(suite)), formatRecording(suite, seen))
}

/** Removes recordings of suites that no longer exist. */
export async function removeStale(suites: readonly Suite[]): Promise<void> {
  const kept = new Set(suites.map(fileOf))
  const stale = (await readdir(folder)).filter((file) => !kept.has(file))
  await Promise.all(stale.map((file) => rm(join(folder, file))))
}

export async function readRecording(suites: readonly Suite[]): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const files = await Promise.all(suites.map((suite) => readLines(suite)))
  return new Map(files.flat())
}

function fileOf({ section, topic }: Suite): string {
  return `${section}-${topic.replaceAll(/\W+/g, '-')}.jsonl`
}

/** First line: the header sets of the file. Then one line a case, with the index of a set in place of the set. */
function formatRecording(suite: Suite, seen: Seen): string {
  const sets: string[] = []
  const numbered = (recorded: unknown): unknown => {
    if (!isJsonObject(recorded) || !('headers' in recorded)) return recorded
    const set = canonical(recorded['headers'])
    if (!sets.includes(set)) sets.push(set)
    return { ...recorded, headers: sets.indexOf(set) }
  }
  const lines = scriptsOf(suite).map((script) => {
    const { id } = script
    const observations = toRecorded(seen.get(id) ?? [], script).map(numbered)
    return JSON.stringify({ case: id, seen: observations } satisfies Line)
  })
  return `${[`[${sets.join(',')}]`, ...lines].join('\n')}\n`
}

async function readLines(suite: Suite): Promise<(readonly [string, readonly unknown[]])[]> {
  const text = await readFile(join(folder, fileOf(suite)), 'utf8').catch(() => '[]')
  const [head = '[]', ...lines] = text.split('\n').filter((line) => line !== '')
  const sets = JSON.parse(head) as readonly unknown[]
  const restored = (recorded: unknown): unknown =>
    isJsonObject(recorded) && typeof recorded['headers'] === 'number'
      ? { ...recorded, headers: sets[recorded['headers']] }
      : recorded
  return lines.map((line) => {
    const { case: id, seen } = JSON.parse(line) as Line
    return [id, seen.map(restored)] as const
  })
}

export interface NamedSteps extends Pick<Case, 'steps' | 'showsManagedFields'> {
  readonly id: string
}

/** The setup, if any, and every case. */
export function scriptsOf(suite: Suite): readonly NamedSteps[] {
  const setup = suite.setup ? [{ id: setupId(suite), steps: suite.setup }] : []
  return [...setup, ...suite.cases.map((one) => ({ ...one, id: caseId(suite, one) }))]
}
