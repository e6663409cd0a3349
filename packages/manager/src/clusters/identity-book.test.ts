import { describe, expect, it } from 'vitest'
import { IdentityBook } from './identity-book.ts'

const codeOf = (run: () => void) => {
  try {
    run()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return undefined
}

describe('the identities of clusters', () => {
  it('stay with their names', () => {
    const book = new IdentityBook()
    book.claim('east', 'uid-1')
    expect(codeOf(() => book.claim('east', 'uid-1'))).toBeUndefined()
    expect(codeOf(() => book.claim('east', 'uid-2'))).toBe('KW_MANAGER_CLUSTER_IDENTITY')
  })

  it('are had by one name each, home included', () => {
    const book = new IdentityBook()
    book.claim('home', 'uid-0')
    book.claim('east', 'uid-1')
    expect(codeOf(() => book.claim('west', 'uid-1'))).toBe('KW_MANAGER_CLUSTER_TWICE')
    expect(codeOf(() => book.claim('west', 'uid-0'))).toBe('KW_MANAGER_CLUSTER_TWICE')
  })

  it('are free again once a cluster was removed', () => {
    const book = new IdentityBook()
    book.claim('east', 'uid-1')
    book.forget('east')
    expect(codeOf(() => book.claim('west', 'uid-1'))).toBeUndefined()
    expect(codeOf(() => book.claim('east', 'uid-2'))).toBeUndefined()
  })

  it('can be pinned before they are known', () => {
    expect(codeOf(() => new IdentityBook().claim('east', 'uid-2', 'uid-1'))).toBe('KW_MANAGER_CLUSTER_IDENTITY')
  })

  it('hold for names that objects have already', () => {
    const book = new IdentityBook()
    book.claim('constructor', 'uid-1')
    expect(codeOf(() => book.claim('constructor', 'uid-2'))).toBe('KW_MANAGER_CLUSTER_IDENTITY')
  })
})
