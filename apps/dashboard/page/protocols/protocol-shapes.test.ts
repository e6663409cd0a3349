import { expect, test } from 'vitest'
import { arrowHead, edgePath } from './edge-path.ts'
import { choiceOf, goalOf } from './goal-choice.ts'
import { planShape } from './plan-shape.ts'
import { answer, check } from './protocol-answers.ts'
import { exampleTopology } from './example-topology.ts'
import { stateText } from './protocol-model.ts'
import { protocolShape, topologyShape } from './protocol-shapes.ts'
import { addMove, currentState, goTo, startHistory } from './run-history.ts'
import { stateTone } from './state-tone.ts'

const text = exampleTopology
  .replace('api: Api\n', 'api: { type: Api, replicas: 3 }\n')
  .replace('bindings:\n', 'containers: { db: disk }\nbindings:\n')
const model = check(text).model!
const broken = { disk: 'available', db: 'crashed', api: { running: 2, crashed: 1 }, web: 'alone' }
const faults = [{ node: 'api', requirement: 'database', unhandled: [] }]

test('a topology is drawn with node states, bindings and containment', () => {
  const { boxes, edges } = topologyShape(model, broken, faults)
  expect(boxes.map(({ title, text: state, tone }) => [title, state, tone])).toEqual([
    ['disk', 'available', 'good'],
    ['db', 'crashed', 'busy'],
    ['api ×3', 'running ×2, crashed ×1', 'bad'],
    ['web', 'alone', 'good'],
  ])
  expect(boxes[2]!.label).toBe('api ×3 running ×2, crashed ×1, misses database, type Api')
  expect(edges.map(({ from, to, label, kind }) => [from, to, label, kind])).toEqual([
    ['db', 'disk', 'storage', 'binding'],
    ['api', 'db', 'database → sql', 'missing'],
    ['web', 'api', 'http', 'binding'],
    ['db', 'disk', 'runs in', 'container'],
  ])
})

test('a protocol is drawn with requirements, capabilities, current state and three kinds of arrows', () => {
  const { boxes, edges } = protocolShape(model.types.get('Database')!, broken, 'db')
  expect(boxes.map(({ title, text: line, isNow }) => [title, line, isNow])).toEqual([
    ['unavailable', 'initial', false],
    ['running', 'needs storage · offers sql', false],
    ['crashed', '', true],
  ])
  expect(edges.map(({ label, kind }) => `${kind} ${label}`)).toEqual([
    'operation run [storage]',
    'operation delete',
    'operation delete',
    'crash crash',
    'fault on fault',
  ])
})

test('a state that only faults lead to has the repair tone', () => {
  const type = model.types.get('Web')!
  expect([stateTone(type, 'unavailable'), stateTone(type, 'alone'), stateTone(undefined, 'x')]).toEqual([
    'quiet',
    'good',
    'quiet',
  ])
  expect(stateTone(model.types.get('Database'), 'crashed')).toBe('busy')
})

test('a node without state has no text', () => {
  expect(stateText({}, 'toString')).toBe('')
})

test('a goal contains the chosen states that exist', () => {
  const choice = new Map([
    ['db', { state: 'running', count: 1 }],
    ['api', { state: 'running', count: 9 }],
    ['web', { state: 'gone', count: 1 }],
    ['other', { state: 'running', count: 1 }],
  ])
  expect(goalOf(model, choice)).toEqual({ db: 'running', api: { running: 3 } })
  expect(goalOf(model, choiceOf(broken))).toEqual({
    disk: 'available',
    db: 'crashed',
    api: { running: 2 },
    web: 'alone',
  })
})

test('a plan is drawn as a dependency graph', () => {
  const plan = answer('plan', { text, from: model.initial, to: { api: { running: 1 } }, limit: 10_000 })
  if (plan.status !== 'found') throw new Error(plan.reason)
  const { boxes, edges } = planShape(plan, 1)
  expect(boxes.map(({ title, tone, isNow }) => [title, tone, isNow])).toEqual([
    ['disk.create', 'good', false],
    ['db.run', 'quiet', true],
    ['api.run', 'quiet', false],
  ])
  expect(edges.map(({ from, to }) => `${from}→${to}`)).toEqual(['0→1', '1→2'])
})

test('edges are smooth lines with a head in their direction', () => {
  expect(
    edgePath([
      [0, 0],
      [0, 10],
    ]),
  ).toBe('M0 0L0 10')
  expect(
    edgePath([
      [0, 0],
      [5, 5],
      [10, 10],
      [0, 20],
    ]),
  ).toBe('M0 0Q5 5 7.5 7.5Q10 10 0 20')
  expect(edgePath([[0, 0]])).toBe('')
  expect(
    arrowHead([
      [0, 0],
      [0, 10],
    ]),
  ).toBe('0,10 -4,2 4,2')
  expect(arrowHead([])).toBe('')
})

test('a history is bounded, and starts at its oldest kept state', () => {
  const step = { kind: 'operation', node: 'a', operation: 'b', controllable: true, from: 'x', to: 'y' } as const
  let history = startHistory({ a: '0' })
  for (let at = 1; at <= 1_001; at++) history = addMove(history, [{ step, state: { a: String(at) } }])
  expect(history.moves).toHaveLength(1_000)
  expect(currentState(goTo(history, 0))).toEqual({ a: '1' })
  expect(currentState(goTo(history, 5_000))).toEqual({ a: '1001' })
  expect(addMove(history, [])).toEqual(history)
})
