/**
 * A name for all that a run has come to, so that two runs that have come to the same are known to go on in the same way. Versions,
 * times and ids are left out: of versions only whether they are the newest is told.
 *
 * What an operator keeps in memory beside its cache, its queue and the reconciles that are under way is not seen.
 */
import { createHash } from 'node:crypto'
import type { Actor } from './actor.ts'
import { canonicalState } from './canonical-state.ts'
import type { ListedObject } from './listed-objects.ts'
import type { TraceEntry } from './trace.ts'

export interface RunParts {
  /** What the server holds. */
  readonly objects: readonly ListedObject[]
  readonly addresses: ReadonlySet<string>
  /** Those that still act. */
  readonly actors: readonly Actor[]
  readonly entries: readonly TraceEntry[]
  /** What is counted, what is outside, what waits: in no form but text. */
  readonly more: readonly string[]
  /** The version of the first change of the run, of each server. */
  readonly bases: readonly number[]
}

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const version = /("resourceVersion":\s*")(\d+)"/g

export function nameOfState({ objects, addresses, actors, entries, more, bases }: RunParts): string {
  const state = [...canonicalState(objects, addresses)].map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  const views = actors.flatMap((actor) => [...viewOf(actor), ...underWay(actor, entries)])
  const ids = new Map(objects.map(({ metadata, path }) => [metadata.uid, path]))
  const versions = new Set(objects.map(({ metadata }) => Number(metadata.resourceVersion)))
  const isNewest = (given: number) => versions.has(given) || bases.some((base) => versions.has(given + base))
  const told = [...views, ...more]
    .join('\n')
    .replace(uid, (id) => `<${ids.get(id) ?? 'something gone'}>`)
    .replace(time, '<time>')
    .replace(version, (_, before: string, given: string) => `${before}${isNewest(Number(given)) ? 'newest' : 'old'}"`)
  return createHash('sha256')
    .update(`${state.join('\n')}\n${told}`)
    .digest('hex')
    .slice(0, 24)
}

function viewOf({ name, view }: Actor): readonly string[] {
  return [...view].flatMap(([kind, objects]) =>
    [...objects].map(([object, text]) => `${name} knows ${kind} ${object} ${withoutManagers(text)}`).sort(),
  )
}

/** Who manages what does not change what an operator does; the times in it would. */
function withoutManagers(text: string): string {
  const { object } = JSON.parse(text) as { object: { metadata?: { managedFields?: unknown } } }
  return JSON.stringify({ ...object, metadata: { ...object.metadata, managedFields: undefined } })
}

/** What reconciles that have not ended have seen since they began: their memory. */
function underWay({ name }: Actor, entries: readonly TraceEntry[]): readonly string[] {
  const open = new Map<string, number>()
  entries.forEach((entry, at) => {
    if (entry.type !== 'reconcile' || entry.by !== name) return
    const key = `${entry.controller} ${entry.object}`
    if (entry.phase === 'begins') open.set(key, at)
    else open.delete(key)
  })
  if (open.size === 0) return []
  return entries
    .slice(Math.min(...open.values()))
    .flatMap((entry) => ('by' in entry && entry.by === name ? [JSON.stringify({ ...entry, nth: 0 })] : []))
}
