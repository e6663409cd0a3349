import { describe, expect, it } from 'vitest'
import { index } from './index-definition.ts'
import { IndexFailures } from './index-failures.ts'
import { site, Website } from './testing/objects.ts'

const [one, other] = [index(Website, 'one', () => 'x'), index(Website, 'other', () => 'x')]
const [error, blog] = [new Error('odd'), site('blog', 0)]

function start() {
  const received: string[] = []
  const failures = new IndexFailures((reported) => received.push(`cache: ${String(reported)}`))
  const by = (name: string) => () => void received.push(name)
  return { received, failures, by }
}

describe('an error thrown by an index function', () => {
  it('is reported to the cache if no handler is registered for the index', () => {
    const { received, failures, by } = start()
    failures.add(other, by('a'))
    failures.report(one, error, blog)
    expect(received).toEqual(['cache: Error: odd'])
  })

  it('is passed to the first registered handler that is not disposed', () => {
    const { received, failures, by } = start()
    const [first, second] = [failures.add(one, by('a')), failures.add(one, by('b'))]
    failures.report(one, error, blog)
    first[Symbol.dispose]()
    failures.report(one, error, blog)
    second[Symbol.dispose]()
    failures.report(one, error, blog)
    expect(received).toEqual(['a', 'b', 'cache: Error: odd'])
  })

  it("is replaced by the handler's error, which is reported to the cache, if the handler throws", () => {
    const { received, failures } = start()
    failures.add(one, () => {
      throw new Error('full')
    })
    failures.report(one, error, blog)
    expect(received).toEqual(['cache: Error: full'])
  })
})
