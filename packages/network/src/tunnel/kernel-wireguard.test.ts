import { describe, expect, it } from 'vitest'
import { sampleKey } from '../testing/sample-network.ts'
import { ScriptedRunner } from '../testing/scripted-runner.ts'
import { hasKernelWireguard, kernelWireguard, readDump } from './kernel-wireguard.ts'
import { KeyRing, makePrivateKey } from './wireguard-keys.ts'

describe('kernel WireGuard', () => {
  it('creates a device with its key, which appears in no command argument', async () => {
    const runner = new ScriptedRunner()
    const keys = new KeyRing()
    const privateKey = makePrivateKey()
    const publicKey = keys.add(privateKey)
    const device = { kind: 'wireguard' as const, name: 'kw-tun-wg', mtu: 1_420, listenPort: 51_820, publicKey }
    await kernelWireguard({ runner, keys }).makeDevice(device)
    expect(runner.calls).toEqual([
      { line: 'ip -batch -', input: 'link add name kw-tun-wg mtu 1420 type wireguard\n' },
      { line: 'wg set kw-tun-wg listen-port 51820 private-key /dev/stdin', input: `${privateKey}\n` },
      { line: 'ip link set dev kw-tun-wg up', input: '' },
    ])
  })

  it('changes all peers of a device with one command', async () => {
    const runner = new ScriptedRunner()
    const peer = (byte: number, endpoint?: string) => ({
      device: 'kw-tun-wg',
      publicKey: sampleKey(byte),
      endpoint,
      allowed: [`10.${byte}.0.0/16`, `172.16.${byte}.0/24`],
      keepaliveSeconds: 25,
    })
    const change = { put: [peer(2, '192.0.2.2:51820'), peer(3)], remove: [peer(4)] }
    await kernelWireguard({ runner, keys: new KeyRing() }).changePeers('kw-tun-wg', change)
    expect(runner.lines).toEqual([
      `wg set kw-tun-wg peer ${sampleKey(4)} remove` +
        ` peer ${sampleKey(2)} persistent-keepalive 25 endpoint 192.0.2.2:51820 allowed-ips 10.2.0.0/16,172.16.2.0/24` +
        ` peer ${sampleKey(3)} persistent-keepalive 25 allowed-ips 10.3.0.0/16,172.16.3.0/24`,
    ])
  })

  it('parses `wg show dump`', () => {
    const privateKey = makePrivateKey()
    const dump = [
      `${privateKey}\tpublic\t51820\toff`,
      `${sampleKey(2)}\t(none)\t192.0.2.2:51820\t10.2.0.0/16,172.16.2.0/24\t1700000000\t12\t34\t25`,
      `${sampleKey(3)}\t(none)\t(none)\t(none)\t0\t0\t0\toff`,
    ].join('\n')
    const { listenPort, peers } = readDump(`${dump}\n`)
    expect(listenPort).toBe(51_820)
    expect(peers).toEqual([
      {
        publicKey: sampleKey(2),
        endpoint: '192.0.2.2:51820',
        allowed: ['10.2.0.0/16', '172.16.2.0/24'],
        keepaliveSeconds: 25,
        lastHandshakeSeconds: 1_700_000_000,
        receivedBytes: 12,
        sentBytes: 34,
      },
      {
        publicKey: sampleKey(3),
        endpoint: undefined,
        allowed: [],
        keepaliveSeconds: 0,
        lastHandshakeSeconds: 0,
        receivedBytes: 0,
        sentBytes: 0,
      },
    ])
  })

  it('is detected by creating a device, which is removed again', async () => {
    const there = new ScriptedRunner()
    expect(await hasKernelWireguard(there)).toBe(true)
    expect(there.lines.slice(-2)).toEqual(['ip link add name kw-probe type wireguard', 'ip link del dev kw-probe'])
    const missing = new ScriptedRunner(() => ({ code: 2 }))
    expect(await hasKernelWireguard(missing)).toBe(false)
    expect(missing.lines.at(-1)).toBe('ip link add name kw-probe type wireguard')
  })

  it('is detected even if an interrupted probe left its device behind', async () => {
    const devices = new Set(['kw-probe'])
    const runner = new ScriptedRunner(({ line }) => {
      const [, , verb] = line.split(' ')
      const isPossible = devices.has('kw-probe') === (verb === 'del')
      if (isPossible && verb === 'add') devices.add('kw-probe')
      if (isPossible && verb === 'del') devices.delete('kw-probe')
      return { code: isPossible ? 0 : 2 }
    })
    expect(await hasKernelWireguard(runner)).toBe(true)
    expect(devices.size).toBe(0)
  })
})
