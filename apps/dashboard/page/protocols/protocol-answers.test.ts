import { expect, test } from 'vitest'
import { exampleTopology } from './example-topology.ts'
import { answer, check } from './protocol-answers.ts'

const text = exampleTopology
const { model } = check(text)
const initial = model!.initial

/** The text that a problem marks. */
const marked = (source: string) => check(source).problems.map(({ from, to }) => source.slice(from, to))

test('the example protocol is sound, and has everything that is drawn', () => {
  const checked = check(text)
  expect(checked).toMatchObject({ problems: [], isSound: true })
  expect(checked.model!.nodes.map(({ name }) => name)).toEqual(['disk', 'db', 'api', 'web'])
  expect(checked.model!.types.get('Database')!.transitions).toHaveLength(4)
})

test.each([
  ['an unknown state', text.replace('initial: unavailable', 'initial: gone'), 'gone', /there is no state "gone"/],
  ['an unknown key', text.replace('offers: [storage] }', 'offer: [storage] }'), 'offer', /no key "offer"/],
  [
    'a binding to an unknown capability',
    text.replace('web.api: api.http', 'web.api: api.ftp'),
    'api.ftp',
    /names no capability/,
  ],
  ['an unknown type', text.replace('web: Web', 'web: Wob'), 'Wob', /no node type "Wob"/],
  ['a value of the wrong type', `${text}hardRecovery: perhaps\n`, 'perhaps', /must be true or false/],
])('%s is marked at its position', (_, source, place, message) => {
  const [problem] = check(source).problems
  expect(problem!.message).toMatch(message)
  expect(marked(source)[0]).toBe(place)
})

test('invalid YAML is marked at the line of the parser', () => {
  const checked = check('types: [a, b\nnodes: {}\n')
  expect(checked.isSound).toBe(false)
  expect(checked.problems[0]!.line).toBeGreaterThan(1)
})

test('an unhandled fault is a warning at its state', () => {
  const source = text.replace('    faults: { running: crashed } # where it goes when its storage is gone\n', '')
  const { problems, isSound } = check(source)
  expect(isSound).toBe(true)
  expect(problems).toMatchObject([{ severity: 'warning', nodes: ['db'] }])
  expect(marked(source)).toEqual(['running'])
})

test.each([
  ['deeply nested', '['.repeat(50_000)],
  ['too long', `a: ${'x'.repeat(5 * 2 ** 20)}`],
  ['empty', ''],
  ['a list', '- a'],
])('a text that is %s is refused with a message', (_, source) => {
  const { problems, model: none } = check(source)
  expect(none).toBeUndefined()
  expect(problems).toHaveLength(1)
  expect(problems[0]!.line).toBe(1)
})

test('a node may be named __proto__ or constructor', () => {
  const source = text.replaceAll('web', '__proto__').replaceAll('Web', 'constructor')
  const checked = check(source)
  expect(checked.problems).toEqual([])
  const outlook = answer('outlook', { text: source, state: checked.model!.initial })
  expect(outlook.steps.map(({ node }) => node)).toContain('__proto__')
})

test('the outlook lists enabled steps, and refused ones with the reason', () => {
  const outlook = answer('outlook', { text, state: initial })
  expect(outlook.steps.map(({ node }) => node)).toEqual(['disk', 'web'])
  expect(outlook.refused.map(({ line }) => line)).toEqual(['db.run', 'api.run'])
  expect(outlook.refused[0]!.why).toContain('db.storage')
  expect(outlook.isSettled).toBe(true)
})

test('an operation is followed by its cascade, unless disabled', () => {
  const up = answer('busiest', { text, limit: 1_000 })!
  const crash = { kind: 'operation', node: 'db', operation: 'crash', controllable: false } as const
  const step = { ...crash, from: 'running', to: 'crashed' }
  const cascade = answer('take', { text, state: up, step, settles: true })
  expect(cascade.map(({ step: { node } }) => node)).toEqual(['db', 'api', 'web'])
  expect(cascade.at(-1)!.state).toEqual({ disk: 'available', db: 'crashed', api: 'crashed', web: 'alone' })
  const [only, ...more] = answer('take', { text, state: up, step, settles: false })
  expect(more).toEqual([])
  const outlook = answer('outlook', { text, state: only!.state })
  expect(outlook).toMatchObject({ isSettled: false, faults: [{ node: 'api', requirement: 'database', unhandled: [] }] })
})

