/** The metadata fields that the server owns. */
import type { Draft } from './draft.ts'

const wiped = ['uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink'] as const

/** Clears the fields that a client may not choose. */
export function wipeSystemFields(object: Draft): void {
  // Deleting a property can put an object in slow dictionary mode, so only fields that are present are deleted.
  for (const field of wiped) if (field in object.metadata) delete object.metadata[field]
}

/** Sets uid and creation timestamp. */
export function fillSystemFields(object: Draft, uid: string, time: string): void {
  wipeSystemFields(object)
  object.metadata.uid = uid
  object.metadata.creationTimestamp = time
}

/** Copies the fields that an update cannot change from the stored object. */
export function keepSystemFields(next: Draft, old: Draft): void {
  const [now, before] = [next.metadata, old.metadata]
  delete now.selfLink
  copy('generation', true)
  copy('creationTimestamp', true)
  copy('uid', now.uid === undefined || now.uid === '')
  copy('deletionTimestamp', before.deletionTimestamp !== undefined)
  copy('deletionGracePeriodSeconds', now.deletionGracePeriodSeconds === undefined)

  function copy<Field extends keyof Draft['metadata']>(field: Field, isWanted: boolean): void {
    if (!isWanted) return
    if (before[field] === undefined) delete now[field]
    else now[field] = before[field]
  }
}

/** Removes owner references that are equal in every field; returns the uids of the removed ones. */
export function deduplicateOwners(object: Draft): readonly string[] {
  const owners = object.metadata.ownerReferences
  if (owners === undefined) return []
  const unique = new Map(owners.map((owner) => [JSON.stringify(owner), owner]))
  if (unique.size === owners.length) return []
  const repeated = owners.filter(
    (owner, at) => owners.findIndex((other) => JSON.stringify(other) === JSON.stringify(owner)) < at,
  )
  object.metadata.ownerReferences = [...unique.values()]
  return [...new Set(repeated.map((owner) => owner.uid))]
}
