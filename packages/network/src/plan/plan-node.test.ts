import { describe, expect, it } from 'vitest'
import { parseCidr } from '../address/cidr.ts'
import { parseIpv4 } from '../address/ipv4.ts'
import { iptablesChains } from '../firewall/iptables-rules.ts'
import { renderNftChange } from '../firewall/render-nft.ts'
import { sampleCluster, sampleKey, samplePeer } from '../testing/sample-network.ts'
import type { PeerNetwork } from './cluster-network.ts'
import { idlePlan, planNode } from './plan-node.ts'

describe('the network plan of a gateway', () => {
  const { plan, refused } = planNode('gateway', sampleCluster(), [samplePeer(2)])

  it('has the overlay to every other node and one WireGuard device', () => {
    expect(refused).toEqual([])
    expect(plan.devices).toEqual([
      {
        kind: 'vxlan',
        name: 'kw-overlay',
        mtu: 1450,
        mac: '02:00:c0:00:02:0b',
        vni: 200,
        port: 4789,
        local: '192.0.2.11',
      },
      { kind: 'wireguard', name: 'kw-tun-wg', mtu: 1420, listenPort: 51_820 },
    ])
    expect(plan.forwarding).toEqual([
      { device: 'kw-overlay', mac: '02:00:c0:00:02:0c', destination: '192.0.2.12' },
      { device: 'kw-overlay', mac: '02:00:c0:00:02:0d', destination: '192.0.2.13' },
    ])
  })

  it('routes to the peer through the tunnel, and back to pods and nodes through the overlay', () => {
    const main = { device: 'kw-tun-wg', source: '192.0.2.11', table: 254 }
    expect(plan.routes).toEqual([
      { to: '10.2.0.0/16', ...main },
      { to: '172.16.2.0/24', ...main },
      { to: '192.0.2.12', device: 'kw-overlay', via: '192.0.2.12', table: 21_900 },
      { to: '10.244.2.0/24', device: 'kw-overlay', via: '192.0.2.12', table: 21_900 },
      { to: '192.0.2.13', device: 'kw-overlay', via: '192.0.2.13', table: 21_900 },
      { to: '10.244.3.0/24', device: 'kw-overlay', via: '192.0.2.13', table: 21_900 },
    ])
    expect(plan.rules).toEqual([{ device: 'kw-tun-wg', table: 21_900, priority: 21_900 }])
  })

  it('translates its own pods one to one and its nodes to one address', () => {
    expect(plan.firewall).toEqual({
      role: 'gateway',
      podCidr: '10.244.0.0/16',
      podSource: { '10.2.0.0/16': '10.1.0.0/16', '172.16.2.0/24': '10.1.0.0/16' },
      podDestination: { '10.1.0.0/16': '10.244.0.0/16' },
      nodeDestination: { '10.71.0.1': '192.0.2.11' },
      nodeSource: { '10.2.0.0/16': '10.71.0.1', '172.16.2.0/24': '10.71.0.1' },
      restricted: [],
      overlayPort: 4789,
      overlaySources: ['192.0.2.12', '192.0.2.13'],
      reachable: [],
    })
  })

  it('gives the WireGuard device an address, so that asymmetric routing works', () => {
    expect(plan.addresses).toEqual([{ device: 'kw-tun-wg', address: '127.219.0.1' }])
  })

  it('accepts from the peer only its assigned addresses', () => {
    expect(plan.wireguard).toEqual([
      {
        device: 'kw-tun-wg',
        publicKey: sampleKey(2),
        endpoint: '198.51.100.2:51820',
        allowed: ['10.2.0.0/16', '172.16.2.0/24'],
        keepaliveSeconds: 25,
      },
    ])
  })
})

describe('the allowed sources of the overlay', () => {
  const sourcesOf = (node: string, ...peers: PeerNetwork[]) =>
    planNode(node, sampleCluster(), peers).plan.firewall.overlaySources

  it('are all other nodes, so that a new gateway is accepted before the new plan arrives', () => {
    expect(sourcesOf('worker', samplePeer(2))).toEqual(['192.0.2.11', '192.0.2.13'])
  })

  it('never include a peer, whatever port it announces for its VXLAN tunnel', () => {
    const address = parseIpv4('198.51.100.2')
    const sharing = samplePeer(2, { tunnel: { driver: 'vxlan', vni: 7, endpoint: { address, port: 4789 } } })
    const { plan, refused } = planNode('gateway', sampleCluster(), [sharing, samplePeer(3)])
    expect(refused).toEqual([{ id: sharing.id, why: expect.stringContaining('its VXLAN tunnel has port 4789') }])
    expect(plan.firewall.overlaySources).toEqual(['192.0.2.12', '192.0.2.13'])
    expect(sourcesOf('worker', sharing, samplePeer(3))).toEqual(['192.0.2.11', '192.0.2.13'])
  })
})

