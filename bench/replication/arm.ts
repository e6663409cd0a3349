/** A process with a replicator, ours or the original's, that reports its resource usage. It ends with its parent. */
import { type Client, createClient } from '@kubewright/client'
import type { ClientObserver } from '@kubewright/client/calls'
import { systemClock } from '@kubewright/core'
import { systemRandom } from '@kubewright/core/random'
import { createPeers, createReplicator, defineReplication } from '@kubewright/replication'
import { OriginalReplicator } from '../../test/integration/replication/original.ts'
import { type ArmKind, type ArmRequest, type ArmUsage, destinationLabel, type Reach, Subnet } from './scene.ts'

const kind = process.argv[2] as ArmKind
const byMethod: Record<string, number> = {}
/** Errors that the original dropped. */
const dropsByCode: Record<string, number> = {}
const observer: ClientObserver = {
  requested({ method, streams }) {
    if (!streams) byMethod[method] = (byMethod[method] ?? 0) + 1
  },
}

function connect({ url, ca, token }: Reach): Client {
  return createClient({ server: url, ca, token }, { fieldManager: 'replicator', observer, omitManagedFields: true })
}

type Connect = ArmRequest & { readonly do: 'connect' }

function runOurs({ home, peers, origin }: Connect): void {
  const set = createPeers()
  for (const peer of peers) set.add({ name: peer.name, identity: peer.identity, client: connect(peer) })
  const subnets = defineReplication({
    name: 'subnets',
    resource: Subnet,
    destination: ({ metadata }) => metadata.labels?.[destinationLabel],
  })
  const replicator = createReplicator({
    client: connect(home),
    peers: set,
    replications: [subnets],
    identity: origin,
    log: { ...console, debug: () => undefined, info: () => undefined } as never,
  })
  void replicator.run(new AbortController().signal)
}

function runOriginal({ home, peers, origin }: Connect): void {
  const dropped = (error: unknown) => {
    const code = (error as { code?: string }).code ?? String(error)
    dropsByCode[code] = (dropsByCode[code] ?? 0) + 1
  }
  const options = { id: origin, resource: Subnet as never, clock: systemClock, random: systemRandom, dropped }
  const replicator = new OriginalReplicator(connect(home), options)
  for (const peer of peers) replicator.connect(peer.name, connect(peer))
  for (let sets = kind === 'handlers' ? peers.length : 1; sets > 0; sets--) replicator.addPeer()
}

/** The time of garbage collections for measurements so far, which is not the replicator's. */
let collectingMs = 0

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function usage(): ArmUsage {
  const before = cpuMs()
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  const spentMs = before - collectingMs
  collectingMs += cpuMs() - before
  const { heapUsed, external, rss } = process.memoryUsage()
  const requests = Object.values(byMethod).reduce((sum, one) => sum + one, 0)
  return { cpuMs: spentMs, heapBytes: heapUsed + external, rssBytes: rss, requests, byMethod, dropsByCode }
}

process.on('disconnect', () => process.exit(0))
process.on('message', (request: ArmRequest) => {
  if (request.do === 'usage') process.send!(usage())
  else if (kind === 'ours') runOurs(request)
  else runOriginal(request)
})
