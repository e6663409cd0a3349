/** The name under which the cache records the writes of a reconcile. */

/** The writer name of reconciles of `key`, as the cache reports it in `echoOf`. */
export function writerOf(controller: string, key: string): string {
  return `${controller} ${key}`
}
