import { VirtualClock } from '@kubewright/core/testing'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import type { ClientOptions } from '../client.ts'
import { createClient } from '../create-client.ts'
import { blogRef, Website, website } from '../testing/kinds.ts'
import { failure } from '../scripted/scripted-answer.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'
import { ScriptedStream } from '../scripted/scripted-stream.ts'

const broken = () => {
  throw new Error('no such metric')
}

const brokenLater = (): unknown => Promise.reject(new Error('no such metric'))

function setup(options: ClientOptions) {
  const clock = new VirtualClock()
  const headers = { warning: '299 - "deprecated"' }
  const stream = new ScriptedStream()
  stream.event('ADDED', website())
  const server = new ScriptedServer({
    '*': ({ query }, count) => {
      if (query.watch === 'true') return { headers, stream }
      return count === 1 ? failure(503, 'Unavailable', 'starting') : { headers, body: website() }
    },
  })
  return { clock, server, client: createClient(server, { clock, ...options }) }
}

describe('a client listener or observer', () => {
  let warned: MockInstance
  beforeEach(() => {
    warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  })
  afterEach(() => void vi.restoreAllMocks())

  const listeners: { name: string; options: ClientOptions }[] = [
    { name: 'onWarning', options: { onWarning: broken } },
    { name: 'onWarning', options: { onWarning: brokenLater } },
    { name: 'observer.requested', options: { observer: { requested: broken } } },
    { name: 'observer.retried', options: { observer: { retried: broken } } },
    {
      name: 'observer.rateLimited',
      options: { observer: { rateLimited: broken }, rateLimit: { perSecond: 100, burst: 10 } },
    },
  ]
  it.each(listeners)('that throws in $name fails no call and is reported once', async ({ name, options }) => {
    const { client, clock, server } = setup(options)
    const reads = Promise.all([client.get(Website, blogRef), client.get(Website, blogRef)])
    await clock.advance('10s')
    expect(await reads).toEqual([website(), website()])
    expect(server.requests).toHaveLength(3)
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      `The client's ${name} threw an error. Calls are not affected. This warning is printed once.`,
      expect.objectContaining({ code: 'KW_CLIENT_LISTENER', detail: expect.stringContaining('no such metric') }),
    )
  })

  it('that throws ends no watch', async () => {
    const { client } = setup({ onWarning: broken, observer: { requested: broken } })
    for await (const event of client.watch(Website)) {
      expect(event.type).toBe('ADDED')
      break
    }
    expect(warned).toHaveBeenCalledTimes(2)
  })

  it('that is a class instance is called with itself as this', async () => {
    class Counter {
      count = 0
      requested() {
        this.count++
      }
    }
    const observer = new Counter()
    const { client, clock } = setup({ observer })
    const read = client.get(Website, blogRef)
    await clock.advance('10s')
    await read
    expect([observer.count, warned.mock.calls]).toEqual([2, []])
  })
})
