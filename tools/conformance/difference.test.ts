import { describe, expect, it } from 'vitest'
import { findDifference } from './difference.ts'
import { get } from './steps.ts'

const script = { id: '1.1 urls: a case', steps: [get('/version')] }

describe('findDifference', () => {
  it('finds none in equal answers with another key order', () => {
    const answers = [{ status: 200, body: { a: 1, b: 2 } }]
    expect(findDifference(script, answers, [{ body: { b: 2, a: 1 }, status: 200 }])).toBeUndefined()
  })

  it('shows the request and the differing values of both servers', () => {
    const found = findDifference(script, [{ status: 200, body: { a: 1 } }], [{ status: 404, body: { a: 1, b: {} } }])
    expect(found?.text).toBe(
      [
        '1.1 urls: a case',
        '    GET /version',
        '      real status: 200',
        '      ours status: 404',
        '      ours body.b: {}',
      ].join('\n'),
    )
  })

  it('names the --record flag for a case without a recording', () => {
    expect(findDifference(script, undefined, [])?.text).toContain('--record')
  })
})
