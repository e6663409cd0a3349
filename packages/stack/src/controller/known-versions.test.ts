import { describe, expect, it } from 'vitest'
import { component } from '../component.ts'
import type { Stack, StackObject } from '../stack.ts'
import { presumedVersions, refusedVersion } from './known-versions.ts'

const versions = { '1.0': { components: { db: '16.1' } }, '1.1': { components: { db: '16.2' } } }
const stackWith = (parts: Partial<Stack>) =>
  ({ version: ({ spec }: { spec: { version?: string } }) => spec.version, ...parts }) as unknown as Stack
const stack = stackWith({ versions })
const object = (version: string | undefined, status?: object) =>
  ({ spec: { version }, status }) as unknown as StackObject

describe('the versions with which components are declared', () => {
  it.each([
    ['of the version that a new object asks for', '1.0', undefined, ['16.1', '1.0']],
    ['of the newest, if it asks for none', undefined, undefined, ['16.2', '1.1']],
    ['of the version it has, whatever it asks for', '1.1', { version: '1.0' }, ['16.1', '1.0']],
    [
      'of the status, where it knows more',
      '1.1',
      { version: '1.0', components: { db: { version: '16.2' } } },
      ['16.2', '1.0'],
    ],
  ])('are those %s', (_, version, status, expected) => {
    const presumed = presumedVersions(stack, object(version, status))
    expect([presumed['db'], presumed['api']]).toEqual(expected)
  })

  it('are the requested one, where any version is accepted', () => {
    const presumed = presumedVersions(stackWith({ anyVersion: {} }), object('3.0'))
    expect([presumed['db'], presumed['constructor']]).toEqual(['3.0', '3.0'])
  })

  it('are none, where the stack has none; then an image without a tag is refused', () => {
    const presumed = presumedVersions(stackWith({}), object(undefined))
    expect(presumed).toEqual({})
    expect(() => component({ image: `api:${presumed['api']}` })).toThrow(/api:undefined.*missing version/s)
  })
})

describe('the version of a new stack', () => {
  it.each([
    ['does not exist', object('7.0'), 'there is no version "7.0"; there are 1.0, 1.1'],
    ['is called __proto__', object('__proto__'), 'there is no version "__proto__"; there are 1.0, 1.1'],
    ['exists', object('1.0'), undefined],
    ['is left out', object(undefined), undefined],
    ['does not exist, of a stack that has another', object('7.0', { version: '1.0' }), undefined],
  ])('that %s', (_, given, expected) => {
    expect(refusedVersion(stack, given, versions)).toBe(expected)
  })
})
