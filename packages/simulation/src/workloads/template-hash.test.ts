import { describe, expect, it } from 'vitest'
import { templateHash } from './template-hash.ts'

describe('templateHash', () => {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'a', image: 'b' }] } }

  it('does not depend on the order of members', () => {
    const { metadata, spec } = template
    expect(templateHash({ spec, metadata })).toBe(templateHash(template))
  })

  it('differs where the template does, and after a collision', () => {
    const other = { ...template, spec: { containers: [{ name: 'a', image: 'c' }] } }
    expect(new Set([templateHash(template), templateHash(other), templateHash(template, 1)]).size).toBe(3)
  })

  it('is made of letters that spell no words', () => {
    expect(templateHash(template)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/)
  })
})
