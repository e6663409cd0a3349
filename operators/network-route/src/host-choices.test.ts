import { expect, it } from 'vitest'
import { hostChoices } from './host-choices.ts'

it.each([{}, { FIREWALL: '', WIREGUARD: 'auto' }])(
  'firewall and WireGuard are detected by default: %o',
  (environment) => {
    expect(hostChoices(environment)).toEqual({ firewall: undefined, wireguard: undefined })
  },
)

it('firewall and WireGuard can be configured', () => {
  const environment = { FIREWALL: 'iptables-legacy', WIREGUARD: 'user-space' }
  expect(hostChoices(environment)).toEqual({ firewall: 'iptables-legacy', wireguard: 'user-space' })
})

it.each(['iptables-legcay', 'NFTABLES', '__proto__', 'constructor'])(
  'the firewall or WireGuard choice %s is refused with the valid values',
  (value) => {
    expect(() => hostChoices({ FIREWALL: value })).toThrow(
      'Set it to auto, nftables, iptables, iptables-nft, iptables-legacy',
    )
    expect(() => hostChoices({ WIREGUARD: value })).toThrow('Set it to auto, kernel, user-space')
  },
)
