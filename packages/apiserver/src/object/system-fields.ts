/** The fields of metadata that belong to the server. */
import type { Draft } from './draft.ts'

const wiped = ['uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink'] as const

/** Clears what a client may not choose. */
export function wipeSystemFields(object: Draft): void {
  // An object that has lost a field in its middle is slow from then on, so nothing is taken away that is not there.
  for (const field of wiped) if (field in object.metadata) delete object.metadata[field]
}

/** Gives the object its identity. */
export function fillSystemFields(object: Draft, uid: string, time: string): void {
  wipeSystemFields(object)
  object.metadata.uid = uid
  object.metadata.creationTimestamp = time
}

/** What an update cannot change comes from the stored object. */
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

/** Keeps the first of owner references with one uid; answers with the uids that came twice. */
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
