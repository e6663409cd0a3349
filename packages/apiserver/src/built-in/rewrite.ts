/** Changes that the server itself makes to stored objects, bypassing the rules for clients. */
import { type Draft, draftOf, textOf } from '../object/draft.ts'
import type { Collection } from '../storage/collection.ts'
import { StaleWrite } from '../storage/errors.ts'
import type { Store } from '../storage/store.ts'
import type { Version } from '../storage/version.ts'

/** The object to change, and its store. */
export interface Rewriting {
  readonly store: Store
  readonly collection: Collection
  readonly version: Version
  readonly isDryRun: boolean
}

/** Changes the current object; retries on conflict. Undefined if the object has been deleted. */
export function rewrite(
  { store, collection, version, isDryRun }: Rewriting,
  change: (object: Draft) => void,
): Draft | undefined {
  for (let current: Version | undefined = version; current !== undefined; current = collection.read(version.key)) {
    const object = draftOf(current.object.text)
    change(object)
    if (isDryRun) return object
    try {
      const written = collection.put(current.key, current.revision, (revision) => ({
        text: textOf(object, String(revision)),
        labels: object.metadata.labels,
      }))
      store.trim(collection)
      return draftOf(written.object.text)
    } catch (error) {
      if (!(error instanceof StaleWrite)) throw error
    }
  }
  return undefined
}
