import { describe, expect, it } from 'vitest'
import { sampleCluster, samplePeer } from '../testing/sample-network.ts'
import { difference } from '../plan/difference.ts'
import { idlePlan, planNode } from '../plan/plan-node.ts'
import { ipBatches } from './ip-commands.ts'
import { readAddresses, readDevices } from './read-ip.ts'

describe('ip command batches', () => {
  const { plan } = planNode('gateway', sampleCluster(), [samplePeer(2)])
  const idle = idlePlan(sampleCluster())

  it('prepare a device for incoming packets before any route leads to it', () => {
    const { receive, connect } = ipBatches(difference(plan, idle))
    expect(receive).toBe(
      'addr replace 127.219.0.1/32 dev kw-tun-wg scope host\n' +
        'rule add iif kw-tun-wg lookup 21900 priority 21900 protocol 219\n',
    )
    expect(connect).toContain('route replace 10.2.0.0/16 dev kw-tun-wg')
  })

  it('move a route to another device atomically', () => {
    const moved = plan.routes.map((route) => (route.table === 254 ? { ...route, device: 'kw-tun-detour' } : route))
    const { prepare, connect } = ipBatches(difference({ ...plan, routes: moved }, plan))
    expect(prepare).toBe('')
    expect(connect.split('\n').filter((line) => line !== '')).toEqual([
      expect.stringMatching(/^route replace 10\.2\.0\.0\/16 dev kw-tun-detour /),
      expect.stringMatching(/^route replace 172\.16\.2\.0\/24 dev kw-tun-detour /),
    ])
  })
})

describe('device addresses', () => {
  it('are read for our own devices only, and only for IPv4', () => {
    const dump = [
      { ifname: 'eth0', addr_info: [{ family: 'inet', local: '192.0.2.1', prefixlen: 24 }] },
      {
        ifname: 'kw-tun-wg',
        addr_info: [
          { family: 'inet', local: '127.219.0.1', prefixlen: 32 },
          { family: 'inet6', local: 'fe80::1', prefixlen: 64 },
        ],
      },
      { ifname: 'kw-overlay' },
      {},
    ]
    expect(readAddresses(JSON.stringify(dump))).toEqual([{ device: 'kw-tun-wg', address: '127.219.0.1' }])
  })
})

it('a device without the UP flag is read as down', () => {
  const link = (flags: string[]) => [{ ifname: 'kw-tun-1', mtu: 1450, flags, linkinfo: { info_kind: 'gre' } }]
  const read = (flags: string[]) => readDevices(JSON.stringify(link(flags)))[0]!
  expect(read(['BROADCAST', 'MULTICAST']).isDown).toBe(true)
  expect(read(['BROADCAST', 'MULTICAST', 'UP', 'LOWER_UP'])).not.toHaveProperty('isDown')
})
