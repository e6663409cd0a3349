/** A replicator as a child process, to be killed. Prints a line to standard output before each write it sends. */
import { type ConnectionInput, createClient } from '@kubewright/client'
import { createTransport, type Transport } from '@kubewright/client/transport'
import { createPeers, createReplicator } from '@kubewright/replication'
import { toLabelled } from './subnet-kind.ts'

export interface ReplicatorSettings {
  readonly home: ConnectionInput
  readonly peer: ConnectionInput
  readonly peerIdentity: string
}

const { home, peer, peerIdentity } = JSON.parse(process.env['REPLICATOR_SETTINGS']!) as ReplicatorSettings

function connect(connection: ConnectionInput) {
  const transport = createTransport(connection)
  const told: Transport = {
    ...transport,
    host: transport.host,
    send(request) {
      if (request.method !== 'GET') process.stdout.write(`${request.method} ${request.path}\n`)
      return transport.send(request)
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
  return createClient(told)
}

process.stdout.write('ready\n')
const peers = createPeers()
peers.add({ name: 'b', identity: peerIdentity, client: connect(peer) })
const replicator = createReplicator({ client: connect(home), peers, replications: [toLabelled], retryMax: '1s' })
await replicator.run(new AbortController().signal)
