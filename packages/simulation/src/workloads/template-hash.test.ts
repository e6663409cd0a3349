import { describe, expect, it } from 'vitest'
import { templateHash } from './template-hash.ts'

describe('templateHash', () => {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'a', image: 'b' }] } }

  it('does not depend on the order of keys', () => {
    const { metadata, spec } = template
    expect(templateHash({ spec, metadata })).toBe(templateHash(template))
  })

  it('differs for another template, and for another collision count', () => {
    const other = { ...template, spec: { containers: [{ name: 'a', image: 'c' }] } }
    expect(new Set([templateHash(template), templateHash(other), templateHash(template, 1)]).size).toBe(3)
  })

  it('consists of safe characters without vowels', () => {
    expect(templateHash(template)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/)
  })
})