describe('the access rules of a peer', () => {
  it('list each network once, without networks contained in another', () => {
    const reachable = ['10.244.7.5/32', '10.244.9.0/24', '10.244.7.0/24', '10.244.9.0/24', '10.244.6.0/24'].map(
      parseCidr,
    )
    const { firewall } = planNode('gateway', sampleCluster(), [samplePeer(2, { reachable })]).plan
    const networks = ['10.244.6.0/24', '10.244.7.0/24', '10.244.9.0/24']
    const pairs = ['10.2.0.0/16', '172.16.2.0/24'].flatMap((from) => networks.map((to) => [from, to]))
    expect(firewall.reachable).toEqual(pairs)
    const elements = pairs.map(([from, to]) => `${from} . ${to}`).join(', ')
    expect(renderNftChange(firewall, undefined)).toContain(`reachable { ${elements} }`)
    const forwarding = iptablesChains(firewall).filter(({ chain }) => chain === 'KUBEWRIGHT-FORWARD')
    const allowed = forwarding.flatMap(({ rules }) =>
      rules.filter((rule) => rule.endsWith('--ctdir ORIGINAL -j RETURN')),
    )
    expect(allowed).toHaveLength(pairs.length)
  })
})

describe('the network plan of a worker', () => {
  const { plan } = planNode('worker', sampleCluster(), [samplePeer(2)])

  it('routes everything for peers to the gateway', () => {
    const route = { device: 'kw-overlay', via: '192.0.2.11', source: '192.0.2.12', table: 254 }
    expect(plan.routes).toEqual([
      { to: '10.2.0.0/16', ...route },
      { to: '172.16.2.0/24', ...route },
    ])
    expect(plan.neighbours).toEqual([{ device: 'kw-overlay', address: '192.0.2.11', mac: '02:00:c0:00:02:0b' }])
    expect(plan.wireguard).toEqual([])
  })

  it('keeps the addresses of pods', () => {
    expect(plan.firewall.podSource).toEqual({ '10.2.0.0/16': '10.244.0.0/16', '172.16.2.0/24': '10.244.0.0/16' })
  })
})

describe('a network plan without connections', () => {
  it.each([
    { name: 'no peer', plan: planNode('worker', sampleCluster(), []) },
    { name: 'no gateway', plan: planNode('worker', sampleCluster({ gateway: undefined }), [samplePeer(2)]) },
    {
      name: 'a gateway node that was removed',
      plan: planNode('worker', sampleCluster({ gateway: 'gone' }), [samplePeer(2)]),
    },
  ])('is empty with $name', ({ plan }) => {
    expect(plan).toEqual({ plan: idlePlan(sampleCluster()), refused: [] })
  })
})

