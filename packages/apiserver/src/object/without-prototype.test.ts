import { describe, expect, it } from 'vitest'
import { withoutPrototype } from './without-prototype.ts'

describe('withoutPrototype', () => {
  it('returns objects without prototype at every depth', () => {
    const copy = withoutPrototype({ rules: [{ verbs: ['get'] }] }) as Record<string, unknown>
    const [rule] = copy['rules'] as object[]
    expect([Object.getPrototypeOf(copy), Object.getPrototypeOf(rule)]).toEqual([null, null])
    expect(copy['constructor']).toBeUndefined()
  })

  it('keeps members named __proto__', () => {
    const text = '{"__proto__":{"verbs":["*"]},"a":[1,null]}'
    const copy = withoutPrototype(JSON.parse(text) as { verbs?: unknown })
    expect([JSON.stringify(copy), copy.verbs]).toEqual([text, undefined])
  })
})
