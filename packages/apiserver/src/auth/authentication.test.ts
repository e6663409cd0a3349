import { describe, expect, it } from 'vitest'
import type { ServerRequest } from '../request/exchange.ts'
import { createAuthentication } from './authentication.ts'
import { staticTokens } from './static-tokens.ts'
import { tokenChain } from './token-chain.ts'
import { anonymous } from '../identity/user.ts'

const tokens = tokenChain([staticTokens(new Map([['one', { name: 'ada', groups: [] }]]), ['us'])])
const certificate = { commonName: 'bob', organizations: ['staff'], fingerprint: 'ab12' }

const requestWith = (more: Partial<ServerRequest>): ServerRequest => ({
  method: 'GET',
  path: '/',
  query: new URLSearchParams(),
  headers: {},
  repeatedHeaders: () => [],
  body: async () => Buffer.alloc(0),
  signal: new AbortController().signal,
  ...more,
})

describe('a caller', () => {
  const bob = {
    name: 'bob',
    groups: ['staff', 'system:authenticated'],
    extra: { 'authentication.kubernetes.io/credential-id': ['X509SHA256=ab12'] },
  }
  const ada = { name: 'ada', groups: ['system:authenticated'] }
  const token = { headers: { authorization: 'bearer one rest' } }
  const wrong = { headers: { authorization: 'Bearer nope' } }
  const cases: { name: string; request: Partial<ServerRequest>; is: unknown; withoutAnonymous?: boolean }[] = [
    { name: 'is whom its certificate names', request: { certificate }, is: bob },
    { name: 'is whom its certificate names, whatever its token says', request: { certificate, ...wrong }, is: bob },
    { name: 'is whom its token names', request: token, is: ada },
    {
      name: 'is whom its token names if its certificate is refused',
      request: { ...token, hasRefusedCertificate: true },
      is: ada,
    },
    {
      name: 'is whom its token names if its certificate names nobody',
      request: { ...token, certificate: { ...certificate, commonName: '' } },
      is: ada,
    },
    { name: 'is nobody with a wrong token', request: wrong, is: undefined },
    { name: 'is nobody with a certificate that is refused', request: { hasRefusedCertificate: true }, is: undefined },
    { name: 'is anonymous with nothing', request: {}, is: anonymous },
    {
      name: 'is nobody with nothing where anonymous callers are not wanted',
      request: {},
      is: undefined,
      withoutAnonymous: true,
    },
  ]

  it.each(cases)('$name', async ({ request, is, withoutAnonymous = false }) => {
    const authenticate = createAuthentication({ tokens, audiences: ['us'], allowsAnonymous: !withoutAnonymous })
    expect(await authenticate(requestWith(request), () => undefined)).toEqual(is)
  })
})
