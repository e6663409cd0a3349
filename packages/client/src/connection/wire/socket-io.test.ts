import { describe, expect, it } from 'vitest'
import { tcpOptions } from './socket-io.ts'

/** Linux, macOS and Windows send the first packet of a connection again after this time. */
const packetRepeatedAfterMs = 1_000

describe('a TCP connection', () => {
  it('gives each address of a name the time for a lost packet and a slow link', () => {
    // Node's default of 250 ms fails where the round trip takes longer and the next address, of IPv6, has no route.
    expect(tcpOptions('api.example.dev', 6443).autoSelectFamilyAttemptTimeout).toBeGreaterThanOrEqual(
      packetRepeatedAfterMs + 500,
    )
  })
})
