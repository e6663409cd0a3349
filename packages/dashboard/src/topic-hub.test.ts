import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { StreamEvent } from './stream-event.ts'
import type { Publisher } from './topic.ts'
import { TopicHub } from './topic-hub.ts'

function setUp() {
  const clock = new VirtualClock()
  const opened: string[] = []
  const publishers = new Map<string, Publisher>()
  const hub = new TopicHub((name, parameter) => {
    if (name !== 'sites') return undefined
    return (publisher) => {
      opened.push(`open ${parameter}`)
      publishers.set(parameter, publisher)
      return { [Symbol.dispose]: () => void opened.push(`close ${parameter}`) }
    }
  }, clock)
  const look = (topic: string) => {
    const heard: StreamEvent[] = []
    const following = hub.follow(topic, (event) => heard.push(event))
    return { heard, leave: () => following[Symbol.dispose]() }
  }
  return { clock, hub, opened, publishers, look }
}

describe('a dashboard topic', () => {
  it('is collected once for all viewers, and not without viewers', () => {
    const { hub, opened, look } = setUp()
    expect(opened).toEqual([])
    const [one, two] = [look('sites:a:b'), look('sites:a:b')]
    expect([opened, hub.size]).toEqual([['open a:b'], 1])
    one.leave()
    one.leave()
    expect(hub.size).toBe(1)
    two.leave()
    expect([opened, hub.size]).toEqual([['open a:b', 'close a:b'], 0])
  })

  it('is sent as a snapshot once it is complete, then as batched changes', async () => {
    const { clock, publishers, look } = setUp()
    const { heard } = look('sites:')
    const sites = publishers.get('')!
    sites.put('blog', 1)
    expect(heard).toEqual([])
    sites.ready()
    sites.put('blog', 2)
    sites.put('blog', 3)
    sites.put('shop', { a: 1 })
    sites.put('gone', 1)
    sites.remove('gone')
    await clock.advance(100)
    sites.put('shop', { a: 1 }) // the same again
    await clock.advance(100)
    expect(heard).toEqual([
      { type: 'snapshot', topic: 'sites:', entries: [['blog', 1]] },
      {
        type: 'change',
        topic: 'sites:',
        set: [
          ['blog', 3],
          ['shop', { a: 1 }],
        ],
        removed: ['gone'],
      },
    ])
  })

  it('is sent as a snapshot to a later viewer, without duplicates', async () => {
    const { clock, publishers, look } = setUp()
    const first = look('sites:')
    const sites = publishers.get('')!
    sites.ready()
    sites.put('blog', 1)
    const second = look('sites:')
    await clock.advance(100)
    expect(first.heard.map(({ type }) => type)).toEqual(['snapshot', 'change'])
    expect(second.heard).toEqual([{ type: 'snapshot', topic: 'sites:', entries: [['blog', 1]] }])
  })

  it('may have entries of any name', async () => {
    const { publishers, look } = setUp()
    const { heard } = look('sites:')
    const sites = publishers.get('')!
    sites.put('__proto__', 1)
    sites.put('constructor', 2)
    sites.ready()
    expect(JSON.parse(JSON.stringify(heard[0]))).toMatchObject({
      entries: [
        ['__proto__', 1],
        ['constructor', 2],
      ],
    })
  })

  it('reports its problem to current and later viewers until it is resolved', () => {
    const { publishers, look } = setUp()
    const { heard } = look('sites:')
    publishers.get('')!.problem('the server is away')
    expect(look('sites:').heard).toEqual([{ type: 'problem', topic: 'sites:', message: 'the server is away' }])
    publishers.get('')!.problem(undefined)
    expect(heard.at(-1)).toEqual({ type: 'problem', topic: 'sites:', message: null })
  })
})

it('an unknown dashboard topic is reported as a problem', () => {
  const { hub, look } = setUp()
  for (const topic of ['other', 'constructor', '']) {
    expect(look(topic).heard).toEqual([{ type: 'problem', topic, message: 'This dashboard has no such topic.' }])
  }
  expect(hub.size).toBe(0)
})
