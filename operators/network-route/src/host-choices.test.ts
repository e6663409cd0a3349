import { expect, it } from 'vitest'
import { hostChoices } from './host-choices.ts'

it.each([{}, { FIREWALL: '', WIREGUARD: 'auto' }])(
  'takes what the node has unless something is chosen: %o',
  (environment) => {
    expect(hostChoices(environment)).toEqual({ firewall: undefined, wireguard: undefined })
  },
)

it('takes what is chosen', () => {
  const environment = { FIREWALL: 'iptables-legacy', WIREGUARD: 'user-space' }
  expect(hostChoices(environment)).toEqual({ firewall: 'iptables-legacy', wireguard: 'user-space' })
})

it.each(['iptables-legcay', 'NFTABLES', '__proto__', 'constructor'])('refuses %s, and says what there is', (value) => {
  expect(() => hostChoices({ FIREWALL: value })).toThrow(
    'Set it to auto, nftables, iptables, iptables-nft, iptables-legacy',
  )
  expect(() => hostChoices({ WIREGUARD: value })).toThrow('Set it to auto, kernel, user-space')
})
