import { VirtualClock } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { SentWrites } from './sent-writes.ts'

const never = new AbortController().signal

function sentWrites() {
  const clock = new VirtualClock()
  const sent = new SentWrites(clock)
  const state = { isSettled: undefined as boolean | undefined }
  const wait = (signal = never) => void sent.settled(signal).then((is) => (state.isSettled = is))
  return { clock, sent, state, wait }
}

it('settled() resolves at once if all writes were answered', async () => {
  const { sent } = sentWrites()
  expect(await sent.send(async () => 7)).toBe(7)
  expect(await sent.settled(never)).toBe(true)
})

it('settled() waits for a write in flight', async () => {
  const { clock, sent, state, wait } = sentWrites()
  let answer!: () => void
  const answered = sent.send(() => new Promise<void>((resolve) => (answer = resolve)))
  wait()
  await clock.advance('1h')
  expect([sent.isSettled, state.isSettled]).toEqual([false, undefined])
  answer()
  await answered
  await clock.advance(1)
  expect([sent.isSettled, state.isSettled]).toEqual([true, true])
})

it('settled() waits for the in-flight time after a write without a response', async () => {
  const { clock, sent, state, wait } = sentWrites()
  await expect(sent.send(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
  wait()
  await clock.advance('4900ms')
  expect(state.isSettled).toBeUndefined()
  await clock.advance('200ms')
  expect(state.isSettled).toBe(true)
})

it('settled() resolves to false when its limit is reached while a write may still arrive', async () => {
  const { clock, sent, state, wait } = sentWrites()
  void sent.send(() => new Promise<void>(() => {}))
  const limit = new AbortController()
  wait(limit.signal)
  await clock.advance('1s')
  limit.abort()
  await clock.advance(1)
  expect(state.isSettled).toBe(false)
})

it('settled() waits at least a millisecond, because clock times are fractional', async () => {
  const waits: number[] = []
  let now = 0.1
  const schedule = (ms: number, run: () => void) => {
    waits.push(ms)
    now += ms
    queueMicrotask(run)
    return { [Symbol.dispose]() {} }
  }
  const clock = { elapsed: () => now, now: () => now, schedule } as never
  const sent = new SentWrites(clock)
  await sent.send(() => Promise.reject(new Error('no'))).catch(() => undefined)
  now = 5_000.1 - 1e-12
  expect(await sent.settled(never)).toBe(true)
  expect(waits).toEqual([1])
})
