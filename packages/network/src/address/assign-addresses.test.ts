import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NetworkClaim, type AddressRanges, assignAddresses } from './assign-addresses.ts'
import { formatCidr, overlaps, parseCidr } from './cidr.ts'

const ranges = (pools: string[], reserved: string[] = []): AddressRanges => ({
  pools: pools.map(parseCidr),
  reserved: reserved.map((cidr) => ({ cidr: parseCidr(cidr), usedBy: 'the pods of this cluster' })),
})
const claim = (name: string, wanted: string, given?: string): NetworkClaim => ({
  name,
  wanted: parseCidr(wanted),
  given: given === undefined ? undefined : parseCidr(given),
})
const results = (claims: NetworkClaim[], where: AddressRanges) =>
  Object.fromEntries(
    assignAddresses(claims, where).map(({ name, given, problem }) => [
      name,
      problem ? problem.reason : given && formatCidr(given),
    ]),
  )

describe('assignAddresses', () => {
  it('assigns a peer its own network if nothing else uses it', () => {
    expect(results([claim('b', '10.50.0.0/16')], ranges(['10.0.0.0/8'], ['10.244.0.0/16']))).toEqual({
      b: '10.50.0.0/16',
    })
  })

  it('assigns the lowest free network of the same size if the own one is taken', () => {
    const where = ranges(['10.0.0.0/8'], ['10.244.0.0/16', '10.0.0.0/16'])
    expect(results([claim('b', '10.244.0.0/16'), claim('c', '10.244.0.0/20')], where)).toEqual({
      b: '10.1.0.0/16',
      c: '10.2.0.0/20',
    })
  })

  it('does not depend on the order in which claims are listed', () => {
    const claims = [claim('c', '10.244.0.0/16'), claim('b', '10.244.0.0/16')]
    const where = ranges(['10.0.0.0/8'], ['10.244.0.0/16'])
    expect(results(claims, where)).toEqual(results(claims.toReversed(), where))
  })

  it('keeps all earlier assignments before it serves new claims', () => {
    const where = ranges(['10.0.0.0/8'], ['10.244.0.0/16'])
    expect(results([claim('a', '10.244.0.0/16'), claim('z', '10.244.0.0/16', '10.0.0.0/16')], where)).toEqual({
      a: '10.1.0.0/16',
      z: '10.0.0.0/16',
    })
  })

  it.each(['169.254.169.0/24', '8.8.8.0/24', '127.0.0.0/24', '224.0.0.0/24', '0.0.0.0/24'])(
    'translates %s, which a peer announces and which is not private',
    (wanted) => {
      expect(results([claim('b', wanted)], ranges(['10.0.0.0/8'], ['10.244.0.0/16']))).toEqual({ b: '10.0.0.0/24' })
    },
  )

  it('refuses a /1, which no pool can hold', () => {
    const [assigned] = assignAddresses([claim('b', '128.0.0.0/1')], ranges(['10.0.0.0/8']))
    expect(assigned?.given).toBeUndefined()
    expect(assigned?.problem?.message).toBe(
      '128.0.0.0/1 is not a private network, and no /1 is free in 10.0.0.0/8. Add a pool, or unpeer a cluster.',
    )
  })

  it('keeps announced public addresses that belong to a pool', () => {
    expect(results([claim('b', '203.0.113.0/24')], ranges(['203.0.113.0/24']))).toEqual({ b: '203.0.113.0/24' })
  })

  it("avoids networks that contain a peer's gateway for new claims, but keeps earlier assignments", () => {
    const where = { ...ranges(['10.0.0.0/8']), avoided: [parseCidr('10.1.0.4/32'), parseCidr('10.0.3.4/32')] }
    expect(results([claim('b', '10.1.0.0/16'), claim('c', '10.0.0.0/16', '10.0.0.0/16')], where)).toEqual({
      b: '10.2.0.0/16',
      c: '10.0.0.0/16',
    })
  })

  it('uses the next pool if the first is full', () => {
    const where = ranges(['10.0.0.0/16', '172.16.0.0/12'], ['10.0.0.0/16'])
    expect(results([claim('b', '10.0.0.0/16')], where)).toEqual({ b: '172.16.0.0/16' })
  })

  it('fits 239 peers of /16 beside the default pod and service networks', () => {
    const where = ranges(['10.0.0.0/8'], ['10.244.0.0/16', '10.96.0.0/12'])
    const claims = Array.from({ length: 240 }, (_, index) => claim(`peer-${1000 + index}`, '10.244.0.0/16'))
    const problems = assignAddresses(claims, where).filter(({ problem }) => problem)
    expect(problems.map(({ name }) => name)).toEqual(['peer-1239'])
    expect(problems[0]?.problem?.message).toBe(
      '10.244.0.0/16 overlaps a network in use, and no /16 is free in 10.0.0.0/8. Add a pool, or unpeer a cluster.',
    )
  })

  it('reports a conflict and moves nothing if a reserved network is added later', () => {
    const where = ranges(['10.0.0.0/8'], ['10.1.0.0/16'])
    expect(assignAddresses([claim('b', '10.244.0.0/16', '10.1.0.0/16')], where)[0]).toEqual({
      name: 'b',
      given: parseCidr('10.1.0.0/16'),
      problem: {
        reason: 'Conflict',
        message:
          '10.1.0.0/16 was assigned earlier and overlaps 10.1.0.0/16 of the pods of this cluster. Unpeer and peer again to get a new network.',
      },
    })
  })

  it('gives a network that two claims hold to the claim that has held it longer, regardless of names', () => {
    const held = parseCidr('10.7.0.0/16')
    const claims = [
      { name: 'a', wanted: held, given: held, since: '2026-01-02T00:00:00Z' },
      { name: 'b', wanted: held, given: held, since: '2026-01-01T00:00:00Z' },
      { name: 'c', wanted: held, given: held },
    ]
    const found = assignAddresses(claims, { pools: [parseCidr('10.0.0.0/8')], reserved: [] })
    expect(found.map(({ name, problem }) => [name, problem?.reason])).toEqual([
      ['a', 'Conflict'],
      ['b', undefined],
      ['c', 'Conflict'],
    ])
  })

  it('never assigns overlapping networks and never moves one, over random histories with restarts', () => {
    const cidrs = ['10.244.0.0/16', '10.244.0.0/20', '10.96.0.0/12', '10.1.0.0/16', '10.0.0.0/24', '192.168.0.0/16']
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      wanted: fc.constantFrom(...cidrs),
      leaves: fc.boolean(),
    })
    const where = ranges(['10.0.0.0/13', '172.16.0.0/20'], ['10.244.0.0/16'])
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const stored = new Map<string, NetworkClaim>()
        for (const { name, wanted, leaves } of steps) {
          if (leaves) stored.delete(name)
          else if (!stored.has(name)) stored.set(name, claim(name, wanted))
          // Every step is a restart: only stored state remains.
          for (const { name: owner, given, problem } of assignAddresses([...stored.values()], where)) {
            const before = stored.get(owner)!
            expect(given).toEqual(before.given ?? given)
            expect(problem?.reason).not.toBe('Conflict')
            expect(given?.bits ?? before.wanted.bits).toBe(before.wanted.bits)
            stored.set(owner, { ...before, given })
          }
          const held = [...stored.values()].flatMap(({ given }) => given ?? [])
          const all = [...held, ...where.reserved.map(({ cidr }) => cidr)]
          for (const [index, one] of all.entries())
            for (const other of all.slice(index + 1)) expect(overlaps(one, other)).toBe(false)
        }
      }),
    )
  })
})
