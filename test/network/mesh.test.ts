/** Three clusters that all use the same networks, each connected with both others. */
import { TunnelEndpoint } from '@kubewright/network'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { eventually } from './eventually.ts'
import { introduce } from './exchange.ts'
import { startSwitch } from './node-namespace.ts'
import { type OperatedCluster, startOperatedCluster } from './operated-cluster.ts'
import { connection } from './reach.ts'

describe.each(['wireguard', 'vxlan'] as const)('network: mesh of three clusters, by %s', (driver) => {
  const stack = new UndoStack()
  const clusters: OperatedCluster[] = []
  const pairs = () => [
    [clusters[0]!, clusters[1]!] as const,
    [clusters[1]!, clusters[2]!] as const,
    [clusters[0]!, clusters[2]!] as const,
  ]

  beforeAll(async () => {
    const hub = stack.use(await startSwitch('kwt-switch'))
    for (const [index, id] of ['rome', 'berlin', 'turin'].entries()) {
      const addresses = [1, 2].map((number) => `198.51.100.${(index + 1) * 10 + number}`)
      const networks = { pods: '10.244.0.0/16', external: '10.70.0.0/16' }
      const place = { id, letter: 'abc'[index]!, addresses, hub, stack }
      clusters.push(await startOperatedCluster({ ...place, ...networks, driver }))
    }
    for (const [one, other] of pairs()) await introduce(one, other)
    for (const [one, other] of pairs()) await Promise.all([one.peerWith(other.id), other.peerWith(one.id)])
  }, 180_000)
  afterAll(() => stack[Symbol.asyncDispose](), 60_000)

  it('all pods and nodes reach all pods', { timeout: 120_000 }, async () => {
    expect(await Promise.all(pairs().map(([one, other]) => connection(one, other)))).toEqual([
      'complete',
      'complete',
      'complete',
    ])
  })

  it('bytes, latency and loss are measured per peer', { timeout: 60_000 }, async () => {
    await eventually(async () => {
      const { conditions } = (await clusters[0]!.client.get(TunnelEndpoint, { name: 'turin' })).status ?? {}
      expect(conditions).toMatchObject([{ type: 'Connected', status: 'True', reason: 'Answered' }])
    })
    const [rome] = clusters
    const of = (name: string) => rome!.metric(rome!.test.nodes[0]!, `kubewright_network_peer_${name}`)
    // Bytes are those of the last round of measurements, and each peer is probed in its own time.
    await eventually(async () => {
      for (const name of ['received_bytes_total', 'sent_bytes_total'])
        expect(Object.entries(of(name)).filter(([, bytes]) => bytes > 1_000)).toHaveLength(2)
      expect(of('connected')).toEqual({ berlin: 1, turin: 1 })
      expect(of('latency_seconds')['turin']).toBeGreaterThan(0)
      expect(of('loss_ratio')['turin']).toBeLessThan(1)
    })
  })

  it('two clusters stay connected when the third leaves', { timeout: 120_000 }, async () => {
    const [rome, berlin, turin] = clusters
    for (const one of [rome!, berlin!]) await Promise.all([one.unpeer('turin'), turin!.unpeer(one.id)])
    expect(await connection(rome!, berlin!)).toBe('complete')
  })
})
