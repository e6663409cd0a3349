/** The VXLAN network identifier of the tunnel between two clusters. */
import { createHash } from 'node:crypto'

const identifiers = 2 ** 24 - 1

/**
 * Both clusters come to the same number, and nearly always to another one for every peer: a node cannot have two VXLAN devices with one
 * identifier. Where two peers do come to the same, the planner refuses the second.
 */
export function pairVni(one: string, other: string): number {
  const pair = one < other ? `${one} ${other}` : `${other} ${one}` // no identity of a cluster has a space
  return 1 + (createHash('sha256').update(pair).digest().readUInt32BE() % identifiers)
}
