import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { nextTurn } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { readBytes, tcpOptions } from './socket-io.ts'

/** Linux, macOS and Windows send the first packet of a connection again after this time. */
const packetRepeatedAfterMs = 1_000

describe('a TCP connection', () => {
  it('tries each address of a host name long enough for one retransmission on a slow link', () => {
    // Node's default of 250 ms fails where the round trip takes longer and the next address, of IPv6, has no route.
    expect(tcpOptions('api.example.dev', 6443).autoSelectFamilyAttemptTimeout).toBeGreaterThanOrEqual(
      packetRepeatedAfterMs + 500,
    )
  })
})

/** A reader that never waits would stop the process, and the test with it. */
class CountedReads extends PassThrough {
  #reads = 0

  override read(size?: number): unknown {
    if (++this.#reads > 100) throw new Error('it reads without waiting')
    return super.read(size)
  }
}

describe('readBytes', () => {
  const start = () => {
    const stream = new CountedReads()
    const read = (count: number) => readBytes(stream as unknown as Socket, count, new AbortController().signal)
    return { stream, read }
  }

  it.each(['abcde', 'a bcde', 'ab c de', 'a b c d e'])(
    'returns as many bytes as asked for, and leaves the others: %s',
    async (text) => {
      const { stream, read } = start()
      const both = (async () => [String(await read(3)), String(await read(1))])()
      for (const piece of text.split(' ')) {
        stream.write(piece)
        await nextTurn()
      }
      expect(await both).toEqual(['abc', 'd'])
      expect(String(stream.read())).toBe('e')
    },
  )

  it('fails if the connection ends before', async () => {
    const { stream, read } = start()
    const reading = read(3).catch((error: unknown) => error)
    stream.write('a')
    await nextTurn()
    stream.end('b')
    expect(await reading).toMatchObject({ code: 'ECONNRESET' })
  })
})
