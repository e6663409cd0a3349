import type { ComponentEntry } from '@kubewright/dashboard/topics'
import { expect, test } from 'vitest'
import { isApplication } from './is-application.ts'
import { liveProtocol, planSteps } from './live-state.ts'

const component = (name: string, phase: ComponentEntry['phase'], needs: readonly string[] = [], waitsFor?: string) => ({
  name,
  phase,
  needs,
  ...(waitsFor === undefined ? {} : { waitsFor }),
})

const components = [
  component('db', 'crashed'),
  component('api', 'starting', ['db', 'gone'], 'is starting'),
  component('web', 'running', ['api'], 'waits for api'),
]

test('component phases are mapped to protocol states; a starting component keeps its previous state', () => {
  expect(liveProtocol({ components })).toEqual({
    source: {
      needs: [
        ['db', []],
        ['api', ['db']],
        ['web', ['api']],
      ],
    },
    state: { db: 'crashed', api: 'unavailable', web: 'running' },
    goal: { db: 'running', api: 'running', web: 'running' },
  })
  expect(liveProtocol({ components: [] })).toBeUndefined()
})

const states = { absent: 'off', running: 'primary', crashed: 'lost' }
const own = { topology: { nodes: {} }, states: { db: states, api: states, web: states }, goal: { db: 'primary' } }

test('an own protocol is taken from the status', () => {
  expect(liveProtocol({ components, protocol: JSON.stringify(own) })).toEqual({
    source: { text: '{"nodes":{}}' },
    state: { db: 'lost', api: 'off', web: 'primary' },
    goal: { db: 'primary' },
  })
})

test.each(['{', '[]', 'null', '{"topology":{}}', JSON.stringify({ ...own, states: { db: states } })])(
  'an unparsable protocol is reported: %s',
  (protocol) => {
    expect(liveProtocol({ components, protocol })).toMatchObject({
      problem: expect.stringContaining('cannot be read') as string,
      source: { needs: expect.anything() as object },
    })
  },
)

test.each(['topology', 'goal'])('a protocol with a deeply nested %s is reported', (member) => {
  const nested = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`
  const protocol = JSON.stringify({ ...own, [member]: 'HERE' }).replace('"HERE"', nested)
  expect(liveProtocol({ components, protocol })).toMatchObject({
    problem: expect.stringContaining('cannot be read') as string,
    source: { needs: expect.anything() as object },
  })
})

test('a component may be named __proto__', () => {
  const live = liveProtocol({ components: [component('__proto__', 'running')] })
  expect(Object.keys(live!.state)).toEqual(['__proto__'])
})

test('plan steps show what is in progress, and why the rest waits', () => {
  expect(planSteps({ components, plan: ['api.run', 'web.run', 'x.y'], step: 'api.run, db.run' })).toEqual([
    { line: 'api.run', tone: 'busy', text: 'is starting' },
    { line: 'web.run', tone: 'quiet', text: 'waits for api' },
    { line: 'x.y', tone: 'quiet', text: '' },
  ])
})

test.each([
  [{ plan: [], components: { db: { phase: 'running' } } }, true],
  [{ plan: [], components: {} }, false],
  [{ plan: [], components: { db: 'running' } }, false],
  [{ components: { db: { phase: 'running' } } }, false],
  [undefined, false],
])('a stack is recognised by its status: %j', (status, expected) => {
  expect(isApplication({ metadata: { name: 'a', uid: 'b' }, status } as never)).toBe(expected)
})
