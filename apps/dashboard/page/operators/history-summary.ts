/** Aggregates the reconcile history by object. Pure. */
import type { HistoryEntry } from '@kubewright/dashboard/topics'

export interface RecordedReconcile extends HistoryEntry {
  readonly id: string
}

export interface ObjectSummary {
  readonly key: string
  readonly controller: string
  /** The cluster of the object, if it is not home. */
  readonly cluster?: string | undefined
  readonly namespace?: string | undefined
  readonly name: string
  /** Newest first. */
  readonly reconciles: readonly RecordedReconcile[]
}

/** Newest first by start time; equal times in reverse order of arrival. */
export function newestFirst(entries: ReadonlyMap<string, HistoryEntry>): readonly RecordedReconcile[] {
  const all = [...entries].map(([id, entry]) => ({ id, ...entry })).reverse()
  return all.sort((one, two) => two.startedAt - one.startedAt)
}

/** @param records newest first */
export function byObject(records: readonly RecordedReconcile[]): ReadonlyMap<string, ObjectSummary> {
  const objects = new Map<
    string,
    { -readonly [Field in keyof ObjectSummary]: ObjectSummary[Field] } & { reconciles: RecordedReconcile[] }
  >()
  for (const record of records) {
    const key = objectKey(record)
    const known = objects.get(key)
    if (known !== undefined) known.reconciles.push(record)
    else {
      const { controller, cluster, namespace, name } = record
      objects.set(key, { key, controller, cluster, namespace, name, reconciles: [record] })
    }
  }
  return objects
}

/** Identifies an object by controller, cluster and name. */
export interface HistorySubject {
  readonly controller: string
  readonly cluster?: string | undefined
  readonly namespace?: string | undefined
  readonly name: string
}

export function objectKey({ controller, cluster = '', namespace = '', name }: HistorySubject): string {
  return `${cluster} ${controller} ${namespace}/${name}`
}

/** Objects whose last reconcile failed. */
export function failing(objects: ReadonlyMap<string, ObjectSummary>): readonly ObjectSummary[] {
  return [...objects.values()].filter(({ reconciles }) => reconciles[0]?.outcome === 'error')
}

/** @param text words that must all occur */
export function matching(records: readonly RecordedReconcile[], text: string): readonly RecordedReconcile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return records
  return records.filter((record) => {
    const { controller, cluster = '', namespace = '', name, outcome, reasons, error } = record
    const all = [
      controller,
      cluster,
      `${namespace}/${name}`,
      outcome,
      ...reasons,
      error?.message ?? '',
      error?.code ?? '',
    ]
    const searched = all.join('\n').toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

export interface Bar {
  readonly record: RecordedReconcile
  /** A fraction of the width. */
  readonly from: number
  readonly width: number
}

/** Reconciles on a time axis that ends now. Short ones have a minimum width. */
export function timeline(
  records: readonly RecordedReconcile[],
  now: number,
): { readonly sinceMs: number; readonly bars: readonly Bar[] } {
  const oldest = Math.min(...records.map(({ startedAt }) => startedAt), now - 10_000)
  const sinceMs = Math.max(10_000, now - oldest)
  const bars = records.map((record) => {
    const from = Math.min(1, Math.max(0, 1 - (now - record.startedAt) / sinceMs))
    return {
      record,
      from: Math.min(from, 0.992),
      width: Math.max(0.008, Math.min(1 - from, record.durationMs / sinceMs)),
    }
  })
  return { sinceMs, bars }
}
