import { describe, expect, it } from 'vitest'
import { parseCidr } from '../address/cidr.ts'
import { sampleCluster, samplePeer } from '../testing/sample-network.ts'
import { type ComparablePlan, difference, isEmptyChange } from './difference.ts'
import { type idlePlan, planNode } from './plan-node.ts'

const comparable = ({ firewall: _, ...plan }: ReturnType<typeof idlePlan>): ComparablePlan => plan

describe('the difference between two node plans', () => {
  it('is empty between a plan and itself', () => {
    const plan = comparable(planNode('gateway', sampleCluster(), [samplePeer(2), samplePeer(3)]).plan)
    expect(isEmptyChange(difference(plan, plan))).toBe(true)
  })

  it('changes one peer among two hundred without touching the others', () => {
    const peers = Array.from({ length: 200 }, (_, index) => samplePeer(index + 2, { id: `peer-${1000 + index}` }))
    const cluster = sampleCluster({ podCidr: parseCidr('192.168.0.0/16'), nodes: sampleCluster().nodes })
    const numbered = peers.map((peer) => ({ ...peer, local: { ...peer.local, pod: parseCidr('10.255.0.0/16') } }))
    const before = comparable(planNode('gateway', cluster, numbered.slice(0, -1)).plan)
    const after = comparable(planNode('gateway', cluster, numbered).plan)
    const change = difference(after, before)
    expect(change.routes.put.map(({ to }) => to)).toEqual(['10.201.0.0/16', '172.16.201.0/24'])
    expect(change.wireguard.put).toHaveLength(1)
    expect([change.devices.create, change.routes.remove, change.wireguard.remove]).toEqual([[], [], []])
  })

  it('rewrites the entries of a recreated device, and only resizes one whose MTU changed', () => {
    const plan = comparable(planNode('worker', sampleCluster(), [samplePeer(2)]).plan)
    const moved = difference(plan, { ...plan, devices: plan.devices.map((device) => ({ ...device, vni: 5 }) as never) })
    expect([moved.devices.create.length, moved.devices.replace.length, moved.routes.put.length]).toEqual([1, 1, 2])
    const resized = difference(plan, { ...plan, devices: plan.devices.map((device) => ({ ...device, mtu: 900 })) })
    expect([resized.devices.resize.length, resized.devices.create.length, resized.routes.put.length]).toEqual([1, 0, 0])
  })

  it('recreates a device that is down', () => {
    const plan = comparable(planNode('worker', sampleCluster(), [samplePeer(2)]).plan)
    const down = plan.devices.map((device) => ({ ...device, isDown: true as const }))
    const { devices, routes } = difference(plan, { ...plan, devices: down })
    expect([devices.create, devices.replace, routes.put.length]).toEqual([plan.devices, down, 2])
  })

  it.each([
    ['vxlan', 'wireguard'],
    ['wireguard', 'vxlan'],
  ] as const)('frees the tunnel port before %s takes it over from %s', (next, last) => {
    const planOf = (driver: 'vxlan' | 'wireguard') => {
      const peer = samplePeer(2)
      const vxlan = { driver: 'vxlan', vni: 7, endpoint: peer.tunnel.endpoint! } as const
      const tunnel = driver === 'vxlan' ? vxlan : peer.tunnel
      return comparable(planNode('gateway', sampleCluster(), [{ ...peer, tunnel }]).plan)
    }
    const { devices, routes } = difference(planOf(next), planOf(last))
    const kinds = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind)
    expect([kinds(devices.create), kinds(devices.replace), kinds(devices.remove)]).toEqual([[next], [last], []])
    expect(routes.put.map(({ device }) => device)).toEqual(Array(2).fill(devices.create[0]!.name))
  })
})
