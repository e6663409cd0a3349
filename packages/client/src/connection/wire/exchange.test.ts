import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { scopeOf } from '../../request-scope.ts'
import type { RequestController } from '../http1/request-handler.ts'
import { failureOf } from '../testing/failure.ts'
import { Exchange } from './exchange.ts'

const controller: RequestController = { isPaused: false, abort() {}, pause() {}, resume() {} }

function begin(signal?: AbortSignal, refusal?: () => Error | undefined) {
  const clock = new VirtualClock()
  let overs = 0
  const exchange = new Exchange({
    clock,
    responseTimeoutMs: 1000,
    streams: false,
    what: () => 'GET / at 10.0.0.1:443',
    isSecure: true,
    scope: scopeOf({ ...(signal && { signal }) }),
    refusal,
    onOver: () => overs++,
  })
  return { clock, exchange, overs: () => overs }
}

const reset = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' })

describe('Exchange', () => {
  it('fails with KW_CLIENT_UNREACHABLE before it was assigned to a connection', async () => {
    const { exchange, overs } = begin()
    exchange.onError(reset())

    expect(await failureOf(exchange.response)).toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
    expect(overs()).toBe(1)
  })

  it('fails with KW_CLIENT_CONNECTION_LOST after it was assigned to a connection', async () => {
    const { clock, exchange, overs } = begin()
    exchange.onRequestStart(controller)
    exchange.onError(reset())

    expect(await failureOf(exchange.response)).toMatchObject({ code: 'KW_CLIENT_CONNECTION_LOST' })
    expect(clock.pending).toEqual([])
    expect(overs()).toBe(1)
  })

  it('removes itself from the queue without closing a connection if it was aborted while queued', async () => {
    const { exchange } = begin(AbortSignal.abort(new Error('gone')))
    await expect(exchange.response).rejects.toThrow('gone')

    expect(exchange.onRequestStart(controller)).toBe(false)
  })

  it('evaluates its refusal only when it would be sent, and then leaves the queue', async () => {
    let refused: Error | undefined
    const [first, second] = [begin(undefined, () => refused), begin(undefined, () => refused)]
    expect(first.exchange.onRequestStart(controller)).toBe(true)
    refused = new Error('may not')
    expect(second.exchange.onRequestStart(controller)).toBe(false)
    await expect(second.exchange.response).rejects.toBe(refused)
    expect([first.overs(), second.overs(), second.clock.pending]).toEqual([0, 1, []])
  })

  it('fails with the error of a refusal that throws', async () => {
    const { exchange, overs } = begin(undefined, () => {
      throw new Error('broken refusal')
    })
    expect(exchange.onRequestStart(controller)).toBe(false)
    await expect(exchange.response).rejects.toThrow('broken refusal')
    expect(overs()).toBe(1)
  })

  it('withdraws itself from the queue when it is aborted, but not once it was sent', async () => {
    const [waiting, sent] = [begin(), begin()]
    let withdrawn = 0
    waiting.exchange.waits(() => withdrawn++)
    sent.exchange.waits(() => withdrawn++)
    sent.exchange.onRequestStart(controller)
    for (const { exchange } of [waiting, sent]) exchange.abort(new Error('gone'))
    await expect(waiting.exchange.response).rejects.toThrow('gone')
    await expect(sent.exchange.response).rejects.toThrow('gone')
    expect(withdrawn).toBe(1)
  })

  it('completes once, regardless of later callbacks', async () => {
    const { exchange, overs } = begin()
    exchange.onRequestStart(controller)
    exchange.onResponseStart(200, {})
    exchange.onResponseEnd()
    exchange.onError(reset())
    exchange.abort(new Error('late'))

    expect(await (await exchange.response).body.text()).toBe('')
    expect(overs()).toBe(1)
  })
})
