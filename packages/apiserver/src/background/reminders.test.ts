import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { Store } from '../storage/store.ts'
import { Reminders } from './reminders.ts'

const stored = () => ({ text: '{}', labels: undefined })

describe('Reminders', () => {
  it('fires for a namespace when an object in it is removed', () => {
    const collection = new Store().collection('configmaps')
    const reminded: string[] = []
    const reminders = new Reminders(new VirtualClock(), (name) => reminded.push(name))
    reminders.whenSomethingGoes('a', [collection])
    for (const key of ['a/x', 'ab/x']) collection.remove(key, collection.put(key, undefined, stored).revision, stored)
    expect(reminded).toEqual(['a'])
    reminders.clear('a')
    collection.remove('a/y', collection.put('a/y', undefined, stored).revision, stored)
    expect(reminded).toEqual(['a'])
  })

  it('backs off exponentially after failures, until reset by forget()', async () => {
    const clock = new VirtualClock()
    const start = clock.now()
    const waits: number[] = []
    const reminders = new Reminders(clock, () => waits.push(clock.now() - start))
    for (let failure = 0; failure < 3; failure++) reminders.afterFailure('a')
    reminders.forget('a')
    reminders.afterFailure('a')
    reminders.afterFailure('a')
    await clock.advance('1m')
    expect(waits).toEqual([5, 10])
  })

  it('caps the back-off at one minute', async () => {
    const clock = new VirtualClock()
    let reminded = 0
    const reminders = new Reminders(clock, () => reminded++)
    for (let failure = 0; failure < 30; failure++) reminders.afterFailure('a')
    await clock.advance('1m')
    expect(reminded).toBe(30)
  })
})
