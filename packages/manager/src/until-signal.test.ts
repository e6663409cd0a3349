import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { listenTo, type SignalledProcess, untilSignal } from './until-signal.ts'

function fakeProcess() {
  const emitter = new EventEmitter()
  const exits: number[] = []
  const process = Object.assign(emitter, { exit: (code: number) => void exits.push(code) }) as EventEmitter &
    SignalledProcess
  return { process, exits, receive: (signal: NodeJS.Signals) => emitter.emit(signal, signal) }
}

describe('untilSignal', () => {
  it('aborts on the first signal and exits the process on the second', () => {
    const { process, exits, receive } = fakeProcess()
    const signal = listenTo(process, ['SIGTERM', 'SIGINT'])
    expect(signal.aborted).toBe(false)
    receive('SIGTERM')
    expect([signal.aborted, (signal.reason as Error).message, exits]).toEqual([
      true,
      'the process received SIGTERM',
      [],
    ])
    receive('SIGINT')
    expect(exits).toEqual([1])
  })

  it('removes its listeners when disposed', () => {
    const { process, receive } = fakeProcess()
    const signal = listenTo(process, ['SIGTERM'])
    signal[Symbol.dispose]()
    receive('SIGTERM')
    expect(signal.aborted).toBe(false)
  })

  it('listens for SIGTERM and SIGINT by default', () => {
    const listening = () => ['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => process.listenerCount(signal))
    const before = listening()
    using _ = untilSignal()
    expect(listening().map((count, index) => count - before[index]!)).toEqual([1, 1, 0])
  })
})
