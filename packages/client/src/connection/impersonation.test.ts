import { describe, expect, it } from 'vitest'
import { impersonationHeaders, impersonationProblem } from './impersonation.ts'

describe('impersonation', () => {
  it('adds no headers without impersonation', () => {
    expect(impersonationHeaders(undefined)).toEqual([])
  })

  it('sends one header for each group and each extra value', () => {
    const headers = impersonationHeaders({
      user: 'ada',
      uid: '42',
      groups: ['dev', 'ops'],
      extra: { scopes: ['view', 'edit'], 'acme.com/project%1': ['shop'] },
    })

    const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []))
    expect(pairs).toEqual([
      'impersonate-user: ada',
      'impersonate-uid: 42',
      'impersonate-group: dev',
      'impersonate-group: ops',
      'impersonate-extra-scopes: view',
      'impersonate-extra-scopes: edit',
      'impersonate-extra-acme.com%2Fproject%251: shop',
    ])
  })

  it('encodes non-ASCII names as UTF-8', () => {
    const [, user = ''] = impersonationHeaders({ user: 'Zoë' })

    expect(Buffer.from(user, 'latin1').toString('utf8')).toBe('Zoë')
  })

  it.each([undefined, { user: 'ada' }, { user: '张伟', groups: ['Zürich', 'Site Reliability'] }])(
    'accepts %j',
    (as) => {
      expect(impersonationProblem(as)).toBeUndefined()
    },
  )

  it.each([
    { name: 'groups without a user', as: { user: '', groups: ['dev'] }, says: 'no user' },
    { name: 'a line break in a name', as: { user: 'ada\r\nx: y' }, says: 'characters' },
    { name: 'a user of white space, which servers take for no impersonation', as: { user: ' ' }, says: 'white space' },
    { name: 'white space that servers remove from a user', as: { user: ' admin' }, says: 'white space' },
    { name: 'white space that servers remove from a UID', as: { user: 'ada', uid: '1\t' }, says: 'white space' },
    {
      name: 'white space that servers remove from a group',
      as: { user: 'ada', groups: ['ops '] },
      says: 'white space',
    },
  ])('rejects $name', ({ as, says }) => {
    expect(impersonationProblem(as)?.why).toContain(says)
  })
})
