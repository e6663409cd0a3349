/**
 * A process with many peers: each has an embedded API server on its own port, and a receiver that sets a status on every
 * replica. It ends with its parent.
 */
import { startApiServer } from '@kubewright/apiserver'
import { createCache } from '@kubewright/cache'
import { type Client, createClient, ignoreNotFound } from '@kubewright/client'
import { refOf } from '@kubewright/core'
import { clusterIdentity, tenantManifests } from '@kubewright/replication'
import { installSubnets, type PeerReach, Subnet } from './scene.ts'

interface Wanted {
  readonly names: readonly string[]
  readonly origin: string
  /** Whether replicas get a status. False for home. @default true */
  readonly answers?: boolean
}

async function startPeer(name: string, { origin, answers = true }: Wanted): Promise<PeerReach> {
  const server = await startApiServer({ listen: {} })
  const client = createClient(server.transport(), { fieldManager: 'receiver' })
  await installSubnets(client)
  const identity = await clusterIdentity(client)
  const manifests = tenantManifests({ cluster: identity, origin, kinds: [Subnet] })
  for (const { resource, object } of manifests) await client.apply(resource as never, object as never, { force: true })
  if (answers) await answerReplicas(client)
  const { url, authority, token } = server.endpoint!
  return { name, identity, url, ca: authority, token }
}

async function answerReplicas(client: Client): Promise<void> {
  const replicas = createCache({ client }).source(Subnet)
  replicas.subscribe(({ type, object }) => {
    const given = object.spec.cidr
    if (type === 'deleted' || object.status?.given === given) return
    client.status.patch(Subnet, refOf(object), { status: { given } }).catch(ignoreNotFound).catch(console.error)
  })
  await replicas.synced()
}

process.on('disconnect', () => process.exit(0))
process.on('message', (wanted: Wanted) => void serve(wanted))

async function serve(wanted: Wanted): Promise<void> {
  const peers: PeerReach[] = []
  for (const name of wanted.names) peers.push(await startPeer(name, wanted))
  process.send!(peers)
}
