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

describe('the presumed component versions', () => {
  it.each([
    ['of the version that a new object requests', '1.0', undefined, ['16.1', '1.0']],
    ['of the newest version, if it requests none', undefined, undefined, ['16.2', '1.1']],
    ['of its current version, whatever it requests', '1.1', { version: '1.0' }, ['16.1', '1.0']],
    [
      'in the status, if it names them',
      '1.1',
      { version: '1.0', components: { db: { version: '16.2' } } },
      ['16.2', '1.0'],
    ],
  ])('are those %s', (_, version, status, expected) => {
    const presumed = presumedVersions(stack, object(version, status))
    expect([presumed['db'], presumed['api']]).toEqual(expected)
  })

  it('are the requested version if the stack accepts any version', () => {
    const presumed = presumedVersions(stackWith({ anyVersion: {} }), object('3.0'))
    expect([presumed['db'], presumed['constructor']]).toEqual(['3.0', '3.0'])
  })

  it('are empty if the stack has no versions, so an image tagged with one is refused as api:undefined', () => {
    const presumed = presumedVersions(stackWith({}), object(undefined))
    expect(presumed).toEqual({})
    expect(() => component({ image: `api:${presumed['api']}` })).toThrow(/api:undefined.*missing version/s)
  })
})

describe('the requested version of a new stack', () => {
  it.each([
    ['is refused if it does not exist', object('7.0'), 'there is no version "7.0"; there are 1.0, 1.1'],
    ['is refused if it is __proto__', object('__proto__'), 'there is no version "__proto__"; there are 1.0, 1.1'],
    ['is accepted if it exists', object('1.0'), undefined],
    ['may be omitted', object(undefined), undefined],
    ['is not checked here if the stack already has a version', object('7.0', { version: '1.0' }), undefined],
  ])('%s', (_, given, expected) => {
    expect(refusedVersion(stack, given, versions)).toBe(expected)
  })
})
