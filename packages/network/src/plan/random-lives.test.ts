/**
 * Random histories of a node: peers come and go, change their addresses, tunnels and access; nodes and gateways change; other programs damage the
 * kernel state; writes fail half way; the operators restart. After each step the kernel must hold the plan, and address assignments must be kept.
 */
import { deepEqual } from '@kubewright/core/json'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Cidr, overlaps, parseCidr } from '../address/cidr.ts'
import { parseIpv4 } from '../address/ipv4.ts'
import { nftStateOf } from '../firewall/nft-table.ts'
import { renderNftChange } from '../firewall/render-nft.ts'
import { assignClaims, type LedgerEntry, ledgerEntries } from '../peering/assign-claims.ts'
import { ModelFirewall } from '../testing/model-firewall.ts'
import { sampleCluster, sampleKey, samplePeer } from '../testing/sample-network.ts'
import type { ClusterNetwork, PeerNetwork } from './cluster-network.ts'
import { type ComparablePlan, difference, type EntryChange, isEmptyChange, type PlanChange } from './difference.ts'
import type { Firewall } from './node-plan.ts'
import { idlePlan, planNode } from './plan-node.ts'

/** How many histories; CI runs ten thousand. */
const seeds = Number(process.env['KUBEWRIGHT_SEEDS'] ?? 200)

it('the kernel converges to the plan from any state, over random histories of peers, nodes and gateways', {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(role, fc.array(step, { minLength: 1, maxLength: 24 }), (gateway, steps) => {
      const life = new Life(gateway)
      for (const one of steps) expect(life.take(one)).toEqual([])
      expect(life.take({ kind: 'restart' })).toEqual([])
      expect(life.leave()).toEqual([])
    }),
    { numRuns: seeds },
  )
})

