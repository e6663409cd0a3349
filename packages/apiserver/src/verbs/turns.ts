/**
 * Per-object queues for contended writes. A write that lost a race retries when its turn comes, so concurrent writers of one
 * object do not make each other start over: each tries about twice, instead of once per competing writer.
 *
 * The first attempt does not queue: a webhook may write the very object whose write is waiting for that webhook.
 *
 * See decision 0171.
 */
import type { Collection } from '../storage/collection.ts'

/** The tail of each object's queue. */
const lines = new WeakMap<Collection, Map<string, Promise<void>>>()

/** Runs the work after all earlier entries of the object's queue. */
export async function inTurn<Result>(
  collection: Collection,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const line = lineOf(collection)
  const before = line.get(key)
  const done = Promise.resolve(before).then(work)
  const over = done.then(nothing, nothing)
  line.set(key, over)
  try {
    return await done
  } finally {
    if (line.get(key) === over) line.delete(key)
  }
}

function lineOf(collection: Collection): Map<string, Promise<void>> {
  let line = lines.get(collection)
  if (line === undefined) lines.set(collection, (line = new Map()))
  return line
}

function nothing(): void {}
