import type { Clock } from '@kubewright/core'
import { pendingTasks } from '@kubewright/core/tasks'
import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { Change } from './change.ts'
import { Subscribers } from './subscribers.ts'
import { site } from './testing/objects.ts'

const change = (name: string): Change => ({
  type: 'added',
  object: site(name, 1),
  previous: undefined,
  isInitial: false,
  echoOf: undefined,
  heardAt: 0,
})
const nameOf = ({ object }: Change) => object.metadata.name

/** A clock on which work takes time: each reading advances it by `stepMs`. */
class BusyClock implements Clock {
  readonly #stepMs: number
  #elapsed = 0

  constructor(stepMs: number) {
    this.#stepMs = stepMs
  }

  now = () => this.#elapsed
  elapsed = () => (this.#elapsed += this.#stepMs)
  schedule = () => ({ [Symbol.dispose]: () => undefined })
}

function follow(clock: Clock = new VirtualClock()) {
  const reported: unknown[] = []
  const told: string[] = []
  return { subscribers: new Subscribers(clock, (error) => reported.push(error)), reported, told }
}

describe('cache subscribers', () => {
  it('receive the existing objects first, then all changes in order', () => {
    const { subscribers, told } = follow()
    subscribers.add((one) => told.push(nameOf(one)), [change('a'), change('b')])
    subscribers.tell([change('c')])
    subscribers.tell([change('d'), change('e')])
    expect([told, subscribers.waiting]).toEqual([['a', 'b', 'c', 'd', 'e'], 0])
  })

  it('receive a long initial list in time slices, and later changes after it', async () => {
    const { subscribers, told } = follow(new BusyClock(2))
    subscribers.add(
      (one) => told.push(nameOf(one)),
      Array.from({ length: 10 }, (_, at) => change(String(at))),
    )
    expect(told.length).toBeLessThan(6)
    expect(pendingTasks().map(({ name }) => name)).toEqual(['notify cache subscribers'])
    subscribers.tell([change('new')])
    expect(subscribers.waiting).toBe(11 - told.length)
    while (subscribers.waiting > 0) await nextTurn()
    expect(told).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'new'])
    await nextTurn()
    expect(pendingTasks()).toEqual([])
  })

  it('are isolated from errors of each other', () => {
    const { subscribers, told } = follow()
    subscribers.add(() => {
      throw new Error('one')
    }, [])
    subscribers.add((one) => told.push(nameOf(one)), [])
    subscribers.tell([change('a')])
    expect(told).toEqual(['a'])
  })

  it('receive the remaining changes after they throw, and each error is reported', () => {
    const { subscribers, told, reported } = follow()
    subscribers.add(
      (one) => {
        told.push(nameOf(one))
        throw new Error(nameOf(one))
      },
      [change('a')],
    )
    subscribers.tell([change('b')])
    expect([told, reported]).toEqual([
      ['a', 'b'],
      [new Error('a'), new Error('b')],
    ])
  })

  it('receive nothing after disposal, not even queued changes', async () => {
    const { subscribers, told } = follow(new BusyClock(5))
    const subscription = subscribers.add((one) => told.push(nameOf(one)), [change('a'), change('b'), change('c')])
    expect(told).toEqual(['a'])
    subscription[Symbol.dispose]()
    subscription[Symbol.dispose]()
    subscribers.tell([change('d')])
    await nextTurn()
    expect([told, subscribers.size, subscribers.waiting]).toEqual([['a'], 0, 0])
  })

  it('may dispose themselves and each other during delivery', () => {
    const { subscribers, told } = follow()
    const first = subscribers.add((one) => {
      told.push(`first ${nameOf(one)}`)
      first[Symbol.dispose]()
      second[Symbol.dispose]()
    }, [])
    const second = subscribers.add((one) => told.push(`second ${nameOf(one)}`), [])
    subscribers.tell([change('a'), change('b')])
    expect([told, subscribers.size]).toEqual([['first a'], 0])
  })

  it('added during delivery do not receive the delivered changes twice', () => {
    const { subscribers, told } = follow()
    let isFirst = true
    subscribers.add(() => {
      // The initial state of a subscriber added now contains both changes.
      if (isFirst) subscribers.add((one) => told.push(nameOf(one)), [change('a'), change('b')])
      isFirst = false
    }, [])
    subscribers.tell([change('a'), change('b')])
    subscribers.tell([change('c')])
    expect(told).toEqual(['a', 'b', 'c'])
  })

  it('that cause a change during delivery receive it after the changes being delivered', () => {
    const { subscribers, told } = follow()
    for (const who of ['one', 'two']) {
      subscribers.add((event) => {
        told.push(`${who} ${nameOf(event)}`)
        if (nameOf(event) === 'a' && who === 'one') subscribers.tell([change('c')])
      }, [])
    }
    subscribers.tell([change('a'), change('b')])
    expect(told.filter((line) => line.startsWith('one'))).toEqual(['one a', 'one b', 'one c'])
    expect(told.filter((line) => line.startsWith('two'))).toEqual(['two a', 'two b', 'two c'])
  })
})
