/** The manifests on a real kube-apiserver, and both operators there as the accounts that the manifests make. */
import { type Client, createClient, defineConnection, isForbidden } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { Namespace, Node, Secret, ServiceAccount } from '@kubewright/kubernetes'
import {
  configName,
  NetworkConfig,
  networkNamespace,
  NetworkSettings,
  NodeNetwork,
  settingsName,
  TunnelEndpoint,
} from '@kubewright/network'
import { tenantNamespace } from '@kubewright/replication'
import { gatewayOperator } from 'network-gateway-operator'
import { routeOperator } from 'network-route-operator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRealServer, type RealServer } from '../../tools/kube-apiserver/start-real-server.ts'
import { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { applyManifests, applyRights, manifestsIn, type OperatorName } from './deployment.ts'
import { eventually } from './eventually.ts'
import { startSwitch } from './node-namespace.ts'
import { hostOf, startTestCluster, type TestCluster } from './test-cluster.ts'

const operators: OperatorName[] = ['network-gateway', 'network-route']

describe('network operators on a real API server', () => {
  const stack = new UndoStack()
  let server: RealServer
  let admin: Client
  let cluster: TestCluster

  const connect = ({ url, ca }: RealServer, token: string) =>
    stack.use(createClient(defineConnection({ server: url, ca, token }), { fieldManager: 'test' }))

  const clientOf = async (name: OperatorName) => {
    const request = { spec: { audiences: [], expirationSeconds: 3_600 } }
    const issued = await admin
      .subresource(ServiceAccount as never, 'token' as never)
      .create({ name, namespace: networkNamespace }, request as never)
    return connect(server, (issued as unknown as { status: { token: string } }).status.token)
  }

  const run = (operator: { run(signal: AbortSignal): Promise<void> }) => {
    const stop = new AbortController()
    const ended = operator.run(stop.signal)
    stack.use({
      async [Symbol.asyncDispose]() {
        stop.abort()
        await ended
      },
    })
  }

  beforeAll(async () => {
    server = stack.use(await startRealServer())
    admin = connect(server, server.token)
    const hub = stack.use(await startSwitch('kwt-switch'))
    const addresses = ['198.51.100.11', '198.51.100.12']
    const networks = { pods: '10.244.0.0/16', external: '10.70.0.0/16' }
    cluster = await startTestCluster({ letter: 'a', ...networks, addresses, hub, stack })
  }, 600_000)
  afterAll(() => stack[Symbol.asyncDispose](), 60_000)

  it('accept all manifests', { timeout: 60_000 }, async () => {
    await applyManifests(admin, manifestsIn('network-gateway', 'crds.yaml'))
    await applyRights(admin)
    for (const name of operators) await applyManifests(admin, manifestsIn(name, 'daemonset.yaml'))
    await eventually(async () => expect((await admin.list(NetworkSettings)).items).toEqual([]))
  })

  it('connect a peer with the permissions of the manifests', { timeout: 90_000 }, async () => {
    const [gateway, worker] = cluster.nodes
    for (const [index, { name, address }] of cluster.nodes.entries()) {
      await admin.create(Node, { metadata: { name }, spec: { podCIDRs: [`10.244.${index + 1}.0/24`] } })
      await admin.status.patch(Node, { name }, { status: { addresses: [{ type: 'InternalIP', address }] } })
    }
    const spec = { clusterId: 'rome', podCidr: '10.244.0.0/16', externalCidr: '10.70.0.0/16' }
    await admin.create(NetworkSettings, { metadata: { name: settingsName }, spec })
    const log = silentLogger
    const [gatewayClient, routeClient] = [await clientOf('network-gateway'), await clientOf('network-route')]
    run(gatewayOperator({ client: gatewayClient, node: gateway!.name, host: await hostOf(gateway!), log }))
    run(routeOperator({ client: routeClient, node: worker!.name, host: await hostOf(worker!), log }))
    await peerWith('berlin')
    await eventually(async () => {
      const { spec: agreed } = await admin.get(TunnelEndpoint, { name: 'berlin' })
      for (const node of cluster.nodes)
        expect(await node.run('ip', 'route', 'show', 'proto', '219')).toContain(agreed.remote.pod)
    })
    for (const { name } of cluster.nodes)
      await eventually(async () =>
        expect((await admin.get(NodeNetwork, { name })).status).toMatchObject({
          peers: 1,
          conditions: [
            { type: 'Applied', status: 'True' },
            { type: 'ConnectionsDropped', status: 'True' },
          ],
        }),
      )
    const { status } = await admin.get(NetworkConfig, {
      name: 'kubewright-network.berlin.rome',
      namespace: tenantNamespace('berlin'),
    })
    expect(status?.conditions).toMatchObject([{ type: 'Accepted', status: 'True' }])
  })

  it('network-route account cannot read Secrets', async () => {
    const client = await clientOf('network-route')
    const denied = await client.list(Secret, { namespace: networkNamespace }).catch((error: unknown) => error)
    expect(isForbidden(denied)).toBe(true)
  })

  /** Both sides of a peering, as replication would bring them. */
  async function peerWith(peer: string): Promise<void> {
    const networks = { pod: '10.244.0.0/16', external: '10.70.0.0/16' }
    const publicKey = Buffer.alloc(32, 7).toString('base64')
    const tunnel = { driver: 'wireguard' as const, publicKey, address: '198.51.100.99', port: 51_820 }
    const namespace = tenantNamespace(peer)
    await admin.create(Namespace, { metadata: { name: namespace } })
    const sent = { name: configName('rome', peer), namespace: networkNamespace }
    await admin.create(NetworkConfig, { metadata: sent, spec: { from: 'rome', to: peer } })
    const answer = { pod: '10.4.0.0/16', external: '10.5.0.0/16' }
    await admin.status.patch(NetworkConfig, sent, { status: { networks: answer } })
    await admin.create(NetworkConfig, {
      metadata: { name: `${networkNamespace}.${configName(peer, 'rome')}`, namespace },
      spec: { from: peer, to: 'rome', networks, tunnel },
    })
  }
})
