/** The versions of objects that this page has seen. A server keeps none but the last: what changed is known from when one began to look. */
import type { PlainObject } from './plain-object.ts'

const mostVersions = 50
const mostObjects = 20

const seen = new Map<string, PlainObject[]>()

export function keepVersion(path: string, object: PlainObject): void {
  const versions = seen.get(path) ?? []
  if (versions.at(-1)?.metadata.resourceVersion === object.metadata.resourceVersion) return
  seen.delete(path)
  seen.set(path, [...versions, object].slice(-mostVersions))
  const [oldest] = seen.keys()
  if (seen.size > mostObjects) seen.delete(oldest!)
}

/** Oldest first. */
export function versionsOf(path: string): readonly PlainObject[] {
  return seen.get(path) ?? []
}
