import { describe, expect, it } from 'vitest'
import type { GraphNode } from '@kubewright/dashboard/topics'
import { shapeOf } from './graph-shape.ts'

const node = (kind: string, name: string, owners: string[] = [], tone: 'good' | 'bad' = 'good'): GraphNode => ({
  group: '',
  version: 'v1',
  kind,
  namespace: 'default',
  name,
  owners,
  health: { tone, text: '' },
})
const pods = (count: number): [string, GraphNode][] =>
  Array.from({ length: count }, (_, index) => [
    `p${index}`,
    node('Pod', `p${index}`, ['rs'], index === 0 ? 'bad' : 'good'),
  ])
const tree = (count: number) =>
  new Map([['d', node('Deployment', 'd')], ['rs', node('ReplicaSet', 'rs', ['d'])], ...pods(count)])

describe('the object graph', () => {
  it('shows all objects while it is small', () => {
    const { drawn, edges } = shapeOf(tree(3), new Set())
    expect(drawn.map(({ id }) => id)).toEqual(['d', 'rs', 'p0', 'p1', 'p2'])
    expect(edges).toContainEqual(['rs', 'p1'])
  })

  it('shows many similar objects as a group, with their health', () => {
    const { drawn } = shapeOf(tree(500), new Set())
    expect(drawn).toHaveLength(3)
    expect(drawn[2]).toMatchObject({
      type: 'group',
      kind: 'Pod',
      count: 500,
      tones: [
        ['bad', 1],
        ['good', 499],
      ],
    })
  })

  it('shows all objects of an expanded group', () => {
    expect(shapeOf(tree(500), new Set(['rs Pod'])).drawn).toHaveLength(503)
  })

  it('terminates if owners own each other', () => {
    const circle = new Map([
      ['a', node('A', 'a', ['b'])],
      ['b', node('B', 'b', ['a'])],
    ])
    expect(shapeOf(circle, new Set()).drawn.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
