import { describe, expect, it } from 'vitest'
import { proxiedName } from './proxied-name.ts'

describe('the object name in a proxy path', () => {
  it.each([
    ['web', 'web'],
    ['web:80', 'web'],
    ['https:web:80', 'web'],
    ['http:web:', 'web'],
    ['web:a\n:b', 'web'],
  ])('of %j is %j', (text, name) => {
    expect(proxiedName(text)).toBe(name)
  })
})
