import { deepEqual } from '@kubewright/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NetworkClaim, assignAddresses } from '../address/assign-addresses.ts'
import { type Cidr, overlaps, parseCidr } from '../address/cidr.ts'
import { sampleCluster, sampleKey, samplePeer } from '../testing/sample-network.ts'
import type { ClusterNetwork, PeerNetwork } from './cluster-network.ts'
import { type ComparablePlan, difference, type EntryChange, isEmptyChange, type PlanChange } from './difference.ts'
import { idlePlan, planNode } from './plan-node.ts'

/** What a kernel does with a change: entries of a device vanish with it. */
function applied(state: ComparablePlan, change: PlanChange): ComparablePlan {
  const { devices } = change
  const lost = new Set([...devices.replace, ...devices.remove].map(({ name }) => name))
  const entries = <Entry extends { device: string }>(
    list: readonly Entry[],
    { put, remove }: EntryChange<Entry>,
    key: (entry: Entry) => string,
  ) => {
    const gone = new Set(remove.map(key))
    const left = list.filter((entry) => !lost.has(entry.device) && !gone.has(key(entry)))
    return [...new Map([...left, ...put].map((entry) => [key(entry), entry])).values()]
  }
  const kept = state.devices.filter(({ name }) => !lost.has(name))
  const resized = kept.map((device) => devices.resize.find(({ name }) => name === device.name) ?? device)
  return {
    devices: [...resized, ...devices.create],
    addresses: entries(state.addresses, change.addresses, (entry) => entry.device + entry.address),
    neighbours: entries(state.neighbours, change.neighbours, (entry) => entry.device + entry.address),
    forwarding: entries(state.forwarding, change.forwarding, (entry) => entry.device + entry.mac),
    settings: entries(state.settings, change.settings, (entry) => entry.device + entry.name),
    routes: entries(state.routes, change.routes, (entry) => `${entry.table} ${entry.to}`),
    rules: state.rules.filter((rule) => !change.rules.remove.includes(rule)).concat(change.rules.put),
    wireguard: entries(state.wireguard, change.wireguard, (entry) => entry.publicKey),
  }
}

const comparable = ({ firewall: _, ...plan }: ReturnType<typeof idlePlan>): ComparablePlan => plan
const empty = comparable(idlePlan(sampleCluster()))

describe('difference', () => {
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

  it('puts the entries of a device that is made anew, and only resizes one whose MTU changed', () => {
    const plan = comparable(planNode('worker', sampleCluster(), [samplePeer(2)]).plan)
    const moved = difference(plan, { ...plan, devices: plan.devices.map((device) => ({ ...device, vni: 5 }) as never) })
    expect([moved.devices.create.length, moved.devices.replace.length, moved.routes.put.length]).toEqual([1, 1, 2])
    const resized = difference(plan, { ...plan, devices: plan.devices.map((device) => ({ ...device, mtu: 900 })) })
    expect([resized.devices.resize.length, resized.devices.create.length, resized.routes.put.length]).toEqual([1, 0, 0])
  })

  it('leads from any state to the plan, over random lives of peers, nodes and gateways', { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const life = new Life()
        for (const one of steps) expect(life.take(one)).toEqual([])
      }),
      { numRuns: seeds },
    )
  })
})

/** How many lives; CI takes ten thousand. */
const seeds = Number(process.env['KUBEWRIGHT_SEEDS'] ?? 200)

