/**
 * An incremental digest of the set of existing versions. The engine's log silently skips a damaged record and continues with
 * the next; a digest mismatch reveals the loss.
 */

const modulus = 2 ** 48

/** The digest after one version replaced another; either may be absent. */
export function digestAfter(digest: number, replaced: number | undefined, revision: number | undefined): number {
  const added = revision === undefined ? 0 : spread(revision)
  const removed = replaced === undefined ? 0 : spread(replaced)
  return (digest + added - removed + modulus) % modulus
}

/** Hashes a revision: a plain sum of small, similar numbers would often match by accident. */
function spread(revision: number): number {
  let mixed = (revision ^ (revision / 2 ** 32)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
