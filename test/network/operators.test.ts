/** The operators on real kernels: peering, damage, restarts, outages, fail-over and new keys, while pods talk. */
import {
  AddressClaim,
  AddressLedger,
  ledgerName,
  NetworkConfig,
  NetworkSettings,
  NodeNetwork,
  rotateAnnotation,
  settingsName,
  TunnelEndpoint,
} from '@kubewright/network'
import { Node } from '@kubewright/kubernetes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { eventually } from './eventually.ts'
import { introduce } from './exchange.ts'
import { startFlow } from './flow.ts'
import { startSwitch } from './node-namespace.ts'
import { startKernelNotices } from './kernel-notices.ts'
import { kernelText } from './kernel-text.ts'
import { type OperatedCluster, startOperatedCluster } from './operated-cluster.ts'
import { startPings } from './pings.ts'
import { connection, seen } from './reach.ts'
import { ask, translated } from './test-cluster.ts'

const pods = '10.244.0.0/16'
const external = '10.70.0.0/16'

describe.each(['nftables', 'iptables'] as const)('network operators with %s', (firewall) => {
  const stack = new UndoStack()
  let rome: OperatedCluster
  let berlin: OperatedCluster

  beforeAll(async () => {
    const hub = stack.use(await startSwitch('kwt-switch'))
    const start = (id: string, letter: string, addresses: string[], gateways: number) =>
      startOperatedCluster({ id, letter, pods, external, addresses, gateways, hub, stack, firewall })
    rome = await start('rome', 'a', ['198.51.100.11', '198.51.100.12', '198.51.100.13'], 2)
    berlin = await start('berlin', 'b', ['198.51.100.21', '198.51.100.22', '198.51.100.23'], 1)
    await introduce(rome, berlin)
    await Promise.all([rome.peerWith('berlin'), berlin.peerWith('rome')])
  }, 120_000)
  afterAll(() => stack[Symbol.asyncDispose](), 60_000)

  it('connect all pods and nodes of two clusters with the same address ranges', { timeout: 90_000 }, async () => {
    await eventually(() => seen(rome, 'berlin'))
    await eventually(() => seen(berlin, 'rome'))
    expect(await connection(rome, berlin)).toBe('complete')
    const { spec } = await rome.client.get(AddressLedger, { name: ledgerName })
    expect(spec.assigned.map(({ name }) => name)).toEqual(['berlin/external', 'berlin/pod'])
  })

  it('report the measured connection in status', async () => {
    await eventually(async () => {
      const { status } = await rome.client.get(TunnelEndpoint, { name: 'berlin' })
      expect(status?.conditions?.find(({ type }) => type === 'Connected')).toMatchObject({
        status: 'True',
        reason: 'Answered',
      })
      expect(status?.latencyMilliseconds).toBeGreaterThan(0)
    })
    for (const { name } of rome.test.nodes)
      await eventually(async () =>
        expect((await rome.client.get(NodeNetwork, { name })).status).toMatchObject({ peers: 1 }),
      )
  })

  it('restore deleted routes, rules and devices', { timeout: 60_000 }, async () => {
    const [gateway, , worker] = berlin.test.nodes
    await gateway!.run('ip', 'route', 'flush', 'proto', '219')
    await worker!.run('ip', 'link', 'del', 'kw-overlay')
    if (firewall === 'nftables') await gateway!.run('nft', 'delete', 'table', 'ip', 'kubewright-network')
    else await gateway!.run('iptables', '-t', 'nat', '-F', 'KUBEWRIGHT-POSTROUTING')
    await gateway!.run('ip', 'link', 'del', 'kw-tun-wg')
    expect(await connection(rome, berlin)).toBe('complete')
    await gateway!.run('ip', 'addr', 'del', '127.219.0.1/32', 'dev', 'kw-tun-wg')
    await eventually(async () =>
      expect(await gateway!.run('ip', 'addr', 'show', 'kw-tun-wg')).toContain('127.219.0.1/32'),
    )
  })

  it('write nothing to the kernel when every operator restarts', { timeout: 60_000 }, async () => {
    // The active gateway stops last and starts first, so that it stays the active one.
    const active = (await rome.settings()).status?.gateway
    const all = [rome, berlin]
      .flatMap((cluster) => cluster.test.nodes.map((node) => ({ cluster, node })))
      .sort((one, other) => Number(one.node.name === active) - Number(other.node.name === active))
    const before = await Promise.all(all.map(({ node }) => kernelText(node)))
    await using notices = await startKernelNotices(all.map(({ node }) => node))
    for (const { cluster, node } of all) await cluster.stopOperator(node)
    const { pod } = await seen(rome, 'berlin')
    expect(await ask(rome.test.pods[2]!.runner, translated(berlin.test.pods[2]!.address, pod))).toMatch(/^10\./)
    for (const { cluster, node } of all.toReversed()) await cluster.startOperator(node)
    await eventually(async () => expect((await rome.settings()).status?.gateway).toBe(active))
    expect(await connection(rome, berlin)).toBe('complete')
    expect(await Promise.all(all.map(({ node }) => kernelText(node)))).toEqual(before)
    // A rule that is removed and made again is in no dump: the kernel reports it, and so does the agent.
    expect(notices.lines()).toEqual([])
    const writes = all.map(({ cluster, node }) => cluster.metric(node, 'kubewright_network_kernel_writes_total'))
    expect(writes).toEqual(all.map(() => ({ '': 0 })))
  })

  it('do not interrupt traffic while the API server is unreachable', { timeout: 60_000 }, async () => {
    const { pod } = await seen(rome, 'berlin')
    await using flow = startFlow(rome.test.nodes[2]!, 'kwt-a2p', translated(berlin.test.pods[2]!.address, pod))
    await eventually(async () => expect((await flow.report()).echoes).toBeGreaterThan(5))
    for (const node of rome.test.nodes) rome.cut(node, true)
    const before = await flow.report()
    await eventually(async () => expect((await flow.report()).echoes).toBeGreaterThan(before.echoes + 150))
    for (const node of rome.test.nodes) rome.cut(node, false)
    expect(await flow.report()).not.toHaveProperty('failure')
    expect(await connection(rome, berlin)).toBe('complete')
  })

  it('rotate WireGuard keys under traffic without a lost packet', { timeout: 90_000 }, async () => {
    const { pod } = await seen(rome, 'berlin')
    await using flow = startFlow(rome.test.nodes[2]!, 'kwt-a2p', translated(berlin.test.pods[2]!.address, pod))
    await eventually(async () => expect((await flow.report()).echoes).toBeGreaterThan(5))
    await using pings = startPings(rome.test.nodes[2]!, 'kwt-a2p', translated(berlin.test.pods[2]!.address, pod))
    await eventually(async () => expect(pings.answered()).toBeGreaterThan(5))
    const before = (await rome.settings()).status?.publicKey
    const annotations = { [rotateAnnotation]: 'first' }
    await rome.client.patch(NetworkSettings, { name: settingsName }, { metadata: { annotations } })
    await eventually(
      async () => {
        const { status } = await rome.settings()
        expect(status?.publicKey).not.toBe(before)
        expect(status).toMatchObject({ rotation: 'None' })
        expect(status).not.toHaveProperty('detourPublicKey')
      },
      { withinMs: 60_000 },
    )
    await eventually(async () => {
      for (const cluster of [rome, berlin])
        expect((await cluster.test.nodes[0]!.runner.run('ip', ['link', 'show', 'kw-tun-detour'])).code).not.toBe(0)
    })
    const answered = pings.answered()
    await eventually(async () => expect(pings.answered()).toBeGreaterThan(answered + 50))
    expect(pings.lost()).toEqual([])
    expect(await flow.report()).not.toHaveProperty('failure')
    expect(await connection(rome, berlin)).toBe('complete')
  })

  it('fail over to another gateway, and connections survive', { timeout: 90_000 }, async () => {
    const active = (await rome.settings()).status!.gateway!
    const [lost, other] = active === 'kwt-a0' ? [0, 1] : [1, 0]
    const { pod } = await seen(rome, 'berlin')
    await using flow = startFlow(rome.test.nodes[2]!, 'kwt-a2p', translated(berlin.test.pods[2]!.address, pod))
    await eventually(async () => expect((await flow.report()).echoes).toBeGreaterThan(5))
    const node = rome.test.nodes[lost]!
    rome.cut(node, true)
    await node.run('ip', 'link', 'set', 'eth0', 'down')
    await eventually(async () => expect((await rome.settings()).status?.gateway).toBe(`kwt-a${other}`))
    const before = (await flow.report()).echoes
    await eventually(async () => expect((await flow.report()).echoes).toBeGreaterThan(before + 20), {
      withinMs: 60_000,
    })
    expect(await flow.report()).not.toHaveProperty('failure')
    await node.run('ip', 'link', 'set', 'eth0', 'up')
    await node.run('ip', 'route', 'add', '10.244.3.0/24', 'via', '198.51.100.13')
    await node.run('ip', 'route', 'add', `10.244.${other + 1}.0/24`, 'via', `198.51.100.${11 + other}`)
    rome.cut(node, false)
    expect(await connection(rome, berlin)).toBe('complete')
  })

  it('follow nodes that are deleted and registered again', { timeout: 60_000 }, async () => {
    const worker = berlin.test.nodes[2]!
    await berlin.stopOperator(worker)
    await berlin.client.delete(Node, { name: worker.name })
    await eventually(async () =>
      expect(await berlin.test.nodes[0]!.run('ip', 'route', 'show', 'table', '21900')).not.toContain(worker.address),
    )
    await berlin.register(worker)
    await berlin.startOperator(worker)
    expect(await connection(rome, berlin)).toBe('complete')
  })

  it('limit a peer to its reachable addresses, also for open connections', { timeout: 90_000 }, async () => {
    const [allowed, denied] = [rome.test.pods[2]!.address, rome.test.pods[0]!.address]
    const { pod } = await seen(berlin, 'rome')
    await using kept = startFlow(berlin.test.nodes[1]!, 'kwt-b1p', translated(allowed, pod))
    await using cut = startFlow(berlin.test.nodes[1]!, 'kwt-b1p', translated(denied, pod))
    for (const flow of [kept, cut])
      await eventually(async () => expect((await flow.report()).echoes).toBeGreaterThan(5))
    await rome.client.patch(NetworkConfig, rome.configFor('berlin'), { spec: { reachable: [`${allowed}/32`] } })
    await eventually(async () => {
      expect(await ask(berlin.test.pods[1]!.runner, translated(denied, pod))).toBe('curl ended with 28')
      expect(await ask(berlin.test.pods[1]!.runner, translated(allowed, pod))).toMatch(/^10\./)
    })
    const [keptBefore, cutBefore] = [(await kept.report()).echoes, (await cut.report()).echoes]
    await eventually(async () => expect((await kept.report()).echoes).toBeGreaterThan(keptBefore + 50))
    expect((await cut.report()).echoes).toBe(cutBefore)
    expect(await kept.report()).not.toHaveProperty('failure')
    await rome.client.patch(NetworkConfig, rome.configFor('berlin'), { spec: { reachable: null } } as never)
    expect(await connection(rome, berlin)).toBe('complete')
  })

  it('unpeer although a node is unreachable, leave nothing behind, and release the addresses', {
    timeout: 90_000,
  }, async () => {
    const stuck = berlin.test.nodes[2]!
    berlin.cut(stuck, true)
    await Promise.all([rome.unpeer('berlin'), berlin.unpeer('rome')])
    for (const cluster of [rome, berlin])
      await eventually(async () => {
        expect((await cluster.client.list(TunnelEndpoint)).items).toEqual([])
        expect((await cluster.client.list(AddressClaim)).items).toEqual([])
        expect((await cluster.client.get(AddressLedger, { name: ledgerName })).spec.assigned).toEqual([])
      })
    const free = [rome, berlin].flatMap(({ test }) => test.nodes).filter((node) => node !== stuck)
    await eventually(async () => {
      for (const node of free) expect(await kernelText(node)).not.toMatch(/kw-|proto 219|kubewright|KUBEWRIGHT/)
    })
    berlin.cut(stuck, false)
    await berlin.stopOperator(stuck)
    await berlin.startOperator(stuck)
    await eventually(async () => expect(await kernelText(stuck)).not.toMatch(/kw-|proto 219|kubewright|KUBEWRIGHT/))
  })

  it('peer again after unpeering', { timeout: 90_000 }, async () => {
    await Promise.all([rome.peerWith('berlin'), berlin.peerWith('rome')])
    await eventually(() => seen(rome, 'berlin'))
    await eventually(() => seen(berlin, 'rome'))
    expect(await connection(rome, berlin)).toBe('complete')
  })
  it('remove all kernel state when the settings are deleted, and report it per node', { timeout: 60_000 }, async () => {
    await berlin.client.delete(NetworkSettings, { name: settingsName })
    for (const node of berlin.test.nodes)
      await eventually(async () => {
        const { status } = await berlin.client.get(NodeNetwork, { name: node.name })
        expect(status).toMatchObject({ role: 'idle', peers: 0 })
        expect(await kernelText(node)).not.toMatch(/kw-|proto 219|kubewright|KUBEWRIGHT/)
      })
  })
})
