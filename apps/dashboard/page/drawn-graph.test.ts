import { expect, it } from 'vitest'
import { drawnGraph } from './drawn-graph.ts'

const boxes = Array.from({ length: 5_000 }, (_, at) => ({ id: `${at}` }))

it('a graph is limited to 400 boxes and 1,000 edges', () => {
  const edges = boxes.flatMap(({ id }) => [0, 1, 2, 3].map((other) => [`${other}`, id] as const))
  const drawn = drawnGraph(boxes, edges)
  expect([drawn.boxes.length, drawn.edges.length]).toEqual([400, 1_000])
  expect(drawn.edges.every(([, to]) => Number(to) < 400)).toBe(true)
})

it('a graph omits edges to unknown boxes', () => {
  const edges = [
    ['0', '1'],
    ['1', '1'],
    ['0', 'x'],
  ] as const
  expect(drawnGraph(boxes.slice(0, 2), edges)).toEqual({ boxes: boxes.slice(0, 2), edges: [['0', '1']] })
})
