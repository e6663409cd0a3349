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

describe('authentication of a request', () => {
  const bob = {
    name: 'bob',
    groups: ['staff', 'system:authenticated'],
    extra: { 'authentication.kubernetes.io/credential-id': ['X509SHA256=ab12'] },
  }
  const ada = { name: 'ada', groups: ['system:authenticated'] }
  const token = { headers: { authorization: 'bearer one rest' } }
  const wrong = { headers: { authorization: 'Bearer nope' } }
  const cases: { name: string; request: Partial<ServerRequest>; is: unknown; withoutAnonymous?: boolean }[] = [
    { name: 'uses the client certificate', request: { certificate }, is: bob },
    { name: 'prefers certificate to invalid token', request: { certificate, ...wrong }, is: bob },
    { name: 'uses the bearer token', request: token, is: ada },
    {
      name: 'uses the token with a bad certificate',
      request: { ...token, hasRefusedCertificate: true },
      is: ada,
    },
    {
      name: 'uses the token without a common name',
      request: { ...token, certificate: { ...certificate, commonName: '' } },
      is: ada,
    },
    { name: 'fails with an invalid token', request: wrong, is: undefined },
    { name: 'fails with a rejected certificate', request: { hasRefusedCertificate: true }, is: undefined },
    { name: 'is anonymous without credentials', request: {}, is: anonymous },
    {
      name: 'fails if anonymous access is disabled',
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
