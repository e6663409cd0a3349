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

describe('an error of an index function', () => {
  it('goes to the cache if nobody asked for it', () => {
    const { received, failures, by } = start()
    failures.add(other, by('a'))
    failures.report(one, error, blog)
    expect(received).toEqual(['cache: Error: odd'])
  })

  it('goes to the first who asked for it and still holds the index', () => {
    const { received, failures, by } = start()
    const [first, second] = [failures.add(one, by('a')), failures.add(one, by('b'))]
    failures.report(one, error, blog)
    first[Symbol.dispose]()
    failures.report(one, error, blog)
    second[Symbol.dispose]()
    failures.report(one, error, blog)
    expect(received).toEqual(['a', 'b', 'cache: Error: odd'])
  })

  it('goes no further if its receiver throws, which the cache reports', () => {
    const { received, failures } = start()
    failures.add(one, () => {
      throw new Error('full')
    })
    failures.report(one, error, blog)
    expect(received).toEqual(['cache: Error: full'])
  })
})
