import { describe, expect, it } from 'vitest'
import type { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'
import { admissionOrder } from './admission-order.ts'

type Spec = TunnelEndpoint['spec']
const networks = { pod: '10.1.0.0/16', external: '10.2.0.0/16' }
const withTunnel = (tunnel: object, order?: number) =>
  ({ remote: networks, local: networks, tunnel, ...(order === undefined ? {} : { order }) }) as Spec
const keyed = (publicKey: string, order?: number) => withTunnel({ driver: 'wireguard', publicKey }, order)
const detoured = (publicKey: string, detour: string, order?: number) =>
  withTunnel({ driver: 'wireguard', publicKey, detour: { publicKey: detour, port: 1 } }, order)

describe('the admission order of peers', () => {
  it('puts a new peer last', () => {
    expect(admissionOrder(keyed('a'), { present: undefined, all: [] })).toBe(1)
    expect(admissionOrder(keyed('a'), { present: undefined, all: [keyed('b', 4), keyed('c')] })).toBe(5)
  })

  it('moves an old peer that takes the key of a newer one behind it', () => {
    const [old, newer] = [keyed('a', 1), keyed('b', 2)]
    const taking = { ...old, tunnel: newer.tunnel }
    expect(admissionOrder(taking, { present: old, all: [old, newer] })).toBe(3)
  })

  it.each([
    { name: 'nothing changes', present: keyed('a', 1), next: keyed('a') },
    { name: 'its detour ends', present: detoured('a', 'd', 1), next: keyed('a') },
    { name: 'it returns from its detour', present: detoured('a', 'd', 1), next: keyed('d') },
    {
      name: 'its gateway moves',
      present: withTunnel({ driver: 'wireguard', publicKey: 'a', address: '192.0.2.1' }, 1),
      next: withTunnel({ driver: 'wireguard', publicKey: 'a', address: '192.0.2.2' }),
    },
  ])('is unchanged when $name', ({ present, next }) => {
    expect(admissionOrder(next, { present, all: [present, keyed('z', 9)] })).toBe(1)
  })

  it.each([
    { driver: 'vxlan', vni: 1, port: 4790 },
    { driver: 'gre', address: '192.0.2.1' },
  ])('changes with the identity of a $driver tunnel', (tunnel) => {
    const present = withTunnel(tunnel, 1)
    const other = withTunnel({ ...tunnel, ...(tunnel.driver === 'gre' ? { address: '192.0.2.2' } : { vni: 2 }) })
    expect(admissionOrder(withTunnel(tunnel), { present, all: [present] })).toBe(1)
    expect(admissionOrder(other, { present, all: [present] })).toBe(2)
  })
})
