/**
 * `npm run demo:network` (as root): builds two clusters of network namespaces with the same addresses, peers them, and fetches a page
 * from a pod of one cluster in a pod of the other. Prints each step, and removes everything at the end.
 */
import { systemClock } from '@kubewright/core'
import { TunnelEndpoint } from '@kubewright/network'
import { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { eventually } from './eventually.ts'
import { introduce } from './exchange.ts'
import { startSwitch } from './node-namespace.ts'
import { startOperatedCluster } from './operated-cluster.ts'
import { ask, translated } from './test-cluster.ts'

const pods = '10.244.0.0/16'
const external = '10.70.0.0/16'
const begun = systemClock.elapsed()
const say = (text: string) =>
  console.log(`${((systemClock.elapsed() - begun) / 1000).toFixed(1).padStart(5)} s  ${text}`)

async function demonstrate(stack: UndoStack): Promise<void> {
  say(
    'A switch, and two clusters on it: rome and berlin. Each has an embedded control plane, a gateway and two workers.',
  )
  const hub = stack.use(await startSwitch('kwt-switch'))
  const start = (id: string, letter: string, addresses: string[]) =>
    startOperatedCluster({ id, letter, pods, external, addresses, hub, stack })
  const rome = await start('rome', 'a', ['198.51.100.11', '198.51.100.12', '198.51.100.13'])
  const berlin = await start('berlin', 'b', ['198.51.100.21', '198.51.100.22', '198.51.100.23'])
  const [client, server] = [rome.test.pods[2]!, berlin.test.pods[1]!]
  say(
    `Both use ${pods} for pods. The operators run on every node: network-gateway on the first, network-route on the others.`,
  )
  say(`A pod of berlin serves a page at ${server.address}:8080. A pod of rome, ${client.address}, cannot reach it.`)

  await introduce(rome, berlin)
  say('Each accepts the other: a namespace, an account for it, and a credential that the other keeps in a Secret.')
  await Promise.all([rome.peerWith('berlin'), berlin.peerWith('rome')])
  say('Each cluster now has a NetworkConfig for the other. Their specs travel out, their status comes back.')

  const endpointOf = (cluster: typeof rome, peer: string) =>
    eventually(() => cluster.client.get(TunnelEndpoint, { name: peer }))
  const seen = [await endpointOf(rome, 'berlin'), await endpointOf(berlin, 'rome')].map(({ spec }) => spec.remote.pod)
  say(`Addresses are assigned: rome sees the pods of berlin as ${seen[0]}, berlin those of rome as ${seen[1]}.`)

  const address = translated(server.address, seen[0]!)
  say(`curl http://${address}:8080/ in the pod of rome …`)
  const answer = await eventually(async () => {
    const text = await ask(client.runner, address)
    if (!text.startsWith('10.')) throw new Error(text)
    return text
  })
  say(`… answers. The server in berlin saw ${answer}: the pod ${client.address}, translated one to one.`)
  const handshakes = await rome.test.nodes[0]!.run('nft', 'list', 'map', 'ip', 'kubewright-network', 'pod_source')
  say(`The translation on the gateway of rome:\n${handshakes}`)

  await Promise.all([rome.unpeer('berlin'), berlin.unpeer('rome')])
  await eventually(async () => {
    const { stdout } = await rome.test.nodes[0]!.runner.run('ip', ['route', 'show', 'proto', '219'])
    if (stdout !== '') throw new Error('there are routes left')
  })
  say('Unpeered: no route, rule, device or address of the network is left on any node.')
}

const stack = new UndoStack()
try {
  await demonstrate(stack)
} finally {
  await stack[Symbol.asyncDispose]()
  say('Everything is removed.')
}
