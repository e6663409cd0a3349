/** Values from other clusters and freely chosen names are untrusted: commands must contain only validated values. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewCluster } from '../agent/cluster-view.ts'
import { iptablesChains } from '../firewall/iptables-rules.ts'
import { renderRestore } from '../firewall/iptables.ts'
import { renderNftChange } from '../firewall/render-nft.ts'
import { ipBatches } from '../kernel/ip-commands.ts'
import type { NetworkSettings } from '../resource/network-settings.ts'
import type { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'
import { sampleKey } from '../testing/sample-network.ts'
import { peerArguments } from '../tunnel/kernel-wireguard.ts'
import { renderPeers } from '../tunnel/wireguard-uapi.ts'
import { difference } from './difference.ts'
import { idlePlan, planNode } from './plan-node.ts'

const settings = {
  metadata: { name: 'cluster' },
  spec: {
    clusterId: 'rome',
    podCidr: '10.244.0.0/16',
    externalCidr: '10.70.0.0/16',
    reserved: [],
    pools: ['10.0.0.0/8'],
    overlay: { vni: 219, port: 4_819, mtu: 1_500 },
    tunnel: { driver: 'wireguard', port: 51_820, mtu: 1_500, keepaliveSeconds: 25 },
  },
  status: { gateway: 'gateway', publicKey: sampleKey(9) },
} as unknown as NetworkSettings

const nodes = ['gateway', '$(reboot)'].map((name, index) => ({
  metadata: { name },
  spec: { podCIDRs: [`10.244.${index + 1}.0/24`] },
  status: { addresses: [{ type: 'InternalIP', address: `192.0.2.${11 + index}` }] },
})) as unknown as Parameters<typeof viewCluster>[0]['nodes']

const attacks = [
  '10.9.0.0/16\nroute add default dev eth0',
  '10.9.0.0/16; reboot',
  '10.9.0.0/16 } add element ip kubewright-network pod_source { 0.0.0.0/0 : 10.1.0.0/16',
  '$(reboot)',
  '`reboot`',
  '-batch',
  '--',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '10.9.0.0/16\u0000',
  '10.9.0.0/16\r\nset=1',
  '１０.9.0.0/16',
  'fd00::/48',
  '',
  '0.0.0.0/0',
  'x'.repeat(100_000),
]
const hostile = fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: 'binary' }))
const orHostile = (usual: string) => fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, hostile)

const endpoints = fc.record({
  name: orHostile('berlin'),
  pod: orHostile('10.9.0.0/16'),
  external: orHostile('10.8.0.0/16'),
  localPod: orHostile('10.5.0.0/16'),
  localExternal: orHostile('10.4.0.0/16'),
  reachable: fc.option(fc.array(orHostile('10.244.7.0/24'), { maxLength: 3 }), { nil: undefined }),
  driver: fc.constantFrom('wireguard', 'vxlan', 'gre'),
  publicKey: orHostile(sampleKey(2)),
  address: orHostile('198.51.100.2'),
  detourKey: fc.option(orHostile(sampleKey(3)), { nil: undefined }),
})

const endpointOf = (given: Readonly<Record<string, unknown>>) => {
  const { name, pod, external, localPod, localExternal, reachable, driver, publicKey, address, detourKey } = given
  const detour = detourKey === undefined ? {} : { detour: { publicKey: detourKey, port: 51_821, isRequested: true } }
  return {
    metadata: { name },
    spec: {
      remote: { pod, external },
      local: { pod: localPod, external: localExternal },
      tunnel: { driver, publicKey, address, port: 51_820, vni: 220, ...detour },
      ...(reachable === undefined ? {} : { reachable }),
    },
  } as unknown as TunnelEndpoint
}

const word = String.raw`(?:[a-z_]+|\d+|kw-[a-z0-9-]+|[0-9a-f]{2}(?::[0-9a-f]{2}){5}|\d+\.\d+\.\d+\.\d+(?:\/\d+)?)`
const ipLine = new RegExp(`^${word}( ${word})*$`)
const key = '[A-Za-z0-9+/]{43}='

describe('values from other clusters', () => {
  it('reach commands only as validated addresses, numbers, keys and generated names', () => {
    fc.assert(
      fc.property(fc.array(endpoints, { minLength: 1, maxLength: 4 }), (list) => {
        const view = viewCluster({ settings, nodes, endpoints: list.map(endpointOf) })
        const { plan } = planNode('gateway', view.cluster, view.peers)
        const change = difference(plan, idlePlan(view.cluster))
        for (const batch of Object.values<string>({ ...ipBatches(change) }))
          for (const line of batch.split('\n').filter((text) => text !== '')) expect(line).toMatch(ipLine)
        expect(renderNftChange(plan.firewall, undefined)).toMatch(/^[\w\s.:;,/"*@!=<>{}-]*$/)
        expect(renderRestore(iptablesChains(plan.firewall), new Map())).toMatch(/^[\w\s.:/,!*[\]+-]*$/)
        expect(renderPeers(change.wireguard)).toMatch(/^(?:[a-z_]+=[\w.:/]*\n)*\n$/)
        for (const argument of peerArguments(change.wireguard))
          expect(argument).toMatch(new RegExp(`^(?:[a-z-]+|\\d+|${key}|[\\d.:/,]+)$`))
      }),
      { numRuns: 300 },
    )
  })

  it('produce commands if they are valid, so that the test above is not vacuous', () => {
    const good = endpointOf({
      name: 'berlin',
      pod: '10.9.0.0/16',
      external: '10.8.0.0/16',
      localPod: '10.5.0.0/16',
      localExternal: '10.4.0.0/16',
      driver: 'wireguard',
      publicKey: sampleKey(2),
      address: '198.51.100.2',
    })
    const view = viewCluster({ settings, nodes, endpoints: [good] })
    const { plan, refused } = planNode('gateway', view.cluster, view.peers)
    expect([...view.refused, ...refused]).toEqual([])
    expect(plan.routes.length).toBeGreaterThan(0)
  })

  it('do not displace the peer whose TunnelEndpoint is older', () => {
    const named = (name: string, network: number, creationTimestamp: string) => {
      const { metadata, spec } = endpointOf({
        name,
        pod: `10.${network}.0.0/16`,
        external: `10.${network + 1}.0.0/16`,
        localPod: '10.5.0.0/16',
        localExternal: '10.4.0.0/16',
        driver: 'wireguard',
        publicKey: sampleKey(2),
        address: '198.51.100.2',
      })
      return { spec, metadata: { ...metadata, creationTimestamp } } as TunnelEndpoint
    }
    const list = [named('aaa', 8, '2026-01-02T00:00:00Z'), named('berlin', 20, '2026-01-01T00:00:00Z')]
    const view = viewCluster({ settings, nodes, endpoints: list })
    expect(planNode('gateway', view.cluster, view.peers).refused.map(({ id }) => id)).toEqual(['aaa'])
  })
})
