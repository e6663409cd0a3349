import { describe, expect, it } from 'vitest'
import { parseCidr } from '../address/cidr.ts'
import type { ProgramRunner } from '../kernel/program-runner.ts'
import type { PeerNetwork } from '../plan/cluster-network.ts'
import { emptyFirewall, type Firewall } from '../plan/node-plan.ts'
import { planNode } from '../plan/plan-node.ts'
import { sampleCluster, samplePeer } from '../testing/sample-network.ts'
import { ScriptedRunner } from '../testing/scripted-runner.ts'
import type { FirewallBackend } from './firewall-backend.ts'
import { iptables, renderRestore } from './iptables.ts'
import { iptablesChains } from './iptables-rules.ts'
import { nftables } from './nftables.ts'

const firewallOf = (...peers: readonly PeerNetwork[]) => planNode('gateway', sampleCluster(), peers).plan.firewall
const limited = (...reachable: readonly string[]) => samplePeer(2, { reachable: reachable.map(parseCidr) })
const nothing = emptyFirewall('gateway', '10.244.0.0/16')

/** A node whose kernel holds the rules of `firewall`, in the format of iptables. */
function nodeWith(firewall: Firewall): ProgramRunner {
  const text = renderRestore(iptablesChains(firewall), new Map())
  const stdout = text.replaceAll(/^-I (\S+) 1 /gm, '-A $1 ')
  return new ScriptedRunner(() => ({ stdout }))
}

const silent = new ScriptedRunner(() => {
  throw new Error('nothing is read')
})

/** How each back end gets the current rules: from memory, or by reading the kernel. */
const backends: readonly [string, (before: Firewall) => [FirewallBackend, Firewall | undefined]][] = [
  ['nftables, from memory', (before) => [nftables(silent), before]],
  ['iptables, from memory', (before) => [iptables(silent), before]],
  ['iptables, read from the kernel', (before) => [iptables(nodeWith(before)), undefined]],
]

describe.each(backends)('conntrack entries to delete, by %s', (_, backendOf) => {
  const change = async (before: Firewall, after: Firewall) => {
    const [backend, known] = backendOf(before)
    const { destinations, sources } = (await backend.plan(after, known)) ?? { destinations: [], sources: [] }
    return { destinations, sources }
  }
  const both = ['10.2.0.0/16', '172.16.2.0/24']

  it('are those to a new peer', async () => {
    expect(await change(nothing, firewallOf(samplePeer(2)))).toEqual({ destinations: both, sources: [] })
  })

  it('are those to and from a removed peer; entries of other peers stay', async () => {
    const before = firewallOf(samplePeer(2), samplePeer(3))
    expect(await change(before, firewallOf(samplePeer(3)))).toEqual({ destinations: both, sources: both })
  })

  it('are those of a peer that sees our pods under another network', async () => {
    const moved = samplePeer(2, { local: { ...samplePeer(2).local, pod: parseCidr('10.9.0.0/16') } })
    expect(await change(firewallOf(samplePeer(2)), firewallOf(moved))).toEqual({ destinations: both, sources: both })
  })

  it('are none if only the access of a peer changes: the rules filter every packet', async () => {
    const access = [samplePeer(2), limited('10.244.1.0/24', '10.244.3.7/32'), limited()]
    for (let index = 1; index < access.length; index++)
      expect(await change(firewallOf(access[index - 1]!), firewallOf(access[index]!))).toEqual({
        destinations: [],
        sources: [],
      })
  })

  it('are none if nothing changes, for networks of any size', async () => {
    const tiny = { ...samplePeer(3).remote, external: parseCidr('172.16.3.7/32') }
    const same = firewallOf(limited('10.244.1.0/24', '10.244.3.7/32'), samplePeer(3, { remote: tiny }))
    expect(await change(same, same)).toEqual({ destinations: [], sources: [] })
  })
})
