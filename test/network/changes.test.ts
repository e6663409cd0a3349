/** Tracked connections and foreign kernel state when address translation is added, changed and removed. */
import { parseCidr, parseIpv4 } from '@kubewright/network/address'
import { type PeerNetwork, planNode } from '@kubewright/network/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { kernelText } from './kernel-text.ts'
import { type NodeNamespace, startSwitch } from './node-namespace.ts'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

describe.each(['nftables', 'iptables'] as const)('network gateway with %s', (firewall) => {
  const stack = new UndoStack()
  let cluster: TestCluster
  let gateway: NodeNamespace

  const peer = (pod: string): PeerNetwork => ({
    id: 'berlin',
    remote: { pod: parseCidr(pod), external: parseCidr('10.3.0.0/16') },
    local: { pod: parseCidr('10.4.0.0/16'), external: parseCidr('10.5.0.0/16') },
    tunnel: {
      driver: 'wireguard',
      publicKey: Buffer.alloc(32, 7).toString('base64'),
      endpoint: { address: parseIpv4('198.51.100.99'), port: 51_820 },
    },
  })
  const kernel = () => cluster.hosts.get(gateway.name)!.kernel
  const connect = (...peers: PeerNetwork[]) => kernel().converge(planNode(gateway.name, cluster.network, peers).plan)
  const tracked = async () => (await gateway.runner.run('conntrack', ['-L', '-f', 'ipv4'])).stdout

  /** A connection tracked by the kernel, to an address that does not answer. */
  const knock = async (address: string) => {
    await gateway.run('ip', 'route', 'replace', `${address}/32`, 'via', '198.51.100.98', 'dev', 'eth0', 'onlink')
    await gateway.run('ip', 'neigh', 'replace', '198.51.100.98', 'lladdr', '02:00:00:00:00:98', 'dev', 'eth0')
    await gateway.runner.run('ping', ['-c', '1', '-W', '1', address])
    await gateway.run('ip', 'route', 'del', `${address}/32`)
  }

  beforeAll(async () => {
    const hub = stack.use(await startSwitch('kwt-switch'))
    const networks = { pods: '10.244.0.0/16', external: '10.70.0.0/16' }
    cluster = await startTestCluster({ letter: 'a', ...networks, addresses: ['198.51.100.11'], hub, stack, firewall })
    gateway = cluster.nodes[0]!
  }, 60_000)
  afterAll(() => stack[Symbol.asyncDispose](), 30_000)

  it('drops tracked connections to networks whose translation changed, and no others', {
    timeout: 60_000,
  }, async () => {
    await knock('10.2.1.5')
    await knock('203.0.113.5')
    expect(await tracked()).toContain('dst=10.2.1.5')
    await connect(peer('10.2.0.0/16'))
    expect(await tracked()).not.toContain('dst=10.2.1.5')
    expect(await tracked()).toContain('dst=203.0.113.5')
    await knock('10.6.1.5')
    expect(await tracked()).toContain('dst=10.6.1.5')
    await connect(peer('10.6.0.0/16')) // the peer's addresses change
    expect(await tracked()).not.toContain('dst=10.6.1.5')
    expect(await tracked()).toContain('dst=203.0.113.5')
  })

  it('removes all its kernel state on uninstall, and nothing of others', { timeout: 60_000 }, async () => {
    await kernel().uninstall()
    const before = await kernelText(gateway)
    expect(before).not.toMatch(/kw-|proto 219|kubewright|KUBEWRIGHT/)
    await connect(peer('10.2.0.0/16'))
    expect(await kernelText(gateway)).not.toBe(before)
    expect(await kernel().uninstall()).toBeGreaterThan(0)
    expect(await kernelText(gateway)).toBe(before)
    expect(await kernel().uninstall()).toBe(0)
  })
})
