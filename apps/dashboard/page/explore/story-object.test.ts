import { expect, it } from 'vitest'
import { storyObject } from './story-object.ts'

it('an object of a story is parsed from its state', () => {
  expect(storyObject('{"metadata":{"name":"a"}}')).toEqual({ metadata: { name: 'a' } })
})

it.each([
  null,
  undefined,
  '{',
  '[]',
  '{"metadata":1}',
  `{"metadata":{},"spec":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
])('the state %s has no object', (state) => {
  expect(storyObject(state)).toBeUndefined()
})
