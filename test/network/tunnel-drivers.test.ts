/** Contract of the tunnel drivers on real kernels; GRE where the kernel has it, its commands everywhere. */
import { systemClock } from '@kubewright/core'
import { detectHost, KeyRing } from '@kubewright/network'
import { parseCidr, parseIpv4 } from '@kubewright/network/address'
import { NodeKernel, nftables, programRunner } from '@kubewright/network/kernel'
import type { PeerTunnel } from '@kubewright/network/plan'
import {
  hasKernelWireguard,
  publicKeyOf,
  makePrivateKey,
  type Tunnel,
  tunnelDriver,
  userSpaceWireguard,
} from '@kubewright/network/tunnel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { eventually } from './eventually.ts'
import { mustRun, type NodeNamespace, plug, startNode, startSwitch } from './node-namespace.ts'
import { hostOf } from './test-cluster.ts'

const hasGre = async () => {
  const { code } = await programRunner().run('ip', [
    'link',
    'add',
    'kwt-gre',
    'type',
    'gre',
    'local',
    '127.0.0.1',
    'remote',
    '127.0.0.2',
  ])
  if (code === 0) await programRunner().run('ip', ['link', 'del', 'kwt-gre'])
  return code === 0
}

const hasKernel = await hasKernelWireguard(programRunner())
const drivers = [
  { name: 'WireGuard in user space', driver: 'wireguard', isInKernel: false },
  ...(hasKernel ? [{ name: 'WireGuard in the kernel', driver: 'wireguard', isInKernel: true } as const] : []),
  { name: 'VXLAN', driver: 'vxlan', isInKernel: false },
  ...((await hasGre()) ? [{ name: 'GRE', driver: 'gre', isInKernel: false } as const] : []),
] as const

