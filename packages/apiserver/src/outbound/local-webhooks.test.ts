import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { type LocalWebhook, localWebhooks } from './local-webhooks.ts'
import type { WebhookAddress } from './webhook-transport.ts'

const clock = new VirtualClock()
const ok = { status: 200, body: Buffer.from('{}') }

function call(webhook: LocalWebhook, address: WebhookAddress = { url: 'https://hooks.test/check' }) {
  const transport = localWebhooks({
    clock,
    hosts: new Map([
      ['hooks.test:443', webhook],
      ['hook.web.svc:443', webhook],
    ]),
    otherwise: () => Promise.resolve({ status: 404, body: Buffer.from('elsewhere') }),
  })
  return transport({ address, query: { timeout: '10s' }, body: '{"a":1}', timeoutMs: 10_000 })
}

describe('localWebhooks', () => {
  it('calls the function with path, query and body', async () => {
    const seen: unknown[] = []
    const answer = await call(({ path, query, body }) => {
      seen.push([path, query.get('timeout'), body])
      return ok
    })
    expect(answer).toBe(ok)
    expect(seen).toEqual([['/check', '10s', '{"a":1}']])
  })

  it('matches services by their host name', async () => {
    expect(await call(() => ok, { service: { namespace: 'web', name: 'hook' } })).toBe(ok)
  })

  it('passes other hosts to the fallback transport', async () => {
    expect(await call(() => ok, { url: 'https://other.test/' })).toMatchObject({ status: 404 })
  })

  it('fails like a request when the function throws', async () => {
    const thrower = () => {
      throw new Error('kaboom')
    }
    await expect(call(thrower)).rejects.toThrow('Post "https://hooks.test/check?timeout=10s": kaboom')
  })

  it("fails after the timeout and aborts the function's signal", async () => {
    let wasTold = false
    const outcome = call(({ signal }) => {
      signal.addEventListener('abort', () => (wasTold = true))
      return new Promise(() => undefined)
    })
    const failure = outcome.catch((error: Error) => error.message)
    await clock.advance('10s')
    expect(await failure).toBe('Post "https://hooks.test/check?timeout=10s": context deadline exceeded')
    expect(wasTold).toBe(true)
  })
})
