import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makePrivateKey, publicKeyOf } from '../tunnel/wireguard-keys.ts'
import { type GatewayKeys, nextKeys, type RotationPeer, unconfirmedPeers } from './gateway-keys.ts'

const keys: GatewayKeys = { main: makePrivateKey(), phase: 'None' }
const key = publicKeyOf(keys.main)
const peer = (facts: Partial<RotationPeer> = {}): RotationPeer => ({
  id: 'berlin',
  hasSession: true,
  ours: 'main',
  theirs: 'main',
  asksForDetour: false,
  ...facts,
})

describe('the WireGuard keys of a gateway', () => {
  it('are unchanged without a rotation request', () => {
    expect(nextKeys(keys, { peers: [peer()], hasDrained: true }, makePrivateKey)).toBe(keys)
  })

  it('rotate only when no peer sends through the main device', () => {
    const asked = nextKeys(keys, { requested: '1', peers: [peer()], hasDrained: true }, makePrivateKey)
    expect(asked).toMatchObject({ phase: 'Detour', main: keys.main })
    expect(asked.detour).toBeDefined()
    const half = nextKeys(
      asked,
      { requested: '1', peers: [peer({ ours: 'detour', asksForDetour: true })], hasDrained: true },
      makePrivateKey,
    )
    expect(half.phase).toBe('Detour')
    const moved = [
      peer({ ours: 'detour', theirs: 'detour', avoidedKey: key, asksForDetour: true }),
      peer({ hasSession: false }),
    ]
    const changed = nextKeys(asked, { requested: '1', peers: moved, hasDrained: true }, makePrivateKey)
    expect(changed.phase).toBe('Return')
    expect(changed.main).not.toBe(keys.main)
    const back = [peer({ heardKey: publicKeyOf(changed.main) })]
    expect(nextKeys(changed, { requested: '1', peers: back, hasDrained: true }, makePrivateKey)).toEqual({
      main: changed.main,
      phase: 'None',
      served: '1',
      detour: undefined,
    })
  })

  it('wait for a peer whose answer belongs to another rotation', () => {
    const asked: GatewayKeys = { ...keys, detour: makePrivateKey(), phase: 'Detour' }
    const stale = [peer({ ours: 'detour', theirs: 'detour' })]
    expect(nextKeys(asked, { requested: '1', peers: stale, hasDrained: true }, makePrivateKey)).toBe(asked)
  })

  it('rotate without a peer that misses the deadline, and record that', () => {
    const silent = [peer(), peer({ id: 'turin', ours: 'detour', avoidedKey: key })]
    const facts = { requested: '1', hasDrained: true, isOverdue: true }
    const asked = nextKeys(keys, { ...facts, peers: silent }, makePrivateKey)
    expect(asked.phase).toBe('Detour')
    expect(nextKeys(asked, { ...facts, isOverdue: false, peers: silent }, makePrivateKey)).toBe(asked)
    const changed = nextKeys(asked, { ...facts, peers: silent }, makePrivateKey)
    expect(changed).toMatchObject({ phase: 'Return', unconfirmed: ['berlin'] })
    expect(changed.main).not.toBe(keys.main)
    const ended = nextKeys(changed, { ...facts, peers: silent }, makePrivateKey)
    expect(ended).toMatchObject({ phase: 'None', served: '1', detour: undefined, unconfirmed: ['berlin', 'turin'] })
    expect(unconfirmedPeers(ended, silent)).toEqual(['berlin', 'turin'])
    const heardKey = publicKeyOf(ended.main)
    expect(unconfirmedPeers(ended, [peer(), peer({ id: 'turin', heardKey })])).toEqual(['berlin'])
    expect(unconfirmedPeers(ended, [peer({ heardKey })])).toEqual([])
    const again = nextKeys(ended, { ...facts, requested: '2', peers: silent }, makePrivateKey)
    expect(again.unconfirmed).toBeUndefined()
  })

  it('wait for in-flight packets before a device changes or closes', () => {
    const asked: GatewayKeys = { ...keys, detour: makePrivateKey(), phase: 'Detour' }
    const moved = [peer({ ours: 'detour', theirs: 'detour', avoidedKey: key })]
    expect(nextKeys(asked, { requested: '1', peers: moved, hasDrained: false }, makePrivateKey)).toBe(asked)
    const changed: GatewayKeys = { ...asked, phase: 'Return' }
    const back = [peer({ heardKey: publicKeyOf(changed.main) })]
    expect(nextKeys(changed, { requested: '1', peers: back, hasDrained: false }, makePrivateKey)).toBe(changed)
  })

  it('open a detour for a peer that rotates, and close it afterwards', () => {
    const open = nextKeys(keys, { peers: [peer({ asksForDetour: true })], hasDrained: true }, makePrivateKey)
    expect(open).toMatchObject({ phase: 'None', main: keys.main })
    expect(open.detour).toBeDefined()
    expect(nextKeys(open, { peers: [peer()], hasDrained: true }, makePrivateKey).detour).toBeUndefined()
  })

  it('never rotate the main key while a connected peer uses it, over random reports', () => {
    const slot = fc.constantFrom('main' as const, 'detour' as const, undefined)
    const peers = fc.array(
      fc.record({
        id: fc.constant('berlin'),
        hasSession: fc.boolean(),
        ours: slot,
        theirs: slot,
        avoidedKey: fc.constantFrom(key, undefined),
        asksForDetour: fc.boolean(),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(
        fc.array(fc.record({ peers, requested: fc.constantFrom('1', '2', undefined), hasDrained: fc.boolean() }), {
          maxLength: 8,
        }),
        (steps) => {
          let counter = 0
          let state: GatewayKeys = { main: keys.main, phase: 'None' }
          for (const facts of steps) {
            const made = () => Buffer.alloc(32, ++counter).toString('base64')
            const next = nextKeys(state, facts, made)
            const isUsed = facts.peers.some(
              (one) => one.hasSession && (one.ours !== 'detour' || one.avoidedKey !== publicKeyOf(state.main)),
            )
            expect((isUsed || !facts.hasDrained) && next.main !== state.main).toBe(false)
            state = next
          }
        },
      ),
    )
  })
})
