import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ScriptedRunner } from '../testing/scripted-runner.ts'
import { detectHost, type HostOptions } from './node-host.ts'

/** A node with some programs, and the calls that were made. */
function nodeWith(...programs: readonly string[]) {
  const runner = new ScriptedRunner(({ line }) => {
    const [program = ''] = line.split(' ')
    if (!programs.includes(program)) throw new Error(`no ${program}`)
    return {}
  })
  const detect = (options: Pick<HostOptions, 'firewall' | 'wireguard'> = {}) =>
    detectHost({ runner, clock: new VirtualClock(), ...options })
  return { detect, runner }
}

describe('detecting the programs of a node', () => {
  it('prefers nftables if it works, and falls back to iptables', async () => {
    expect((await nodeWith('nft', 'iptables-save', 'ip').detect()).firewall.name).toBe('nftables')
    expect((await nodeWith('iptables-save', 'ip').detect()).firewall.name).toBe('iptables')
  })

  it('uses a configured iptables variant by its own name', async () => {
    const { detect, runner } = nodeWith('nft', 'iptables-save', 'iptables-legacy-save', 'ip')
    const { firewall } = await detect({ firewall: 'iptables-legacy' })
    await firewall.isPresent()
    expect(runner.lines.filter((call) => call.includes('save') || call.startsWith('nft'))).toEqual([
      'iptables-legacy-save',
      'iptables-legacy-save',
    ])
  })

  it('fails if the configured program does not work', async () => {
    const { detect } = nodeWith('nft', 'iptables-save', 'ip')
    await expect(detect({ firewall: 'iptables-legacy' })).rejects.toThrow('iptables-legacy does not work')
    await expect(nodeWith('iptables-save', 'ip').detect({ firewall: 'nftables' })).rejects.toThrow(
      'nftables does not work',
    )
  })

  it('creates a probe device to detect kernel WireGuard, unless a variant is configured', async () => {
    const probed = nodeWith('nft', 'ip')
    await probed.detect()
    expect(probed.runner.lines).toContain('ip link add name kw-probe type wireguard')
    const chosen = nodeWith('nft', 'ip')
    await chosen.detect({ wireguard: 'user-space' })
    expect(chosen.runner.lines.filter((call) => call.startsWith('ip'))).toEqual([])
  })
})
