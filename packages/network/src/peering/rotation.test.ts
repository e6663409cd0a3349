/** Both sides of a peering rotate their keys, in any order of events: the device in use always has a session on both sides. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseDevice, type TunnelSlot } from '../agent/choose-device.ts'
import { publicKeyOf } from '../tunnel/wireguard-keys.ts'
import { type GatewayKeys, nextKeys } from './gateway-keys.ts'

const known = new Map<string, string>()
/** Cached: deriving a public key is slow. */
function publicOf(key: string): string {
  const found = known.get(key) ?? publicKeyOf(key)
  known.set(key, found)
  return found
}

type Slots<Value> = Partial<Record<TunnelSlot, Value | undefined>>

interface Side {
  keys: GatewayKeys
  /** The keys as the agent has seen them. */
  settings: GatewayKeys
  requested: string | undefined
  slot: TunnelSlot
  /** Keys in the kernel: of the own devices, and of the peer on each. A session belongs to both. */
  own: Slots<string>
  peer: Slots<string>
  session: Slots<boolean>
  report: { device: TunnelSlot; publicKey?: string | undefined; avoidedKey?: string | undefined }
  /** The reports of the other side: about itself, and about its sending device. */
  heard: { main: string; detour?: string | undefined; isRequested: boolean; isUsed: boolean }
  answer: Side['report']
}

class Peering {
  readonly sides: readonly [Side, Side]
  #made = 0

  constructor() {
    const mains = [this.#makeKey(), this.#makeKey()] as const
    const side = (index: 0 | 1): Side => {
      const keys: GatewayKeys = { main: mains[index], phase: 'None' }
      const theirs = publicOf(mains[index === 0 ? 1 : 0])
      const report = { device: 'main' as const, publicKey: theirs }
      const heard = { main: theirs, isRequested: false, isUsed: false }
      const kernel = { own: { main: publicOf(keys.main) }, peer: { main: theirs }, session: { main: true } }
      return { keys, settings: keys, requested: undefined, slot: 'main', ...kernel, report, heard, answer: report }
    }
    this.sides = [side(0), side(1)]
  }

  readonly #makeKey = () => {
    const bytes = Buffer.alloc(32, 1)
    bytes.writeUInt32BE(++this.#made, 8)
    return bytes.toString('base64')
  }

  readonly actions = {
    request: (side: Side) => {
      side.requested = `${++this.#made}`
    },
    control: (side: Side) => {
      const { report, answer, heard, requested } = side
      const { device: theirs, publicKey: heardKey, avoidedKey } = answer
      const facts = { id: 'other', hasSession: true, ours: report.device, theirs, heardKey, avoidedKey }
      const peers = [{ ...facts, asksForDetour: heard.isRequested }]
      side.keys = nextKeys(side.keys, { requested, peers, hasDrained: true }, this.#makeKey)
    },
    settings: (side: Side) => {
      side.settings = side.keys
    },
    agent: (side: Side) => runAgent(side),
    tell: (side: Side, other: Side) => {
      const { main, detour, phase } = side.keys
      const isOffered = detour !== undefined && (phase !== 'None' || side.heard.isRequested)
      other.heard = {
        main: publicOf(main),
        detour: isOffered ? publicOf(detour) : undefined,
        isRequested: isOffered && phase !== 'None',
        isUsed: isOffered && phase === 'Detour',
      }
    },
    answer: (side: Side, other: Side) => {
      other.answer = side.report
    },
    handshakeMain: (side: Side, other: Side) => shakeHands(side, other, 'main'),
    handshakeDetour: (side: Side, other: Side) => shakeHands(side, other, 'detour'),
  }
}

/** The gateway agent: chooses by the sessions it reads, changes the kernel, reports. */
function runAgent(side: Side): void {
  const { settings, heard } = side
  const detour = settings.detour !== undefined && heard.detour !== undefined
  const own = { main: publicOf(settings.main), detour: detour ? publicOf(settings.detour!) : undefined }
  const peer = { main: heard.main, detour: detour ? heard.detour : undefined }
  const isSame = (slot: TunnelSlot) => side.own[slot] === own[slot] && side.peer[slot] === peer[slot]
  const isAlive = (slot: TunnelSlot) => side.session[slot] === true && isSame(slot)
  const alive = { main: isAlive('main'), detour: isAlive('detour') }
  const wantsDetour = settings.phase === 'Detour' || heard.isUsed
  side.slot = chooseDevice({ wantsDetour, isAlive: alive, current: side.slot })
  Object.assign(side, { own, peer, session: alive })
  const avoidedKey = heard.isUsed && side.slot === 'detour' ? heard.main : undefined
  side.report = { device: side.slot, publicKey: alive.main ? heard.main : undefined, avoidedKey }
}

function fits(side: Side, other: Side, slot: TunnelSlot): boolean {
  return side.own[slot] !== undefined && side.own[slot] === other.peer[slot] && side.peer[slot] === other.own[slot]
}

function shakeHands(side: Side, other: Side, slot: TunnelSlot): void {
  if (fits(side, other, slot)) side.session[slot] = other.session[slot] = true
}

/** Whether a packet that `side` sends now is accepted. */
function arrives(side: Side, other: Side): boolean {
  const { slot } = side
  return side.session[slot] === true && other.session[slot] === true && fits(side, other, slot)
}

type Action = keyof Peering['actions']
const names = Object.keys(new Peering().actions) as Action[]

function take(peering: Peering, name: Action, first: boolean): void {
  const [one, two] = peering.sides
  peering.actions[name](first ? one : two, first ? two : one)
  if (!arrives(one, two) || !arrives(two, one))
    throw new Error(`a packet is lost after ${name} of ${first ? 'one' : 'two'}`)
}

it('a key rotation loses no packet over random orders of events, and both sides end with new keys', () => {
  const step = fc.tuple(fc.constantFrom(...names), fc.boolean())
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150, size: 'max' }), (steps) => {
      const peering = new Peering()
      const before = peering.sides.map(({ keys }) => keys.main)
      take(peering, 'request', true)
      for (const [name, first] of steps) take(peering, name, first)
      take(peering, 'request', false)
      for (let round = 0; round < 12; round++)
        for (const name of names) if (name !== 'request') for (const first of [true, false]) take(peering, name, first)
      for (const [index, { keys, slot, requested }] of peering.sides.entries()) {
        expect({ ...keys, slot }).toMatchObject({ phase: 'None', detour: undefined, served: requested, slot: 'main' })
        expect(keys.main).not.toBe(before[index])
      }
    }),
    { numRuns: 150 },
  )
})

it('a key rotation ignores answers to an earlier rotation', () => {
  const peering = new Peering()
  const one = (...list: Action[]) => {
    for (const name of list) take(peering, name, true)
  }
  const two = (...list: Action[]) => {
    for (const name of list) take(peering, name, false)
  }
  one('request', 'control', 'settings', 'tell')
  two('control', 'settings', 'tell', 'agent')
  one('agent', 'handshakeDetour', 'agent')
  two('agent', 'answer')
  one('answer', 'control', 'settings', 'tell', 'agent')
  two('agent')
  one('handshakeMain', 'agent')
  // The first side is back on its main device. The second has not seen that, and begins a rotation of its own.
  expect(peering.sides.map(({ slot }) => slot)).toEqual(['main', 'detour'])
  expect(peering.sides[1].answer.device).toBe('detour')
  two('request', 'control', 'control', 'settings', 'agent')
  expect(peering.sides[1].keys.phase).toBe('Detour')
})
