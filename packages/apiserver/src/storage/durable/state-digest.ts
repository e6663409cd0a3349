/**
 * A number that says which versions exist, kept up to date change by change. The engine's own log drops a damaged
 * record and carries on with the next; this shows that something is missing.
 */

const modulus = 2 ** 48

/** The digest after a version took the place of another; either may be absent. */
export function digestAfter(digest: number, replaced: number | undefined, revision: number | undefined): number {
  const added = revision === undefined ? 0 : spread(revision)
  const removed = replaced === undefined ? 0 : spread(replaced)
  return (digest + added - removed + modulus) % modulus
}

/** Revisions are small and alike; their sum alone would often be right by accident. */
function spread(revision: number): number {
  let mixed = (revision ^ (revision / 2 ** 32)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
