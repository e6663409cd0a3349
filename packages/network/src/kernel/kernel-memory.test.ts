import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { planNode } from '../plan/plan-node.ts'
import { sampleCluster, samplePeer } from '../testing/sample-network.ts'
import { KernelMemory } from './kernel-memory.ts'

const { plan } = planNode('gateway', sampleCluster(), [samplePeer(2), samplePeer(3)])
const { plan: smaller } = planNode('gateway', sampleCluster(), [samplePeer(2)])

function watchedMemory(clock = new VirtualClock()): KernelMemory {
  const memory = new KernelMemory(clock)
  memory.watched(true)
  memory.begin(plan).completed(true)
  return memory
}

describe('the remembered kernel state', () => {
  it('is the last written plan', () => {
    expect(watchedMemory().held).toBe(plan)
  })

  it('is unknown without monitors, and after they end', () => {
    const memory = new KernelMemory(new VirtualClock())
    memory.begin(plan).completed(true)
    expect(memory.held).toBeUndefined()
    const other = watchedMemory()
    other.watched(false)
    expect(other.held).toBeUndefined()
  })

  it('is unknown while a plan is being written, and if that fails', () => {
    const memory = watchedMemory()
    memory.begin(smaller)
    expect(memory.held).toBeUndefined()
  })

  it('is unknown if an unexpected change is reported while a plan is being written', () => {
    const memory = watchedMemory()
    const begun = memory.begin(smaller)
    memory.notice('Deleted 10.2.0.0/16 dev kw-tun-wg proto 219 scope link ')
    begun.completed(true)
    expect(memory.held).toBeUndefined()
  })

  it('expires after a while, however many changes were made from memory', async () => {
    const clock = new VirtualClock()
    const memory = watchedMemory(clock)
    await clock.advance(200_000)
    memory.begin(smaller).completed(false)
    expect(memory.held).toBe(smaller)
    await clock.advance(50_000)
    expect(memory.held).toBeUndefined()
  })

  it.each([
    '10.3.0.0/16 dev kw-tun-wg proto 219 scope link src 192.0.2.11 ',
    'Deleted 10.9.0.0/16 dev kw-tun-wg proto 219 scope link ',
    '10.244.2.0/24 via 192.0.2.12 dev kw-overlay table 21900 proto 219 onlink ',
    'add element ip kubewright-network pod_source { 10.3.0.0/16 : 10.1.0.0/16 }',
    'add element ip kubewright-network pod_source { 10.3.0.0/16 : 10.1.0.0/16, 10.2.0.0/16 : 10.1.0.0/16 }',
    'delete element ip kubewright-network pod_source { 10.9.0.0/16 : 10.1.0.0/16 }',
  ])('is kept if a monitor reports our own change: %s', (line) => {
    const memory = watchedMemory()
    expect(memory.notice(line)).toBe(true)
    expect(memory.held).toBe(plan)
  })

  it.each([
    'Deleted 10.3.0.0/16 dev kw-tun-wg proto 219 scope link ',
    '10.3.0.0/16 dev kw-overlay proto 219 scope link src 192.0.2.11 ',
    '10.3.0.0/16 via 192.0.2.1 dev kw-tun-wg proto 219 ',
    '10.9.0.0/16 dev kw-tun-wg proto 219 scope link ',
    '10.3.0.0/16 dev kw-tun-wg table 77 proto 219 scope link src 192.0.2.11 ',
    '10.3.0.0/16 dev kw-tun-wg proto kernel scope link src 192.0.2.11 ',
    '10.3.0.0/16 dev kw-tun-wg proto 219 scope link src 192.0.2.12 ',
    'delete element ip kubewright-network pod_source { 10.3.0.0/16 : 10.1.0.0/16 }',
    'add element ip kubewright-network pod_source { 10.3.0.0/16 : 10.66.0.0/16 }',
    'add element ip kubewright-network __proto__ { 10.3.0.0/16 : 10.1.0.0/16 }',
    'delete table ip kubewright-network',
    'Deleted 4: kw-tun-wg: <POINTOPOINT,NOARP> mtu 1420 qdisc noop state DOWN group default ',
    '5: kw-overlay: <BROADCAST,MULTICAST> mtu 1450 qdisc noqueue state DOWN group default ',
    'Deleted 21900:	from all iif kw-tun-wg lookup 21900 proto 219',
  ])('is dropped if a monitor reports any other change: %s', (line) => {
    const memory = watchedMemory()
    expect(memory.notice(line)).toBe(false)
    expect(memory.held).toBeUndefined()
  })
})
