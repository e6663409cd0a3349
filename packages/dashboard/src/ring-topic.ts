/** Topic `rings`: the shard rings of a cluster, as reported by the replicas. Read every two seconds while there are viewers. */
import type { Client } from '@kubewright/client'
import { type Clock, toMs } from '@kubewright/core'
import { findRings, type RingName, RingReader, type RingReport } from '@kubewright/sharding'
import { collecting, every, replaceAll } from './collecting.ts'
import type { OpenTopic } from './topic.ts'

/** By `NAMESPACE/NAME`. */
export interface RingEntry extends RingReport {
  /** The number of all moves; only the first are sent. */
  readonly moving: number
}

const lookMs = toMs('2s')
const mostMoves = 50

/** The rings to show; all of the cluster if neither is given. With both, no permission to list all leases is needed. */
export interface RingFilter {
  readonly ring?: string
  readonly namespace?: string
}

export function ringTopic(client: Client, clock: Clock, filter: RingFilter = {}): OpenTopic {
  return collecting(async ({ publisher, signal, hold }) => {
    // A reader compares with earlier reads, so it is kept between polls.
    const readers = new Map<string, RingReader>()
    const known = new Set<string>()
    const readerOf = ({ ring, namespace }: RingName) => {
      const key = `${namespace}/${ring}`
      const reader = readers.get(key) ?? new RingReader({ client, clock, ring, namespace })
      readers.set(key, reader)
      return reader
    }
    const look = async () => {
      const names = await ringsIn(client, filter, signal)
      const reports = await Promise.all(names.map((name) => readerOf(name).read(signal)))
      replaceAll(publisher, known, new Map(reports.map((one) => [`${one.namespace}/${one.ring}`, entryOf(one)])))
      publisher.problem(undefined)
    }
    hold(
      every(clock, lookMs, async () => {
        await look().catch((error: unknown) => {
          if (!signal.aborted) publisher.problem(error instanceof Error ? error.message : String(error))
        })
        if (!signal.aborted) publisher.ready()
      }),
    )
  })
}

async function ringsIn(
  client: Client,
  { ring, namespace }: RingFilter,
  signal: AbortSignal,
): Promise<readonly RingName[]> {
  if (ring !== undefined && namespace !== undefined) return [{ ring, namespace }]
  const found = await findRings(client, { signal, ...(namespace === undefined ? {} : { namespace }) })
  return found.filter((one) => ring === undefined || one.ring === ring)
}

export function entryOf(report: RingReport): RingEntry {
  return { ...report, moves: report.moves.slice(0, mostMoves), moving: report.moves.length }
}
