/**
 * Turns at one object. Whoever lost it to somebody else once tries again when its turn comes, so that many who write the same
 * object at the same time do not make each other start over: each of them tries twice instead of once for each of the others.
 *
 * The first try waits for nobody: a webhook may write the very object that its own write is waiting for.
 */
import type { Collection } from '../storage/collection.ts'

/** The end of the line for each object that has one. */
const lines = new WeakMap<Collection, Map<string, Promise<void>>>()

/** Does the work once those who came before are done. */
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
