/**
 * A fingerprint of the state of a run: runs with equal fingerprints continue in the same way. Versions, times and ids are masked; of
 * resource versions only whether they are the latest counts.
 *
 * State that an operator keeps in memory besides its cache, its queue and the reconciles in flight is not included.
 */
import { createHash } from 'node:crypto'
import type { Actor } from '../world/actor.ts'
import { canonicalState } from '../state/canonical-state.ts'
import type { ListedObject } from '../state/listed-objects.ts'
import type { TraceEntry } from '../trace/trace.ts'

export interface RunParts {
  /** The objects on the server. */
  readonly objects: readonly ListedObject[]
  readonly addresses: ReadonlySet<string>
  /** The active actors. */
  readonly actors: readonly Actor[]
  readonly entries: readonly TraceEntry[]
  /** Counts, external services and pending actions, as text. */
  readonly more: readonly string[]
  /** The first resource version of the run, on each server. */
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
  const masked = [...views, ...more]
    .join('\n')
    .replace(uid, (id) => `<${ids.get(id) ?? 'something gone'}>`)
    .replace(time, '<time>')
    .replace(version, (_, before: string, given: string) => `${before}${isNewest(Number(given)) ? 'newest' : 'old'}"`)
  return createHash('sha256')
    .update(`${state.join('\n')}\n${masked}`)
    .digest('hex')
    .slice(0, 24)
}

function viewOf({ name, view }: Actor): readonly string[] {
  return [...view].flatMap(([kind, objects]) =>
    [...objects].map(([object, text]) => `${name} knows ${kind} ${object} ${withoutManagers(text)}`).sort(),
  )
}

/** Field managers do not affect an operator, but the times in them would change the fingerprint. */
function withoutManagers(text: string): string {
  const { object } = JSON.parse(text) as { object: { metadata?: { managedFields?: unknown } } }
  return JSON.stringify({ ...object, metadata: { ...object.metadata, managedFields: undefined } })
}

/** The trace of the reconciles in flight since they began: their local state. */
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
