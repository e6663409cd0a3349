/**
 * The algorithm of the original (Liqo 0.1): the same 43 calls of iptables for each peer, in the same order, then one `ip route add`.
 * Rebuilt from its sources; the rules are equivalent to ours.
 */
import { formatIpv4 } from '@kubewright/network/address'
import type { ProgramRunner } from '@kubewright/network/kernel'
import type { PeerNetwork } from '@kubewright/network/plan'
import { pods } from './peers.ts'

const text = ({ base, bits }: { readonly base: number; readonly bits: number }) => `${formatIpv4(base)}/${bits}`

const parents = [
  { table: 'nat', chain: 'POSTROUTING', own: 'LIQO-POSTROUTING', short: 'PSTRT' },
  { table: 'nat', chain: 'PREROUTING', own: 'LIQO-PREROUTING', short: 'PRRT' },
  { table: 'filter', chain: 'FORWARD', own: 'LIQO-FORWARD', short: 'FRWD' },
  { table: 'filter', chain: 'INPUT', own: 'LIQO-INPUT', short: 'INPT' },
] as const

/** The chains that are created once. */
export async function prepareOriginal(runner: ProgramRunner): Promise<void> {
  for (const { table, chain, own } of parents) {
    await runner.run('iptables', ['-t', table, '-N', own])
    await runner.run('iptables', ['-t', table, '-I', chain, '1', '-j', own])
  }
}

export async function connectOriginal(runner: ProgramRunner, peer: PeerNetwork, device: string): Promise<number> {
  const id = peer.id.slice(5)
  const [remote, local] = [text(peer.remote.pod), text(peer.local.pod)]
  let calls = 0
  const call = async (table: string, ...args: string[]) => {
    calls++
    await runner.run('iptables', ['-t', table, ...args])
  }
  for (const { table, own, short } of parents) {
    const chain = `LIQO-${short}-CLS-${id}`
    const jump = ['-d', short === 'PRRT' ? local : remote, '-j', chain]
    await call(table, '-S')
    await call(table, '-N', chain)
    await call(table, '-S', own)
    await call(table, '-C', own, ...jump)
    await call(table, '-C', own, ...jump)
    await call(table, '-A', own, ...jump)
  }
  const rules: [string, string, string[]][] = [
    ['nat', 'PSTRT', ['-s', pods, '-d', remote, '-j', 'NETMAP', '--to', local]],
    ['nat', 'PSTRT', ['!', '-s', pods, '-d', remote, '-j', 'SNAT', '--to-source', local.replace('/16', '')]],
    ['nat', 'PRRT', ['-d', local, '-i', device, '-j', 'NETMAP', '--to', pods]],
    ['filter', 'FRWD', ['-d', remote, '-j', 'ACCEPT']],
    ['filter', 'INPT', ['-s', pods, '-d', remote, '-j', 'ACCEPT']],
  ]
  for (const [table, short, rule] of rules) {
    const chain = `LIQO-${short}-CLS-${id}`
    await call(table, '-C', chain, ...rule)
    await call(table, '-C', chain, ...rule)
    await call(table, '-A', chain, ...rule)
  }
  for (const { table, short } of parents) await call(table, '-S', `LIQO-${short}-CLS-${id}`)
  await runner.run('ip', ['route', 'add', remote, 'dev', device])
  return calls
}

/** Removes everything at once; not measured. */
export async function clearOriginal(runner: ProgramRunner, device: string): Promise<void> {
  for (const table of ['nat', 'filter']) {
    await runner.run('iptables', ['-t', table, '-F'])
    await runner.run('iptables', ['-t', table, '-X'])
  }
  await runner.run('ip', ['route', 'flush', 'dev', device, 'proto', 'boot'])
}
