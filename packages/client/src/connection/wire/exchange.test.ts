import { VirtualClock } from '@kubewright/core/testing'
import type { Dispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import { scopeOf } from '../../request-scope.ts'
import { failureOf } from '../testing/failure.ts'
import { Exchange } from './exchange.ts'

/** What undici gives a handler to steer the exchange with. */
function controller(): Dispatcher.DispatchController {
  return {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: null,
    rawTrailers: null,
    abort() {},
    pause() {},
    resume() {},
  }
}

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
  it('did not arrive if it fails before it was handed to a connection', async () => {
    const { exchange, overs } = begin()
    expect(exchange.isWaiting).toBe(true)
    exchange.onResponseError(controller(), reset())

    expect(await failureOf(exchange.response)).toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
    expect(exchange.isWaiting).toBe(false)
    expect(overs()).toBe(1)
  })

  it('may have arrived if it fails after that', async () => {
    const { clock, exchange, overs } = begin()
    exchange.onRequestStart(controller())
    expect(exchange.isWaiting).toBe(false)
    exchange.onResponseError(controller(), reset())

    expect(await failureOf(exchange.response)).toMatchObject({ code: 'KW_CLIENT_CONNECTION_LOST' })
    expect(clock.pending).toEqual([])
    expect(overs()).toBe(1)
  })

  it('takes itself off the queue, and closes nothing, if it was aborted there', async () => {
    const { exchange } = begin(AbortSignal.abort(new Error('gone')))
    await expect(exchange.response).rejects.toThrow('gone')

    expect(() => exchange.onRequestStart(controller())).toThrow('no longer wanted')
  })

  it('is asked whether it may leave only when it would, and takes itself off the queue if it may not', async () => {
    let refused: Error | undefined
    const [first, second] = [begin(undefined, () => refused), begin(undefined, () => refused)]
    expect(() => first.exchange.onRequestStart(controller())).not.toThrow()
    refused = new Error('may not')
    expect(() => second.exchange.onRequestStart(controller())).toThrow('no longer wanted')
    await expect(second.exchange.response).rejects.toBe(refused)
    expect([first.overs(), second.overs(), second.clock.pending]).toEqual([0, 1, []])
  })

  it('is over once, whatever else is reported', async () => {
    const { exchange, overs } = begin()
    exchange.onRequestStart(controller())
    exchange.onResponseStart(controller(), 100, {})
    exchange.onResponseStart(controller(), 200, {})
    exchange.onResponseEnd()
    exchange.onResponseError(controller(), reset())
    exchange.abort(new Error('late'))

    expect(await (await exchange.response).body.text()).toBe('')
    expect(overs()).toBe(1)
  })
})
