import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { type OperatorOrder, RemoteOperator } from './remote-operator.ts'
import type { StreamEvent } from './stream-event.ts'
import { TopicHub } from './topic-hub.ts'

function setUp() {
  const clock = new VirtualClock()
  const operator = new RemoteOperator()
  const hub = new TopicHub(operator.topics, clock)
  const heard: StreamEvent[] = []
  const orders: OperatorOrder[] = []
  const report = (set: [string, unknown][], isReady = true) =>
    operator.take({ type: 'dashboard', topic: 'history', set, removed: [], isReady })
  return { clock, operator, hub, heard, orders, report }
}

describe('an operator in another process', () => {
  it('receives requests only for the topics that are viewed, and again after a reconnect', async () => {
    const { clock, operator, hub, heard, orders, report } = setUp()
    operator.connect((order) => orders.push(order))
    expect(orders).toEqual([])
    const following = hub.follow('history', (event) => heard.push(event))
    report([['1', 'old']])
    operator.disconnect()
    const second: OperatorOrder[] = []
    operator.connect((order) => second.push(order))
    report([['2', 'new']])
    await clock.advance(100)
    expect([orders, second].map((list) => list.map(({ type }) => type))).toEqual([
      ['dashboard-open'],
      ['dashboard-open'],
    ])
    expect(heard.at(-1)).toMatchObject({ type: 'change', set: [['2', 'new']], removed: ['1'] })
    following[Symbol.dispose]()
    expect(second.at(-1)).toEqual({ type: 'dashboard-close', topic: 'history' })
  })

  it('leaves its last data readable, marked as stale, after it has exited', () => {
    const { operator, hub, heard, report } = setUp()
    operator.connect(() => undefined)
    hub.follow('history', (event) => heard.push(event))
    report([['1', 'a']])
    operator.disconnect()
    expect(heard.map(({ type }) => type)).toEqual(['snapshot', 'problem'])
    expect(heard[1]).toMatchObject({ message: expect.stringContaining('is not running') })
  })

  it('refuses a reconcile request while it is not running', async () => {
    await expect(setUp().operator.reconcile({ controller: 'a', name: 'b' })).rejects.toThrow('is not running')
  })

  it('may send invalid messages without an error', () => {
    const { operator, hub } = setUp()
    hub.follow('history', () => undefined)
    for (const set of [undefined, 'x', [[1, 2]], [null]]) {
      expect(() => operator.take({ type: 'dashboard', topic: 'history', set, removed: [] } as never)).not.toThrow()
    }
    expect(() =>
      operator.take({ type: 'dashboard', topic: '__proto__', set: [], removed: [], isReady: true }),
    ).not.toThrow()
  })
})
