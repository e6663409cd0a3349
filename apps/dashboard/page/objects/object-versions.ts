/**
 * The versions of objects observed by this page. The server keeps only the last, so changes are known since the object was first opened.
 */
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
