import { describe, expect, it } from 'vitest'
import { identifierOf } from './identifier.ts'

describe('the identifier for a controller name', () => {
  it.each([
    { name: 'light-bulbs', identifier: 'lightBulbs' },
    { name: 'a--b', identifier: 'aB' },
    { name: 's3-buckets', identifier: 's3Buckets' },
    { name: 'class', identifier: 'classController' },
    { name: 'leader', identifier: 'leaderController' },
    { name: 'start-cluster', identifier: 'startClusterController' },
  ])('$name is $identifier', ({ name, identifier }) => {
    expect(identifierOf(name, 'Controller')).toBe(identifier)
  })
})
