import { VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { ScriptedRunner } from '../testing/scripted-runner.ts'
import { userSpaceWireguard } from './user-space-wireguard.ts'
import { KeyRing, makePrivateKey } from './wireguard-keys.ts'

const banner = [
  '┌────────────┐',
  '│            │',
  '│  Running wireguard-go is not required because this  │',
  '└────────────┘',
]

async function failureOf(stdout: string): Promise<string> {
  const runner = new ScriptedRunner(() => ({ code: 1, stdout, stderr: `${banner.join('\n')}\n` }))
  const keys = new KeyRing()
  const publicKey = keys.add(makePrivateKey())
  const wireguard = userSpaceWireguard({ runner, clock: new VirtualClock(), keys })
  const device = { kind: 'wireguard' as const, name: 'kw-tun-wg', mtu: 1_420, listenPort: 51_820, publicKey }
  return wireguard.makeDevice(device).then(
    () => 'no failure',
    (error: Error) => error.message,
  )
}

it('the error of wireguard-go contains its reason, not its banner', async () => {
  const why = 'Failed to create TUN device: CreateTUN("kw-tun-wg") failed; /dev/net/tun does not exist'
  const message = await failureOf(`ERROR: (kw-tun-wg) 2026/11/18 10:51:39 ${why}\n`)
  expect(message).toContain(why)
  expect(message).not.toContain('not required')
  expect(message).toContain('wireguard-go.patch.yaml')
})

it('the error of wireguard-go says so if it exits without a reason', async () => {
  expect(await failureOf('')).toContain('wireguard-go ended with 1: it does not say why')
})
