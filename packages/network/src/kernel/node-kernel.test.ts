import { deepEqual } from '@kubewright/core/json'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { type FirewallBackend, outdatedConnections } from '../firewall/firewall-backend.ts'
import { emptyFirewall, type Firewall } from '../plan/node-plan.ts'
import { idlePlan, planNode } from '../plan/plan-node.ts'
import { sampleCluster, samplePeer } from '../testing/sample-network.ts'
import { ScriptedRunner } from '../testing/scripted-runner.ts'
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

/** A firewall that keeps the applied rules, and so has nothing to change the next time. */
function memoryFirewall(held: Firewall): FirewallBackend {
  let [current, next] = [held, held]
  return {
    name: 'nftables',
    async plan(wanted) {
      next = wanted
      if (deepEqual(wanted, current)) return undefined
      const isRemoval = Object.keys(wanted.podSource).length === 0
      return { text: 'change', isRemoval, ...outdatedConnections(wanted, current) }
    },
    async apply() {
      current = next
    },
    isPresent: async () => true,
  }
}

/** A kernel with routes and connections, and programs that may fail or do nothing. */
class FakeNode {
  readonly dropped: string[] = []
  readonly batches: string[] = []
  readonly #routes = new Map<string, Record<string, unknown>>()
  readonly kernel: NodeKernel
  /** Returns true for a call that fails, or `'ignored'` for one that has no effect. */
  disturb: (program: string, input: string) => boolean | 'ignored' = () => false

  constructor(held: Firewall = nothing) {
    const clock = new VirtualClock()
    this.kernel = new NodeKernel({ runner: this, wireguard, firewall: memoryFirewall(held), clock })
  }

