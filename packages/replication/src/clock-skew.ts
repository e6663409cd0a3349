/** Measures the clock skew of a peer from the timestamps its server writes. Pure. See decision 0338. */
import { formatDuration, type KubeObject } from '@kubewright/core'
import { replicationErrors } from './errors.ts'
import { fieldManager } from './names.ts'

/** Replication does not depend on clocks, but certificates, tokens and users do. */
const worthTellingMs = 5 * 60_000

/**
 * @param stored the server's response to a write just now
 * @returns how far its clock is ahead, negative if behind; `undefined` if the response has no timestamp
 */
export function clockSkewMs({ metadata }: KubeObject, now: number): number | undefined {
  const written = (metadata.managedFields ?? []).flatMap(({ manager, time }) =>
    manager === fieldManager ? [time] : [],
  )
  const times = [metadata.creationTimestamp, ...written].map((time) => Date.parse(String(time))).filter(Number.isFinite)
  return times.length === 0 ? undefined : Math.max(...times) - now
}

/** The warning for a skew; `undefined` if it is small. */
export function clockProblem(peer: string, skewMs: number | undefined): Error | undefined {
  if (skewMs === undefined || Math.abs(skewMs) < worthTellingMs) return undefined
  const much = formatDuration(Math.round(Math.abs(skewMs) / 1_000) * 1_000)
  return replicationErrors('KW_REPLICATION_CLOCK', {
    what: `agree on the time with the peer ${peer}`,
    why: `its clock is ${much} ${skewMs > 0 ? 'ahead of' : 'behind'} the clock of this process`,
    next: 'Synchronise the clocks of both clusters with NTP. Objects are still replicated, but credentials may expire early or not be valid yet.',
    details: { peer, skewMs },
  })
}
