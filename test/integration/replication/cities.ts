/** Clusters on real sockets that replicate subnets to each other: for the demo, and for its tests. */
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, established } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { CustomResourceDefinition, Secret } from '@kubewright/kubernetes'
import { createManager, fromSecrets, type Manager } from '@kubewright/manager'
import {
  acceptPeer,
  clusterIdentity,
  defineReplication,
  isReplica,
  peerSecret,
  replicate,
} from '@kubewright/replication'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { startTcpRelay, type TcpRelay } from './tcp-relay.ts'

export const Subnet = defineResource({
  group: 'net.example.dev',
  version: 'v1',
  kind: 'Subnet',
  scope: 'Namespaced',
  spec: z.object({ cidr: z.string() }),
  status: z.object({ usedBy: z.string().optional() }),
  conditions: ['Replicated'],
})

const subnets = defineReplication({
  name: 'subnets',
  resource: Subnet, // replicates spec to the peer, and status back
  destination: ({ metadata }) => metadata.labels?.['net.example.dev/to'],
})

/** The controller on the receiving side: it records the user of the subnet. */
const receiver = (city: string) =>
  defineController({
    name: 'receiver',
    for: Subnet,
    when: 'any-change',
    async reconcile(subnet, ctx) {
      if (isReplica(subnet)) await ctx.setStatus({ usedBy: `${city} uses ${subnet.spec.cidr}` })
      return done()
    },
  })

export interface City {
  readonly name: string
  readonly server: ApiServer
  readonly client: Client
  readonly identity: string
  /** The network path to it from other clusters. */
  readonly relay: TcpRelay
}

export type Use = <One extends AsyncDisposable>(one: One) => One

export async function startCity(name: string, use: Use): Promise<City> {
  const server = use(await startApiServer({ listen: {}, emptiesNamespaces: true }))
  const client = use(createClient(server.transport(), { fieldManager: 'admin' }))
  await client.create(CustomResourceDefinition, Subnet.crd() as never)
  await client.waitFor(CustomResourceDefinition, { name: `${Subnet.plural}.${Subnet.group}` }, established)
  const relay = use(await startTcpRelay(server.endpoint!.url))
  return { name, server, client, identity: await clusterIdentity(client), relay }
}

/** Equivalent to the two `kubewright peer` commands. */
export async function peerUp(home: City, peer: City): Promise<void> {
  const { authority } = peer.server.endpoint!
  const origin = home.identity
  const accepted = await acceptPeer({ client: peer.client, origin, kinds: [Subnet], server: peer.relay.url, authority })
  await home.client.apply(Secret, peerSecret({ name: peer.name, origin, accepted }) as never, { force: true })
}

const quiet = { log: silentLogger, environment: {}, permissions: 'skip' } as const

/** The manager of the origin cluster. */
export function replicatingManager({ server }: City): Manager {
  const peers = { namespace: 'peers', labels: 'kubewright.dev/peer=true' }
  return createManager({
    ...quiet,
    client: createClient(server.transport(), { fieldManager: 'turin' }),
    clusters: fromSecrets(peers),
    controllers: [],
    runnables: [
      replicate({ replications: [subnets], followsResources: false, secrets: peers, unreachableAfter: '2s' }),
    ],
  })
}

export function runReceiver(name: string, server: ApiServer) {
  const client = createClient(server.transport(), { fieldManager: 'receiver' })
  return createManager({ ...quiet, client, controllers: [receiver(name)] }).start()
}
