/** Paths in the notation of messages: `spec.ports[0].name`. */

/** `path.key`, or just `key` at the root. */
export function child(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