  async run(program: string, args: readonly string[], input = '') {
    const disturbance = this.disturb(program, input)
    if (disturbance === true) throw new Error(`${program} failed`)
    if (program === 'conntrack' && args[0] === '-D') this.dropped.push(args.slice(1).join(' '))
    if (input !== '') this.batches.push(input)
    if (disturbance === false && program === 'ip') for (const line of input.split('\n')) this.#change(line)
    const isRoutes = program === 'ip' && args.includes('route')
    const connection = 'tcp 6 9 src=10.244.1.5 dst=10.2.1.5 sport=1 dport=2'
    const stdout = program === 'conntrack' ? connection : isRoutes ? JSON.stringify([...this.#routes.values()]) : ''
    return { code: 0, stdout, stderr: '' }
  }

  readonly follow = async () => undefined

  /** Changes of the routes by another program. */
  flush(): void {
    this.#routes.clear()
  }

  #change(line: string): void {
    const [, verb, to = '', ...rest] = line.split(' ')
    const after = (word: string) => rest[rest.indexOf(word) + 1]
    if (verb === 'replace') this.#routes.set(to, { dst: to, dev: after('dev'), table: after('table') })
    if (verb === 'del') this.#routes.delete(to)
  }
}

const idle = idlePlan(sampleCluster())
const { firewall } = planNode('gateway', sampleCluster(), [samplePeer(2)]).plan
const plan = { ...idle, firewall, routes: [{ to: '10.2.0.0/16', device: 'kw-overlay', table: 254 }] }

describe('conntrack entries with an outdated translation', () => {
  it.each([
    { name: 'a later step', disturb: (_: string, input: string) => input.includes('route replace') },
    { name: 'deleting them', disturb: (program: string) => program === 'conntrack' },
  ])('are deleted by the next convergence if $name fails', async ({ disturb }) => {
    const node = new FakeNode()
    node.disturb = disturb
    await expect(node.kernel.converge(plan)).rejects.toThrow('failed')
    expect(node.dropped).toEqual([])
    node.disturb = () => false
    expect((await node.kernel.converge(plan)).firewall).toBe('')
    expect(node.dropped).toEqual(['-d 10.2.0.0/16'])
    await node.kernel.converge(plan)
    expect(node.dropped).toHaveLength(1)
  })

  it('are deleted even if nothing else is left to change', async () => {
    const node = new FakeNode(firewall)
    node.disturb = (program) => program === 'conntrack'
    await expect(node.kernel.converge(idle)).rejects.toThrow('failed')
    node.disturb = () => false
    expect((await node.kernel.converge(idle)).writes).toBe(2)
    expect(node.dropped).toEqual(['-d 10.2.0.0/16'])
    expect((await node.kernel.converge(idle)).writes).toBe(0)
  })
})

describe('without the conntrack program', () => {
  const missing = () =>
    Object.assign(new Error('cannot start'), { cause: Object.assign(new Error(), { code: 'ENOENT' }) })

  it('applying a plan reports that old connections are kept, until conntrack is installed', async () => {
    const node = new FakeNode()
    let isMissing = true
    const run = node.run.bind(node)
    node.run = (program, args, input) =>
      program === 'conntrack' && isMissing ? Promise.reject(missing()) : run(program, args, input)
    expect(await node.kernel.converge(plan)).toMatchObject({ keepsConnections: true })
    expect(await node.kernel.converge(plan)).toMatchObject({ writes: 0, keepsConnections: true })
    isMissing = false
    expect(await node.kernel.converge(idle)).toMatchObject({ keepsConnections: false })
    expect(node.dropped).toEqual(['-d 10.2.0.0/16'])
  })

  it('a plan is applied in a network namespace too, where ip netns reports the missing program', async () => {
    const node = new FakeNode()
    const run = node.run.bind(node)
    const stderr = 'exec of "conntrack" failed: No such file or directory'
    node.run = async (program, args, input) =>
      program === 'conntrack' ? { code: 1, stdout: '', stderr } : run(program, args, input)
    expect(await node.kernel.converge(plan)).toMatchObject({ keepsConnections: true })
  })

  it('a permission error of conntrack is still reported as a failure', async () => {
    const node = new FakeNode()
    const run = node.run.bind(node)
    node.run = async (program, args, input) =>
      program === 'conntrack' ? { code: 1, stdout: '', stderr: 'Operation not permitted' } : run(program, args, input)
    await expect(node.kernel.converge(plan)).rejects.toThrow('Operation not permitted')
  })
})

describe('a convergence of the kernel state', () => {
  const routes = (node: FakeNode) => node.batches.filter((batch) => batch.includes('route replace'))

  it('is retried after a partial failure caused by a concurrent change', async () => {
    const node = new FakeNode()
    let calls = 0
    node.disturb = (_, input) => input.includes('route replace') && ++calls === 1
    expect((await node.kernel.converge(plan)).writes).toBeGreaterThan(0)
    expect(routes(node)).toHaveLength(1)
    expect((await node.kernel.converge(plan)).writes).toBe(0)
  })

  it('writes entries again that the kernel lost', async () => {
    const node = new FakeNode()
    let calls = 0
    node.disturb = (_, input) => (input.includes('route replace') && ++calls === 1 ? 'ignored' : false)
    await node.kernel.converge(plan)
    expect(routes(node)).toHaveLength(2)
    expect((await node.kernel.converge(plan)).writes).toBe(0)
  })

  it('gives up after three attempts, and reports the difference', async () => {
    const node = new FakeNode()
    node.disturb = (_, input) => (input.includes('route replace') ? 'ignored' : false)
    const failure = await node.kernel.converge(plan).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'KW_NETWORK_KERNEL' })
    expect(String(failure)).toContain('still differs in missing route 10.2.0.0/16 (kw-overlay)')
    expect(routes(node)).toHaveLength(3)
  })

  it('restores entries removed by others once the remembered state is dropped', async () => {
    const node = new FakeNode()
    node.kernel.memory.watched(true)
    await node.kernel.converge(plan)
    node.flush()
    expect((await node.kernel.converge(plan)).writes).toBe(0) // as nothing was reported
    node.kernel.memory.doubt()
    expect((await node.kernel.converge(plan)).writes).toBe(1)
  })
})

it('uninstall removes the device of an interrupted WireGuard probe', async () => {
  let isLeft = true
  const runner = new ScriptedRunner(({ line }) => {
    const isProbe = line === 'ip link del dev kw-probe'
    const code = isProbe && !isLeft ? 1 : 0
    if (isProbe) isLeft = false
    return { code }
  })
  const firewall = memoryFirewall(idlePlan({ podCidr: { base: 0, bits: 0 } }).firewall)
  const kernel = new NodeKernel({ runner, wireguard, firewall, clock: new VirtualClock() })
  expect(await kernel.uninstall()).toBe(1)
  expect(isLeft).toBe(false)
  expect(await kernel.uninstall()).toBe(0)
})
