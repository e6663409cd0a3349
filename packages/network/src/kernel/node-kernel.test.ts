import { deepEqual } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { type FirewallBackend, outdatedConnections } from '../firewall/firewall-backend.ts'
import { emptyFirewall, type Firewall } from '../plan/node-plan.ts'
import { idlePlan, planNode } from '../plan/plan-node.ts'
import { sampleCluster, samplePeer } from '../testing/sample-network.ts'
import type { WireguardBackend } from '../tunnel/wireguard-backend.ts'
import { NodeKernel } from './node-kernel.ts'

const nothing = emptyFirewall('worker', '10.244.0.0/16')
const wireguard: WireguardBackend = {
  readDevice: async () => undefined,
  makeDevice: async () => undefined,
  removeDevice: async () => undefined,
  changeKey: async () => undefined,
  changePeers: async () => undefined,
}

/** A firewall that keeps what was applied, and so has nothing to change the next time. */
function memoryFirewall(held: Firewall): FirewallBackend {
  let [current, next] = [held, held]
  return {
    name: 'nftables',
    async plan(wanted) {
      next = wanted
      return deepEqual(wanted, current) ? undefined : { text: 'change', ...outdatedConnections(wanted, current) }
    },
    async apply() {
      current = next
    },
    isPresent: async () => true,
  }
}

/** A kernel without devices, where a step fails the first time, and the connections that were dropped. */
function nodeWhere(isFailing: (program: string, input: string) => boolean, held: Firewall = nothing) {
  const dropped: string[] = []
  let hasFailed = false
  const runner = {
    async run(program: string, args: readonly string[], input = '') {
      if (!hasFailed && isFailing(program, input)) {
        hasFailed = true
        throw new Error(`${program} failed`)
      }
      if (program === 'conntrack' && args[0] === '-D') dropped.push(args.slice(1).join(' '))
      const stdout = program === 'conntrack' ? 'tcp 6 9 src=10.244.1.5 dst=10.2.1.5 sport=1 dport=2' : ''
      return { code: 0, stdout, stderr: '' }
    },
    follow: async () => undefined,
  }
  const kernel = new NodeKernel({ runner, wireguard, firewall: memoryFirewall(held), clock: new VirtualClock() })
  return { kernel, dropped }
}

const { plan } = planNode('gateway', sampleCluster(), [samplePeer(2)])

describe('connections with an outdated translation', () => {
  it.each([
    { name: 'a later step', isFailing: (_: string, input: string) => input.includes('route replace') },
    { name: 'dropping them', isFailing: (program: string) => program === 'conntrack' },
  ])('are dropped by the next convergence if $name fails', async ({ isFailing }) => {
    const { kernel, dropped } = nodeWhere(isFailing)
    await expect(kernel.converge(plan)).rejects.toThrow('failed')
    expect(dropped).toEqual([])
    expect((await kernel.converge(plan)).firewall).toBe('')
    expect(dropped).toEqual(['-d 10.2.0.0/16'])
    await kernel.converge(plan)
    expect(dropped).toHaveLength(1)
  })

  it('are dropped also if there is nothing else to do any more', async () => {
    const { kernel, dropped } = nodeWhere((program) => program === 'conntrack', plan.firewall)
    const idle = idlePlan(sampleCluster())
    await expect(kernel.converge(idle)).rejects.toThrow('failed')
    expect((await kernel.converge(idle)).writes).toBe(2)
    expect(dropped).toEqual(['-d 10.2.0.0/16'])
    expect((await kernel.converge(idle)).writes).toBe(0)
  })
})

it('uninstall removes the device of an interrupted WireGuard probe', async () => {
  let isLeft = true
  const runner = {
    async run(program: string, args: readonly string[]) {
      const isProbe = [program, ...args].join(' ') === 'ip link del dev kw-probe'
      const code = isProbe && !isLeft ? 1 : 0
      if (isProbe) isLeft = false
      return { code, stdout: '', stderr: '' }
    },
    follow: async () => undefined,
  }
  const firewall = memoryFirewall(idlePlan({ podCidr: { base: 0, bits: 0 } }).firewall)
  const kernel = new NodeKernel({ runner, wireguard, firewall, clock: new VirtualClock() })
  expect(await kernel.uninstall()).toBe(1)
  expect(isLeft).toBe(false)
  expect(await kernel.uninstall()).toBe(0)
})