test('a plan can be replayed, by steps or by text', () => {
  const up = answer('busiest', { text, limit: 1_000 })!
  const plan = answer('plan', { text, from: initial, to: up, limit: 1_000 })
  expect(plan.status).toBe('found')
  expect(answer('replay', { text, state: initial, steps: plan.steps! }).at(-1)!.state).toEqual(up)
  expect(answer('replay', { text, state: initial, steps: plan.lines! }).at(-1)!.state).toEqual(up)
  expect(() => answer('replay', { text, state: initial, steps: ['api.run'] })).toThrow(/cannot be taken/)
})

test('a search reports when its limit is reached', () => {
  const up = answer('busiest', { text, limit: 1_000 })!
  expect(answer('plan', { text, from: initial, to: up, limit: 1 }).status).toBe('truncated')
  expect(answer('analyse', { text, goal: up, limit: 3 }).isTruncated).toBe(true)
})

test('every fault has a row with its recovery', () => {
  const up = answer('busiest', { text, limit: 1_000 })!
  const { recoveries } = answer('faults', { text, state: up, double: false, limit: 10_000 })
  expect(recoveries.map(({ faults: [fault] }) => fault!.node)).toEqual(['db', 'api'])
  expect(answer('faults', { text, state: up, double: true, limit: 10_000 }).recoveries.length).toBeGreaterThan(2)
})

test('a topology survives export and import of an archive', () => {
  const bytes = answer('exportCsar', { text })
  const back = answer('importFile', { name: 'shop.csar', bytes })
  expect(check(back).model).toEqual(model)
})

/** An archive in which the name of an entry is replaced by one of the same length. */
function renamed(from: string, to: string): Uint8Array {
  const bytes = answer('exportCsar', { text })
  const latin = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return Uint8Array.from(latin.replaceAll(from, to), (character) => character.charCodeAt(0))
}

test.each([
  ['that is not a zip file', new TextEncoder().encode('no archive'), /not a zip archive/],
  ['with a path that leaves it', renamed('TOSCA-Metadata/TOSCA', '../CA-Metadata/TOSCA'), /leads out/],
  ['without its definitions', renamed('Definitions/app', 'Definitions/cpp'), /Cannot read/],
  ['that is truncated', answer('exportCsar', { text }).subarray(0, 300), /Cannot read/],
])('an archive %s is refused', (_, bytes, message) => {
  expect(() => answer('importFile', { name: 'a.csar', bytes })).toThrow(message)
})

test('a text file is imported with its comments, and refused if it is no topology', () => {
  const file = (source: string) => ({ name: 'a.yaml', bytes: new TextEncoder().encode(source) })
  expect(answer('importFile', file(text))).toBe(text)
  expect(() => answer('importFile', file('a: 1'))).toThrow(/no key "a"/)
  expect(() => answer('importFile', { name: 'a.yaml', bytes: new Uint8Array([0xff, 0xfe, 0]) })).toThrow(/UTF-8/)
})

test('the protocol of a stack comes from its dependencies, or from its own text', () => {
  const needs = [
    ['db', []],
    ['api', ['db']],
  ] as const
  expect(check(answer('liveText', { needs }))).toMatchObject({ isSound: true, problems: [] })
  const own = JSON.stringify({ types: { Lamp: { initial: 'low', states: { low: {} } } }, nodes: { lamp: 'Lamp' } })
  expect(answer('liveText', { text: own })).toBe(
    'types:\n  Lamp:\n    initial: low\n    states:\n      low: {}\nnodes:\n  lamp: Lamp\nbindings: {}\n',
  )
})