const wantedCidrs = ['10.244.0.0/16', '10.244.0.0/20', '10.50.0.0/16', '10.1.0.0/16', '172.16.0.0/24']
const peerNumber = fc.nat({ max: 3 })
const names = ['gateway', 'worker', 'other']
/** The first active gateway. The history is that of the worker. */
const role = fc.constantFrom('gateway', 'worker')
const step = fc.oneof(
  fc.record({ kind: fc.constant('peer' as const), peer: peerNumber, wanted: fc.constantFrom(...wantedCidrs) }),
  fc.record({ kind: fc.constant('unpeer' as const), peer: peerNumber }),
  fc.record({ kind: fc.constant('readdress' as const), peer: peerNumber, wanted: fc.constantFrom(...wantedCidrs) }),
  fc.record({ kind: fc.constant('seenAs' as const), peer: peerNumber, network: fc.constantFrom(1, 9, 244) }),
  fc.record({
    kind: fc.constant('access' as const),
    peer: peerNumber,
    pods: fc.constantFrom(undefined, [], [1], [1, 2]),
  }),
  fc.record({ kind: fc.constant('driver' as const), peer: peerNumber }),
  fc.record({ kind: fc.constant('gateway' as const), node: fc.constantFrom('gateway', 'worker', 'other', undefined) }),
  fc.record({ kind: fc.constant('nodes' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('move' as const),
    node: fc.constantFrom(...names),
    host: fc.integer({ min: 20, max: 25 }),
  }),
  fc.record({ kind: fc.constant('damage' as const), keep: fc.nat({ max: 3 }), isFirewall: fc.boolean() }),
  fc.record({ kind: fc.constant('failure' as const), after: fc.nat({ max: 8 }) }),
  fc.record({ kind: fc.constant('restart' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Peer {
  readonly driver: 'vxlan' | 'wireguard'
  /** The second byte of the network under which it sees our pods. */
  readonly seenAs: number
  /** The pods it may reach, by the third byte of their networks. */
  readonly pods?: readonly number[] | undefined
}

const usual: Peer = { driver: 'wireguard', seenAs: 1 }

/** The kernel of one node while its environment changes. Claims, ledger and kernel survive a restart; nothing else does. */
class Life {
  #cluster: ClusterNetwork
  #claims = new Map<number, string>()
  #ledger: readonly LedgerEntry[] = []
  readonly #peers = new Map<number, Peer>()
  #kernel: ComparablePlan = comparable(idlePlan(sampleCluster()))
  readonly #firewall = new ModelFirewall()
  /** The rules that the process has cached. */
  #known: Firewall | undefined
  /** After which part the next write fails. */
  #failsAfter: number | undefined

  constructor(gateway: string) {
    this.#cluster = sampleCluster({ gateway })
  }

  take(one: Step): string[] {
    this.#change(one)
    return this.#converge()
  }

  /** All peers go: nothing may be left. */
  leave(): string[] {
    this.#claims.clear()
    const broken = this.#converge()
    const isLeft = Object.values(this.#kernel).some((list) => list.length > 0) || this.#firewall.state !== undefined
    return isLeft || this.#ledger.length > 0 ? [...broken, 'something is left'] : broken
  }

  #change(one: Step): void {
    switch (one.kind) {
      case 'peer':
        if (!this.#claims.has(one.peer)) this.#claims.set(one.peer, one.wanted)
        break
      case 'unpeer':
        this.#claims.delete(one.peer)
        break
      case 'readdress':
        if (this.#claims.has(one.peer)) this.#claims.set(one.peer, one.wanted)
        break
      case 'seenAs':
        this.#put(one.peer, { seenAs: one.network })
        break
      case 'access':
        this.#put(one.peer, { pods: one.pods })
        break
      case 'driver':
        this.#put(one.peer, { driver: this.#peers.get(one.peer)?.driver === 'vxlan' ? 'wireguard' : 'vxlan' })
        break
      default:
        this.#changeHere(one)
    }
  }

  #changeHere(one: Extract<Step, { kind: 'gateway' | 'nodes' | 'move' | 'damage' | 'failure' | 'restart' }>): void {
    const { nodes } = this.#cluster
    switch (one.kind) {
      case 'gateway':
        this.#cluster = { ...this.#cluster, gateway: one.node }
        break
      case 'nodes': {
        const some = sampleCluster().nodes.filter(({ name }, index) => index < one.count || name === 'worker')
        this.#cluster = { ...this.#cluster, nodes: some }
        break
      }
      case 'move': {
        const address = parseIpv4(`192.0.2.${one.host + 50 * names.indexOf(one.node)}`)
        const moved = nodes.map((node) => (node.name === one.node ? { ...node, address } : node))
        this.#cluster = { ...this.#cluster, nodes: moved }
        break
      }
      case 'damage':
        this.#kernel = { ...this.#kernel, routes: this.#kernel.routes.slice(0, one.keep), forwarding: [] }
        if (one.isFirewall) this.#firewall.damage(one.keep)
        this.#known = undefined // monitors report it
        break
      case 'failure':
        this.#failsAfter = one.after
        break
      case 'restart':
        this.#known = undefined
    }
  }

  #put(number: number, change: Partial<Peer>): void {
    this.#peers.set(number, { ...usual, ...this.#peers.get(number), ...change })
  }

  /** Brings the kernel to the plan, also if the first write fails; returns which promises were broken. */
  #converge(): string[] {
    const moved = this.#assign()
    const { plan, refused } = planNode('worker', this.#cluster, this.#networks())
    const wanted = comparable(plan)
    if (this.#failsAfter !== undefined) this.#write(wanted, plan.firewall, this.#failsAfter)
    this.#failsAfter = undefined
    this.#write(wanted, plan.firewall)
    const networks = plan.routes.filter(({ table }) => table === 254).map(({ to }) => parseCidr(to))
    const promises = {
      'assignments are stable': moved.length === 0,
      'assigned networks always fit': refused.length === 0,
      'the kernel holds the plan': deepEqual(sorted(this.#kernel), sorted(wanted)),
      'the firewall holds the plan': deepEqual(this.#firewall.state, nftStateOf(plan.firewall)),
      'a second time changes nothing':
        isEmptyChange(difference(wanted, this.#kernel)) && renderNftChange(plan.firewall, this.#firewall.state) === '',
      'no two routes overlap': areDisjoint(networks),
      'every peer is routed to': plan.devices.length === 0 || networks.length === 2 * this.#networks().length,
      'only nodes send to the overlay': plan.firewall.overlaySources.every((source) => this.#isKnown(source)),
    }
    return Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : promise))
  }

  #isKnown(source: string): boolean {
    return this.#cluster.nodes.some(({ address }) => address === parseIpv4(source))
  }

  /** In the order of the real one. `parts` is how many parts succeed. */
  #write(wanted: ComparablePlan, firewall: Firewall, parts = Number.POSITIVE_INFINITY): void {
    const change = difference(wanted, this.#kernel)
    const current = this.#known ? nftStateOf(this.#known) : this.#firewall.state
    this.#known = undefined
    const none = { put: [], remove: [] }
    const keep = <Entry>(part: number, entries: EntryChange<Entry>): EntryChange<Entry> =>
      parts > part ? entries : none
    if (parts > 1) this.#firewall.apply(renderNftChange(firewall, current))
    this.#kernel = applied(this.#kernel, {
      devices: parts > 2 ? change.devices : { create: [], replace: [], resize: [], remove: [], rekey: [] },
      neighbours: keep(2, change.neighbours),
      forwarding: keep(3, change.forwarding),
      settings: keep(4, change.settings),
      addresses: keep(5, change.addresses),
      rules: keep(5, change.rules),
      wireguard: keep(6, change.wireguard),
      routes: { remove: parts > 0 ? change.routes.remove : [], put: parts > 7 ? change.routes.put : [] },
    })
    if (parts === Number.POSITIVE_INFINITY) this.#known = firewall
  }

  /** Serves all claims from the ledger; returns those of unchanged claims whose network changed. */
  #assign(): string[] {
    const { podCidr, externalCidr } = this.#cluster
    const reserved = [podCidr, externalCidr, parseCidr('192.0.2.0/24')].map((cidr) => ({ cidr, usedBy: 'us' }))
    const claims = [...this.#claims].map(([number, pod]) => ({
      metadata: { name: `peer-${number}` },
      spec: { wanted: { pod, external: '10.70.0.0/16' } },
    }))
    const before = new Map(this.#ledger.map(({ name, given }) => [name, given]))
    const ranges = { pools: [parseCidr('10.0.0.0/8')], reserved }
    this.#ledger = ledgerEntries(assignClaims(claims, { entries: this.#ledger, ranges }))
    const isSameSize = (one: string, other: string) => one.split('/')[1] === other.split('/')[1]
    return this.#ledger.flatMap(({ name, given }) => {
      const earlier = before.get(name)
      return earlier !== undefined && isSameSize(earlier, given) && earlier !== given ? name : []
    })
  }

  #networks(): PeerNetwork[] {
    const given = new Map(this.#ledger.map((entry) => [entry.name, parseCidr(entry.given)]))
    return [...this.#claims.keys()]
      .sort((one, other) => one - other)
      .flatMap((number) => {
        const [pod, external] = [given.get(`peer-${number}/pod`), given.get(`peer-${number}/external`)]
        return pod && external ? [peerOf(number, { pod, external }, this.#peers.get(number) ?? usual)] : []
      })
  }
}

function peerOf(number: number, remote: PeerNetwork['remote'], { driver, seenAs, pods }: Peer): PeerNetwork {
  const endpoint = { address: parseIpv4(`198.51.100.${number}`), port: 51_820 }
  const tunnel =
    driver === 'vxlan'
      ? ({ driver, vni: 100 + number, endpoint } as const)
      : ({ driver, publicKey: sampleKey(number), endpoint } as const)
  return samplePeer(2, {
    id: `peer-${number}`,
    remote,
    tunnel,
    local: { ...samplePeer(2).local, pod: parseCidr(`10.${seenAs}.0.0/16`) },
    reachable: pods?.map((byte) => parseCidr(`10.244.${byte}.0/24`)),
  })
}

/** Applies a change as a kernel does: entries of a device vanish with it. */
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

function areDisjoint(cidrs: readonly Cidr[]): boolean {
  return cidrs.every((one, index) => cidrs.slice(index + 1).every((other) => !overlaps(one, other)))
}

/** Sorted entries, without fields that are `undefined`. */
function sorted(plan: ComparablePlan): unknown {
  const text = (entry: object) => JSON.stringify(entry, Object.keys(entry).sort(compareText))
  return Object.fromEntries(Object.entries(plan).map(([name, list]) => [name, list.map(text).sort(compareText)]))
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
