/** The VXLAN network identifier of the tunnel between two clusters. */
import { createHash } from 'node:crypto'

const identifiers = 2 ** 24 - 1

/**
 * Both clusters derive the same number, almost always a different one per peer: a node cannot have two VXLAN devices with one identifier.
 * On a collision the planner rejects the second peer.
 */
export function pairVni(one: string, other: string): number {
  const pair = one < other ? `${one} ${other}` : `${other} ${one}` // cluster identities contain no space
  return 1 + (createHash('sha256').update(pair).digest().readUInt32BE() % identifiers)
}
