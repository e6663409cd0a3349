/** Which calls can conflict. Pure. */

/** Creates do not conflict, and external services have no conflicts. */
export function mayConflict(call: string): boolean {
  return !call.startsWith('create ') && call.includes(' ')
}