const wantedCidrs = ['10.244.0.0/16', '10.244.0.0/20', '10.50.0.0/16', '10.1.0.0/16', '172.16.0.0/24']
const step = fc.oneof(
  fc.record({ kind: fc.constant('peer' as const), peer: fc.nat({ max: 5 }), wanted: fc.constantFrom(...wantedCidrs) }),
  fc.record({ kind: fc.constant('unpeer' as const), peer: fc.nat({ max: 5 }) }),
  fc.record({ kind: fc.constant('gateway' as const), node: fc.constantFrom('gateway', 'worker', 'other', undefined) }),
  fc.record({ kind: fc.constant('nodes' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('damage' as const), keep: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('driver' as const), peer: fc.nat({ max: 5 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** One node's kernel while the world around it changes. Claims are all that is remembered. */
class Life {
  #cluster: ClusterNetwork = sampleCluster()
  #claims = new Map<string, NetworkClaim>()
  #drivers = new Map<number, 'vxlan' | 'wireguard'>()
  #kernel = empty

  take(one: Step): string[] {
    switch (one.kind) {
      case 'peer':
        this.#claim(`${one.peer}-pod`, one.wanted)
        this.#claim(`${one.peer}-external`, '10.70.0.0/16')
        break
      case 'unpeer':
        this.#claims.delete(`${one.peer}-pod`)
        this.#claims.delete(`${one.peer}-external`)
        break
      case 'gateway':
        this.#cluster = { ...this.#cluster, gateway: one.node }
        break
      case 'nodes': {
        const nodes = sampleCluster().nodes.filter(({ name }, index) => index < one.count || name === 'worker')
        this.#cluster = { ...this.#cluster, nodes }
        break
      }
      case 'damage':
        this.#kernel = { ...this.#kernel, routes: this.#kernel.routes.slice(0, one.keep), forwarding: [] }
        break
      case 'driver':
        this.#drivers.set(one.peer, this.#drivers.get(one.peer) === 'vxlan' ? 'wireguard' : 'vxlan')
    }
    return this.#converge()
  }

  #claim(name: string, wanted: string): void {
    if (!this.#claims.has(name)) this.#claims.set(name, { name, wanted: parseCidr(wanted) })
  }

  /** Brings the kernel to the plan; returns which promises were broken. */
  #converge(): string[] {
    const moved = this.#assign()
    const { plan, refused } = planNode('worker', this.#cluster, this.#peers())
    const wanted = comparable(plan)
    this.#kernel = applied(this.#kernel, difference(wanted, this.#kernel))
    const networks = plan.routes.filter(({ table }) => table === 254).map(({ to }) => parseCidr(to))
    const promises = {
      'assignments are stable': moved.length === 0,
      'assigned networks always fit': refused.length === 0,
      'the kernel holds the plan': deepEqual(sorted(this.#kernel), sorted(wanted)),
      'a second time changes nothing': isEmptyChange(difference(wanted, this.#kernel)),
      'no two routes overlap': areDisjoint(networks),
    }
    return Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : promise))
  }

  /** Serves all claims; returns those whose network changed. */
  #assign(): NetworkClaim[] {
    const { podCidr, externalCidr } = this.#cluster
    const reserved = [podCidr, externalCidr, parseCidr('192.0.2.0/24')].map((cidr) => ({ cidr, usedBy: 'us' }))
    const before = new Map(this.#claims)
    for (const { name, given } of assignAddresses([...before.values()], { pools: [parseCidr('10.0.0.0/8')], reserved }))
      this.#claims.set(name, { ...before.get(name)!, given })
    return [...this.#claims.values()].filter(({ name, given }) => {
      const earlier = before.get(name)?.given
      return earlier !== undefined && !deepEqual(earlier, given)
    })
  }

  #peers(): PeerNetwork[] {
    const peers: PeerNetwork[] = []
    for (const number of [0, 1, 2, 3, 4, 5]) {
      const [pod, external] = ['pod', 'external'].map((kind) => this.#claims.get(`${number}-${kind}`)?.given)
      if (!pod || !external) continue
      const endpoint = { address: 0xc6336400 + number, port: 51_820 }
      const tunnel =
        this.#drivers.get(number) === 'vxlan'
          ? ({ driver: 'vxlan', vni: 100 + number, endpoint } as const)
          : ({ driver: 'wireguard', publicKey: sampleKey(number), endpoint } as const)
      peers.push(samplePeer(2, { id: `peer-${number}`, remote: { pod, external }, tunnel }))
    }
    return peers
  }
}

function areDisjoint(cidrs: readonly Cidr[]): boolean {
  return cidrs.every((one, index) => cidrs.slice(index + 1).every((other) => !overlaps(one, other)))
}

/** Entries in an order of their own, without fields that are `undefined`. */
function sorted(plan: ComparablePlan): unknown {
  const text = (entry: object) => JSON.stringify(entry, Object.keys(entry).sort(compareText))
  return Object.fromEntries(Object.entries(plan).map(([name, list]) => [name, list.map(text).sort(compareText)]))
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
