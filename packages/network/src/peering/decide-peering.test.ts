import { describe, expect, it } from 'vitest'
import type { AddressClaim } from '../resource/address-claim.ts'
import { NetworkConfig } from '../resource/network-config.ts'
import { decidePeering } from './decide-peering.ts'

const networks = { pod: '10.244.0.0/16', external: '10.70.0.0/16' }
const given = { pod: '10.1.0.0/16', external: '10.2.0.0/16' }
const tunnel = { driver: 'wireguard' as const, publicKey: 'k', address: '192.0.2.1', port: 51_820 }

const ids = { clusterId: 'a', peer: 'b', driver: 'wireguard' as const }

const config = (name: string, spec: object, status?: object) =>
  ({
    ...NetworkConfig.parse({ metadata: { name, namespace: 'kubewright-network' }, spec: spec as never }),
    ...(status ? { status } : {}),
  }) as NetworkConfig
const sent = config('a.b', { from: 'a', to: 'b' }, { networks: { pod: '10.9.0.0/16', external: '10.8.0.0/16' } })
const received = config('b.a', { from: 'b', to: 'a', networks, tunnel })
const claim = { metadata: { name: 'b' }, spec: { wanted: networks }, status: { given } } as unknown as AddressClaim

describe('a peering', () => {
  it('connects once both sides have sent and answered', () => {
    expect(decidePeering({ ...ids, sent, received, claim }).endpoint).toEqual({
      remote: given,
      local: sent.status?.networks,
      tunnel,
    })
  })

  it('is refused with an explanation if the tunnel drivers of both sides differ', () => {
    const { endpoint, answer } = decidePeering({ ...ids, driver: 'vxlan', sent, received, claim })
    expect(endpoint).toBeUndefined()
    expect(answer?.accepted).toMatchObject({ status: 'False', reason: 'Invalid' })
    expect(answer?.accepted.message).toContain('its tunnel is wireguard and that of this cluster is vxlan')
  })

  it.each([
    { name: 'the peer has not answered', facts: { sent: config('a.b', { from: 'a', to: 'b' }), received, claim } },
    { name: 'no address is assigned', facts: { sent, received, claim: undefined } },
    { name: 'this side has not requested it', facts: { sent: undefined, received, claim } },
    { name: 'the peer has not requested it', facts: { sent, received: undefined, claim } },
    {
      name: 'this side is leaving',
      facts: {
        sent: { ...sent, metadata: { ...sent.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } },
        received,
        claim,
      },
    },
    {
      name: 'the assignment is for networks that the peer no longer uses',
      facts: { sent, received, claim: { ...claim, spec: { wanted: { ...networks, pod: '10.9.0.0/16' } } } },
    },
  ])('does not connect while $name', ({ facts }) => {
    expect(decidePeering({ ...ids, ...facts } as never).endpoint).toBeUndefined()
  })

  it('reports Pending while no address is assigned', () => {
    expect(decidePeering({ ...ids, sent, received, claim: undefined }).answer?.accepted).toMatchObject({
      reason: 'Pending',
      message: 'waiting for an address assignment',
    })
  })

  it('is refused and not connected while its assigned network conflicts with another', () => {
    const message = '10.1.0.0/16 was assigned earlier and overlaps 10.1.0.0/24 of services.'
    const conditions = [{ type: 'Assigned', status: 'False', reason: 'Conflict', message }]
    const conflicting = { ...claim, status: { given, conditions } } as unknown as AddressClaim
    const { answer, endpoint, isKept } = decidePeering({ ...ids, sent, received, claim: conflicting })
    expect([endpoint, isKept, answer?.networks]).toEqual([undefined, undefined, undefined])
    expect(answer?.accepted).toMatchObject({ status: 'False', reason: 'Conflict', message })
  })

  describe('with a cluster of the same id', () => {
    const from = (identity?: string) => config('b.a', { from: 'b', to: 'a', networks, tunnel, identity })
    const pinned = { ...claim, spec: { wanted: networks, identity: 'first' } } as AddressClaim

    it('records the identity of the cluster', () => {
      const facts = { ...ids, sent, received: from('first'), claim }
      expect(decidePeering(facts)).toMatchObject({ wanted: networks, identity: 'first' })
      expect(decidePeering({ ...facts, claim: pinned }).endpoint).toBeDefined()
    })

    it.each(['second', undefined])(
      'refuses the second cluster with DuplicateId, and keeps the first (%s)',
      (identity) => {
        const decision = decidePeering({ ...ids, sent, received: from(identity), claim: pinned })
        expect(decision).toMatchObject({
          isKept: true,
          answer: { networks: given, accepted: { reason: 'DuplicateId' } },
        })
        expect([decision.wanted, decision.endpoint]).toEqual([undefined, undefined])
        expect(decision.answer?.accepted.message).toContain('b is the cluster with the kube-system UID first')
      },
    )

    it('disconnects the first cluster too when this side deletes its NetworkConfig', () => {
      const leaving = { ...sent, metadata: { ...sent.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } }
      const facts = { ...ids, received: from('second'), claim: pinned }
      expect(decidePeering({ ...facts, sent: leaving as NetworkConfig }).isKept).toBe(false)
      expect(decidePeering({ ...facts, sent: undefined }).isKept).toBe(false)
    })
  })

  it('releases addresses only after both sides are gone', () => {
    expect(decidePeering({ ...ids, sent, received: undefined, claim }).isReleased).toBe(false)
    expect(decidePeering({ ...ids, sent: undefined, received, claim }).isReleased).toBe(false)
    expect(decidePeering({ ...ids, sent: undefined, received: undefined, claim }).isReleased).toBe(true)
  })

  it('refuses IPv6 with an explanation', () => {
    const six = config('b.a', { from: 'b', to: 'a', networks: { ...networks, pod: 'fd00::/48' }, tunnel })
    const { answer, endpoint, wanted } = decidePeering({ ...ids, sent, received: six, claim })
    expect([endpoint, wanted]).toEqual([undefined, undefined])
    expect(answer?.accepted).toMatchObject({ status: 'False', reason: 'Invalid' })
    expect(answer?.accepted.message).toContain('IPv6 is not supported.')
  })

  it('refuses a sender that impersonates another cluster, and claims nothing for it', () => {
    const forged = config('b.a', { from: 'c', to: 'a', networks, tunnel })
    const decision = decidePeering({ ...ids, sent, received: forged, claim })
    expect(decision).toMatchObject({ isReleased: false, answer: { accepted: { status: 'False', reason: 'Invalid' } } })
    expect(decision.answer?.accepted.message).toContain('but its spec says from c to a')
    expect(decision.endpoint).toBeUndefined()
    expect(decision.wanted).toBeUndefined()
  })
})