describe.each(drivers)('network: tunnel driver $name', ({ driver, isInKernel }) => {
  const stack = new UndoStack()
  const addresses = ['198.51.100.31', '198.51.100.32']
  const networks = ['10.31.0.0/16', '10.32.0.0/16']
  const keys = [makePrivateKey(), makePrivateKey()]
  let nodes: NodeNamespace[]
  let ends: { driver: ReturnType<typeof tunnelDriver>; kernel: NodeKernel }[]

  beforeAll(async () => {
    const hub = stack.use(await startSwitch('kwt-switch'))
    nodes = []
    ends = []
    for (const [index, address] of addresses.entries()) {
      const podCidr = `10.3${index + 1}.0.0/24`
      const node = stack.use(
        await startNode({ name: `kwt-t${index}`, address, podCidr, clusterPods: networks[index]! }),
      )
      await plug(node, hub)
      const host = isInKernel ? await detectHost({ runner: node.runner, clock: systemClock }) : await hostOf(node)
      const publicKey = host.keys.add(keys[index]!)
      const options = {
        node: { name: node.name, address: parseIpv4(address), podCidrs: [] },
        settings: { port: 51_820, underlayMtu: 1_500, publicKey },
      }
      nodes.push(node)
      ends.push({ driver: tunnelDriver({ ...host, ...options }), kernel: host.kernel })
    }
  }, 60_000)
  afterAll(() => stack[Symbol.asyncDispose](), 30_000)

  const tunnelTo = (index: number, id = 'other'): Tunnel => {
    const endpoint = { address: parseIpv4(addresses[index]!), port: driver === 'vxlan' ? 4_820 : 51_820 }
    const tunnels: Record<PeerTunnel['driver'], PeerTunnel> = {
      wireguard: { driver: 'wireguard', publicKey: publicKeyOf(keys[index]!), endpoint, keepaliveSeconds: 1 },
      vxlan: { driver: 'vxlan', vni: 77, endpoint },
      gre: { driver: 'gre', endpoint },
    }
    const cidr = parseCidr(networks[index]!)
    return { id, remote: { pod: cidr, external: parseCidr(`172.16.${index}.0/24`) }, tunnel: tunnels[driver] }
  }

  it('installs a tunnel that carries packets, with an MTU reduced by its headers', async () => {
    for (const [index, end] of ends.entries()) {
      const device = await end.driver.installTunnel(tunnelTo(1 - index))
      expect(device.mtu).toBeLessThan(1_500)
      const hop =
        driver === 'vxlan' ? ['via', addresses[1 - index]!, 'dev', device.name, 'onlink'] : ['dev', device.name]
      await nodes[index]!.run('ip', 'route', 'replace', networks[1 - index]!, ...hop, 'src', `10.3${index + 1}.0.1`)
    }
    await eventually(() =>
      mustRun(nodes[0]!.runner, 'ping', ['-c', '1', '-W', '1', '-M', 'do', '-s', '1300', '10.32.0.1']),
    )
  })

  it('changes nothing when installed again', async () => {
    // The kernel reports the carrier of a veth a moment after the other end is up.
    await eventually(async () => expect(await nodes[0]!.run('ip', 'link', 'show', 'eth0')).toContain('state UP'))
    const before = await nodes[0]!.run('ip', 'link', 'show')
    await ends[0]!.driver.installTunnel(tunnelTo(1))
    expect(await nodes[0]!.run('ip', 'link', 'show')).toBe(before)
  })

  it('counts transferred bytes', async () => {
    const { isInstalled, statistics } = await ends[0]!.driver.status(tunnelTo(1))
    expect(isInstalled).toBe(true)
    expect(Math.min(statistics.receivedBytes, statistics.sentBytes)).toBeGreaterThan(1_300)
    const handshakes = statistics.lastHandshakeSeconds === undefined ? 'none' : 'known'
    expect(handshakes).toBe(driver === 'wireguard' ? 'known' : 'none')
  })

  it('removes the tunnel only, idempotently', async () => {
    const foreign = { ...tunnelTo(1, 'foreign') }
    if (driver === 'vxlan') {
      const tunnel = foreign.tunnel as Extract<PeerTunnel, { driver: 'vxlan' }>
      await ends[0]!.driver.installTunnel({ ...foreign, tunnel: { ...tunnel, vni: 78 } })
    }
    await ends[0]!.driver.removeTunnel(tunnelTo(1))
    await ends[0]!.driver.removeTunnel(tunnelTo(1))
    expect(await ends[0]!.driver.status(tunnelTo(1))).toMatchObject({ isInstalled: false })
    const { devices } = await ends[0]!.kernel.readState()
    expect(devices).toHaveLength(driver === 'vxlan' ? 1 : 0)
  })
})

describe('network: tunnel driver GRE', () => {
  it('runs the expected commands', async () => {
    const batches: string[] = []
    const runner = {
      run: async (program: string, args: readonly string[], input = '') => {
        if (input !== '') batches.push(`${[program, ...args.filter((arg) => arg.startsWith('/'))].join(' ')}: ${input}`)
        return { code: 0, stdout: program === 'grep' ? '' : '[]', stderr: '' }
      },
      follow: async () => undefined,
    }
    const wireguard = userSpaceWireguard({ runner, clock: systemClock, keys: new KeyRing() })
    const kernel = new NodeKernel({ runner, wireguard, firewall: nftables(runner), clock: systemClock })
    const node = { name: 'n', address: parseIpv4('198.51.100.31'), podCidrs: [] }
    const driver = tunnelDriver({ runner, wireguard, kernel, node, settings: { port: 51_820, underlayMtu: 1_500 } })
    const remote = { pod: parseCidr('10.32.0.0/16'), external: parseCidr('10.33.0.0/16') }
    const endpoint = { address: parseIpv4('198.51.100.32'), port: 0 }
    const { name } = await driver.installTunnel({ id: 'other', remote, tunnel: { driver: 'gre', endpoint } })
    expect(batches).toEqual([
      `ip: link add name ${name} mtu 1476 type gre local 198.51.100.31 remote 198.51.100.32 ttl 255\nlink set dev ${name} up\n`,
      `tee /proc/sys/net/ipv4/conf/${name}/rp_filter: 2\n`,
    ])
  })
})
