import { describe, expect, it } from 'vitest'
import { parseLinkCounters } from './link-counters.ts'

describe('device byte counters', () => {
  it('are read by name, and devices without counters are skipped', () => {
    const counters = { rx: { bytes: 7, packets: 1 }, tx: { bytes: 9, packets: 1 } }
    const json = JSON.stringify([{ ifname: 'kw-tun-1', stats64: counters }, { ifname: 'odd' }, {}])
    expect([...parseLinkCounters(json)]).toEqual([['kw-tun-1', { receivedBytes: 7, sentBytes: 9 }]])
    expect(parseLinkCounters('').size).toBe(0)
  })
})