describe('peers that cannot be connected', () => {
  const refusalOf = (...peers: Parameters<typeof planNode>[2]) => planNode('gateway', sampleCluster(), peers).refused

  it.each([
    {
      name: 'assigned a network of ours',
      peer: samplePeer(2, { remote: { pod: parseCidr('10.244.0.0/16'), external: parseCidr('172.16.2.0/24') } }),
      why: '10.244.0.0/16 is in use in this cluster or for another peer',
    },
    {
      name: 'assigned addresses of our nodes',
      peer: samplePeer(2, { remote: { pod: parseCidr('192.0.2.0/24'), external: parseCidr('172.16.2.0/24') } }),
      why: '192.0.2.0/24 is in use in this cluster or for another peer',
    },
    {
      name: 'that assigns us a network of another size',
      peer: samplePeer(2, { local: { pod: parseCidr('10.1.0.0/20'), external: parseCidr('10.71.0.0/16') } }),
      why: 'it maps the pods of this cluster to 10.1.0.0/20, whose prefix length differs from that of 10.244.0.0/16',
    },
    {
      name: 'with pods and nodes in one network',
      peer: samplePeer(2, { remote: { pod: parseCidr('10.2.0.0/16'), external: parseCidr('10.2.3.0/24') } }),
      why: 'its pods and nodes are mapped to the same addresses',
    },
    {
      name: 'that may reach more than our pods',
      peer: samplePeer(2, { reachable: [parseCidr('10.0.0.0/8')] }),
      why: '`reachable` lists 10.0.0.0/8, which is outside the pod network 10.244.0.0/16',
    },
    {
      name: 'with an invalid key',
      peer: samplePeer(2, { tunnel: { driver: 'wireguard', publicKey: 'x\nremove=true' } }),
      why: 'its WireGuard public key is not 32 bytes in base64',
    },
    {
      name: 'with a gateway inside its own pod network',
      peer: samplePeer(2, {
        tunnel: {
          driver: 'wireguard',
          publicKey: sampleKey(2),
          endpoint: { address: parseIpv4('10.2.0.4'), port: 51_820 },
        },
      }),
      why: 'its gateway 10.2.0.4 is in 10.2.0.0/16, which is routed to pods: packets of the tunnel would be routed into the tunnel',
    },
  ])('are refused: $name', ({ peer, why }) => {
    expect(refusalOf(peer)).toEqual([{ id: 'peer-2', why }])
  })

  it('are refused if their gateway lies in the network of another peer', () => {
    const endpoint = { address: parseIpv4('10.3.0.4'), port: 51_820 }
    const hostile = samplePeer(2, { tunnel: { driver: 'wireguard', publicKey: sampleKey(2), endpoint } })
    expect(refusalOf(hostile, samplePeer(3)).map(({ id }) => id)).toEqual(['peer-2'])
  })

  it('are left out, and the others stay connected', () => {
    const { plan, refused } = planNode('gateway', sampleCluster(), [
      samplePeer(2),
      samplePeer(2, { id: 'peer-9' }),
      samplePeer(3),
    ])
    expect(refused).toEqual([{ id: 'peer-9', why: '10.2.0.0/16 is in use in this cluster or for another peer' }])
    expect(plan.wireguard.map(({ allowed }) => allowed[0])).toEqual(['10.2.0.0/16', '10.3.0.0/16'])
  })

  it('are refused if the kernel could not distinguish their tunnel from another', () => {
    const at = (number: number) => ({ address: parseIpv4(`198.51.100.${number}`), port: 4_790 })
    const vxlan = (number: number, vni: number) =>
      samplePeer(number, { tunnel: { driver: 'vxlan', vni, endpoint: at(number) } })
    const gre = (number: number) => samplePeer(number, { tunnel: { driver: 'gre', endpoint: at(9) } })
    const copied = samplePeer(4, { tunnel: samplePeer(3).tunnel })
    const whys = (...peers: Parameters<typeof planNode>[2]) => refusalOf(...peers).map(({ id, why }) => `${id}: ${why}`)
    expect(whys(vxlan(2, 7), vxlan(3, 7), vxlan(4, 8))).toEqual([
      'peer-3: its tunnel has the VXLAN identifier 7 on port 4790, which peer-2 has already',
    ])
    expect(whys(gre(2), gre(3))).toEqual([
      'peer-3: its tunnel has the GRE address 198.51.100.9, which peer-2 has already',
    ])
    expect(whys(samplePeer(3), copied)[0]).toMatch(
      /^peer-4: its tunnel has the WireGuard key .*, which peer-3 has already$/,
    )
    const overlay = { vni: 7, port: 4_790, underlayMtu: 1_500 }
    expect(planNode('gateway', sampleCluster({ overlay }), [vxlan(2, 7)]).refused).toHaveLength(1)
  })

  describe('a peer cannot take over the tunnel of an earlier peer', () => {
    const at = (number: number) => ({ address: parseIpv4(`198.51.100.${number}`), port: 4_790 })
    const wireguard = (key: number, detour?: number) => ({
      driver: 'wireguard' as const,
      publicKey: sampleKey(key),
      ...(detour === undefined ? {} : { detour: { publicKey: sampleKey(detour), port: 51_821 } }),
    })
    const vxlan = (number: number) => ({ driver: 'vxlan' as const, vni: 7, endpoint: at(number) })
    const key = (byte: number) => `WireGuard key ${sampleKey(byte)}`
    it.each([
      { name: 'its key', victim: wireguard(3), evil: wireguard(3), shared: key(3) },
      { name: 'its detour key', victim: wireguard(3, 30), evil: wireguard(2, 30), shared: key(30) },
      { name: 'its key as a detour key', victim: wireguard(3, 30), evil: wireguard(2, 3), shared: key(3) },
      { name: 'its detour key as a key', victim: wireguard(3, 30), evil: wireguard(30), shared: key(30) },
      { name: 'its VXLAN', victim: vxlan(3), evil: vxlan(2), shared: 'VXLAN identifier 7 on port 4790' },
      {
        name: 'its GRE address',
        victim: { driver: 'gre' as const, endpoint: at(3) },
        evil: { driver: 'gre' as const, endpoint: at(3) },
        shared: 'GRE address 198.51.100.3',
      },
    ])('with $name', ({ victim, evil, shared }) => {
      const earlier = samplePeer(3, { id: 'victim', since: '2026-01-01T00:00:00Z', tunnel: victim })
      const why = `its tunnel has the ${shared}, which victim has already`
      for (const id of ['aaa-evil', 'zz-evil'])
        for (const since of ['2026-01-01T00:00:01Z', undefined])
          expect(refusalOf(samplePeer(2, { id, since, tunnel: evil }), earlier)).toEqual([{ id, why }])
    })

    it('even if it is older, if it announced the key later', () => {
      const victim = samplePeer(3, { id: 'victim', order: 2, since: '2026-01-02T00:00:00Z' })
      const tunnel = wireguard(3)
      const evil = samplePeer(2, { id: 'evil', order: 3, since: '2026-01-01T00:00:00Z', tunnel })
      expect(refusalOf(evil, victim)).toEqual([
        { id: 'evil', why: `its tunnel has the ${key(3)}, which victim has already` },
      ])
    })

    it.each([
      { name: 'our key', tunnel: wireguard(8) },
      { name: 'our key as a detour key', tunnel: wireguard(2, 8) },
      { name: 'our detour key', tunnel: wireguard(2, 9), byte: 9 },
    ])('nor the tunnel of this cluster, with $name', ({ tunnel, byte = 8 }) => {
      const own = { publicKey: sampleKey(8), detour: { publicKey: sampleKey(9), port: 51_821 } }
      const cluster = sampleCluster({ tunnel: { ...sampleCluster().tunnel, ...own } })
      expect(planNode('worker', cluster, [samplePeer(2, { tunnel })]).refused).toEqual([
        { id: 'peer-2', why: `its tunnel has the ${key(byte)}, which this cluster has already` },
      ])
    })
  })

  it('are refused if their network is reserved in this cluster', () => {
    const reserved = [parseCidr('10.2.7.0/24')]
    const { plan, refused } = planNode('worker', sampleCluster({ reserved }), [samplePeer(2), samplePeer(3)])
    expect(refused).toEqual([{ id: 'peer-2', why: '10.2.0.0/16 is in use in this cluster or for another peer' }])
    expect(plan.routes.map(({ to }) => to)).toEqual(['10.3.0.0/16', '172.16.3.0/24'])
  })

  it('are the same for any order of peers', () => {
    const peers = [samplePeer(2), samplePeer(2, { id: 'peer-1' }), samplePeer(3, { since: '2026-01-01T00:00:00Z' })]
    expect(planNode('worker', sampleCluster(), peers)).toEqual(planNode('worker', sampleCluster(), peers.toReversed()))
  })
})

describe('VXLAN and GRE tunnels', () => {
  it('have one device per peer, with a name that contains nothing chosen by the peer', () => {
    const hostile = samplePeer(2, {
      id: '../../etc; reboot',
      tunnel: { driver: 'vxlan', vni: 7, endpoint: { address: parseIpv4('198.51.100.2'), port: 4790 } },
    })
    const { plan } = planNode('gateway', sampleCluster(), [hostile])
    const device = plan.devices[1]!
    expect(device).toEqual({
      kind: 'vxlan',
      name: expect.stringMatching(/^kw-tun-[0-9a-f]{8}$/),
      mtu: 1450,
      mac: '02:01:c0:00:02:0b',
      vni: 7,
      port: 4790,
      local: '192.0.2.11',
    })
    expect(plan.routes[0]).toMatchObject({ to: '10.2.0.0/16', via: '198.51.100.2', device: device.name })
  })
})

it('planNode refuses an unknown node', () => {
  expect(() => planNode('nobody', sampleCluster(), [])).toThrow(
    'Cannot plan the network of node "nobody": Node nobody does not exist or has no IPv4 InternalIP. Start the agent with the name of its own node (NODE_NAME from spec.nodeName), and see status.addresses of that Node.',
  )
})
