import { connectionErrors } from '@kubewright/client/connection'
import { describe, expect, it } from 'vitest'
import { repeat } from './repeat.ts'

describe('a failed write of replication', () => {
  it('is retried with back-off', () => {
    expect(said(connectionErrors('KW_CLIENT_UNREACHABLE', { what: 'reach the server', why: 'it is away' }))).toBe(
      'retry',
    )
  })

  it('with a conflict waits for the newer version', () => {
    expect(said(Object.assign(new Error('changed'), { code: 'KW_CLIENT_CONFLICT' }))).toBe('again in 5s')
  })
})

function said(error: unknown): string {
  let word = ''
  repeat({ retry: () => (word = 'retry'), again: (after) => (word = `again in ${String(after)}`) }, error)
  return word
}
