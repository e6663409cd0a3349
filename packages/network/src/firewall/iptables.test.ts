import { describe, expect, it } from 'vitest'
import { sampleCluster, samplePeer } from '../testing/sample-network.ts'
import { planNode } from '../plan/plan-node.ts'
import { readSaved, renderRestore } from './iptables.ts'
import { iptablesChains } from './iptables-rules.ts'

const chainsOf = (node: string, count: number) =>
  iptablesChains(
    planNode(
      node,
      sampleCluster(),
      Array.from({ length: count }, (_, index) => samplePeer(index + 2)),
    ).plan.firewall,
  )

/** The output of `iptables-save` after this input, for our own chains. */
function saved(text: string): string {
  const jumps = text.replaceAll(/^-I (\S+) 1 /gm, '-A $1 ').replaceAll(/^-[DX] .*\n/gm, '')
  return jumps
}

describe('iptables rules', () => {
  it('translate pod addresses one to one, and node addresses to one address', () => {
    const rules = chainsOf('gateway', 1).flatMap(({ rules: list }) => list)
    expect(rules).toContain('-s 10.244.0.0/16 -d 10.2.0.0/16 -o kw-tun-+ -j NETMAP --to 10.1.0.0/16')
    expect(rules).toContain('! -s 10.244.0.0/16 -d 10.2.0.0/16 -o kw-tun-+ -j SNAT --to-source 10.71.0.1')
    expect(rules).toContain('-d 10.1.0.0/16 -i kw-tun-+ -j NETMAP --to 10.244.0.0/16')
  })

  it.each(['gateway', 'worker'])('are not written again if all are present, on a %s', (node) => {
    const chains = chainsOf(node, 3)
    const text = renderRestore(chains, new Map())
    expect(renderRestore(chains, readSaved(saved(text)))).toBe('')
  })

  it('are written again if our jump is not the first rule, or a rule is missing', () => {
    const chains = chainsOf('gateway', 1)
    const text = saved(renderRestore(chains, new Map()))
    const late = text.replace('-A POSTROUTING -j', '-A POSTROUTING -j OTHER\n-A POSTROUTING -j')
    expect(renderRestore(chains, readSaved(late))).toContain('-I POSTROUTING 1 -j KUBEWRIGHT-POSTROUTING')
    const torn = text.replace(/^.*NETMAP --to 10\.1\..*\n/m, '')
    expect(renderRestore(chains, readSaved(torn))).toContain('--to 10.1.0.0/16')
  })

  it('are removed with the last peer, and foreign rules stay', () => {
    const text = saved(renderRestore(chainsOf('worker', 1), new Map()))
    const removal = renderRestore(
      [],
      readSaved(text.replace('*filter\n', '*filter\n:FORWARD ACCEPT [0:0]\n-A FORWARD -j OTHER\n')),
    )
    expect(removal.split('\n').filter((line) => /^-[DX]/.test(line))).toEqual([
      '-D POSTROUTING -j KUBEWRIGHT-POSTROUTING',
      '-X KUBEWRIGHT-POSTROUTING',
      '-D INPUT -j KUBEWRIGHT-INPUT',
      '-X KUBEWRIGHT-INPUT',
      '-D PREROUTING -j KUBEWRIGHT-ARRIVAL',
      '-D FORWARD -j KUBEWRIGHT-CLAMP',
      '-X KUBEWRIGHT-ARRIVAL',
      '-X KUBEWRIGHT-CLAMP',
    ])
  })
})
