import type { StoryMoment } from '@kubewright/dashboard/exploration'
import { describe, expect, it } from 'vitest'
import { headHeight, layOutSequence, participantsOf } from './sequence-layout.ts'

const call = (more: Partial<StoryMoment> = {}): StoryMoment => ({
  type: 'call',
  from: 'operator 1',
  to: 'server',
  text: 'create configmaps default/blog',
  answer: '201',
  ...more,
})

const story: readonly StoryMoment[] = [
  { type: 'step', from: 'user', text: 'step 1: create Site blog' },
  call({ from: 'user' }),
  { type: 'event', from: 'server', to: 'operator 1', text: 'sites default/blog added' },
  { type: 'begin', from: 'operator 1', text: 'reconciles default/blog' },
  call({ struck: { text: 'the response is not received', at: 'answer' } }),
  { type: 'fault', from: 'operator 1', text: 'operator 1 crashes after "create"' },
  { type: 'note', from: 'operator 2', text: 'operator 2 starts' },
  { type: 'quiet', text: 'the cluster is idle' },
]

describe('the layout of a sequence diagram', () => {
  it('puts the user first, then servers, then instances by number, and external services last', () => {
    const moments = ['dns', 'operator 10', 'server east', 'operator 2', 'server', 'cluster', 'user'].map((from) =>
      call({ from, to: from }),
    )
    expect(participantsOf(moments)).toEqual([
      'user',
      'cluster',
      'server',
      'server east',
      'operator 2',
      'operator 10',
      'dns',
    ])
  })

  it('gives every moment its own row below the names', () => {
    const { rows, height } = layOutSequence(story)
    expect(rows).toHaveLength(story.length)
    let y = headHeight
    for (const row of rows) {
      expect(row.y).toBe(y)
      y += row.height
    }
    expect(height).toBeGreaterThan(y)
  })

  it('draws arrows from lifeline to lifeline, inside the picture', () => {
    const { rows, lifelines, width } = layOutSequence(story)
    const x = Object.fromEntries(lifelines.map((one) => [one.name, one.x]))
    expect(rows[1]!.strokes).toMatchObject([
      { x1: x['user'], x2: x['server'], head: 'arrow', isDashed: false },
      { x1: x['server'], x2: x['user'], head: 'arrow', isDashed: true },
    ])
    for (const one of lifelines) expect(one.x).toBeLessThan(width)
  })

  it('shortens an arrow for a lost response and for a request that was never sent', () => {
    const { rows, lifelines } = layOutSequence([
      ...story,
      call({ answer: undefined as never, struck: { text: 'no response before the timeout', at: 'request' } }),
    ])
    const at = (name: string) => lifelines.find((one) => one.name === name)!.x
    const [, lost] = rows[4]!.strokes
    expect(lost).toMatchObject({ x1: at('server'), head: 'cross', isFault: true })
    expect(lost!.x2).not.toBe(at('operator 1'))
    expect(rows[4]!.labels[1]).toMatchObject({
      text: '201, but the response is not received',
      tone: 'fault',
    })
    const [unsent, ...others] = rows.at(-1)!.strokes
    expect(unsent).toMatchObject({ head: 'cross', isFault: true })
    expect(others).toEqual([])
  })

  it.each([
    ['create sites.web.example.dev default/blog', 'create sites default/blog'],
    ['patch sites.web.example.dev@east/status a/b', 'patch sites@east/status a/b'],
    ['dns.ensure', 'dns.ensure'],
    ['get configmaps default/a.b.c', 'get configmaps default/a.b.c'],
  ])('writes %s as %s', (text, label) => {
    expect(layOutSequence([call({ text })]).rows[0]!.labels[0]!.text).toBe(label)
  })

  it('draws a refusal as a response that arrives', () => {
    const { rows } = layOutSequence([call({ struck: { text: 'answered with 500', at: 'refusal' } })])
    expect(rows[0]!.strokes[1]).toMatchObject({ head: 'arrow', isFault: true })
  })

  it('ends the lifeline of an instance where it crashes, and begins that of the next where it starts', () => {
    const { lifelines, rows } = layOutSequence(story)
    const find = (name: string) => lifelines.find((one) => one.name === name)!
    expect(find('operator 1')).toMatchObject({ isCut: true, to: rows[5]!.y + rows[5]!.height / 2 })
    expect(find('operator 2')).toMatchObject({ isCut: false, from: rows[6]!.y + rows[6]!.height / 2 })
    expect(find('user').isCut).toBe(false)
  })

  it('draws a bar for each reconcile until its end, or until the crash', () => {
    const { bars, rows } = layOutSequence(story)
    expect(bars).toMatchObject([{ to: rows[5]!.y }])
    const ended = layOutSequence([...story.slice(0, 5), { type: 'end', from: 'operator 1', text: 'is done' }])
    expect(ended.bars).toHaveLength(1)
    expect(layOutSequence(story.slice(0, 5)).bars).toHaveLength(1)
  })

  it('truncates long texts, and accepts any names', () => {
    const { rows } = layOutSequence([call({ text: 'x'.repeat(5_000) }), call({ from: '__proto__', to: 'constructor' })])
    expect(rows[0]!.labels[0]!.text.length).toBeLessThan(60)
    expect(rows[1]!.strokes).toHaveLength(2)
    expect(layOutSequence([]).rows).toEqual([])
  })
})
