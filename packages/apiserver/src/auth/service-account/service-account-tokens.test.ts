import { generateKeyPairSync, sign } from 'node:crypto'
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { Draft } from '../../object/draft.ts'
import { readToken, signToken } from './json-web-token.ts'
import { createServiceAccountTokens } from './service-account-tokens.ts'
import type { KubernetesClaims } from './token-claims.ts'

const start = '2026-01-01T00:00:00Z'
const issuer = 'https://cluster.example.dev'
const account: KubernetesClaims = { namespace: 'one', serviceaccount: { name: 'robot', uid: 'u1' } }

function setUp(objects: Readonly<Record<string, string>> = { 'serviceaccounts one/robot': 'u1' }) {
  const present = new Map(Object.entries(objects))
  const deleted = new Map<string, string>()
  const clock = new VirtualClock({ start })
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const tokens = createServiceAccountTokens({
    issuer,
    key: keys.privateKey,
    clock,
    ids: seededIds(seededRandom(1)),
    find(kind, namespace, name) {
      const path = `${kind} ${namespace}/${name}`
      const [uid, deletionTimestamp] = [present.get(path), deleted.get(path)]
      if (uid === undefined) return undefined
      return {
        kind,
        apiVersion: 'v1',
        metadata: { name, uid, ...(deletionTimestamp ? { deletionTimestamp } : {}) },
      } satisfies Draft
    },
  })
  const issue = (kubernetes = account, seconds = 600) =>
    tokens.issue({ kubernetes, audiences: [issuer], seconds }).token
  return { tokens, issue, clock, present, deleted, keys }
}

describe('a service account token', () => {
  it('has audience, expiry, issuer, subject and bound object claims', () => {
    const { issue } = setUp()
    const { header, claims } = readToken(issue())!

    expect(header).toEqual({ alg: 'ES256', kid: expect.stringMatching(/^[\w-]{43}$/) as string })
    expect(JSON.stringify(claims)).toBe(
      `{"aud":["${issuer}"],"exp":1767226200,"iat":1767225600,"iss":"${issuer}","jti":"${String(claims['jti'])}",` +
        '"kubernetes.io":{"namespace":"one","serviceaccount":{"name":"robot","uid":"u1"}},"nbf":1767225600,"sub":"system:serviceaccount:one:robot"}',
    )
  })

  it('is valid until one minute after its expiry', async () => {
    const { tokens, issue, clock } = setUp()
    const token = issue()
    expect(tokens.verify(token, [issuer]).user).toEqual({
      name: 'system:serviceaccount:one:robot',
      uid: 'u1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:one', 'system:authenticated'],
      extra: { 'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^JTI=/)] },
    })
    await clock.advance(660_000)
    expect(tokens.verify(token, [issuer]).error).toBeUndefined()
    await clock.advance(1_000)
    expect(tokens.verify(token, [issuer])).toEqual({
      user: undefined,
      audiences: [],
      error: 'service account token has expired',
    })
  })

  const gone = 'service account token has been invalidated'
  const bound = (kind: 'pod' | 'secret' | 'node'): KubernetesClaims => ({
    ...account,
    [kind]: { name: 'x', uid: 'b1' },
  })
  const cases: {
    name: string
    claims?: KubernetesClaims
    objects: Record<string, string>
    says: string | undefined
  }[] = [
    { name: 'a deleted service account', objects: {}, says: 'serviceaccounts "robot" not found' },
    {
      name: 'a recreated service account',
      objects: { 'serviceaccounts one/robot': 'u2' },
      says: 'service account UID (u2) does not match claim (u1)',
    },
    { name: 'an existing pod', claims: bound('pod'), objects: { 'pods one/x': 'b1' }, says: undefined },
    { name: 'a deleted pod', claims: bound('pod'), objects: {}, says: gone },
    {
      name: 'a recreated pod',
      claims: bound('pod'),
      objects: { 'pods one/x': 'b2' },
      says: 'pod UID (b2) does not match service account pod ref claim (b1)',
    },
    {
      name: 'a pod on a deleted node',
      claims: { ...bound('pod'), node: { name: 'n', uid: 'n1' } },
      objects: { 'pods one/x': 'b1' },
      says: undefined,
    },
    { name: 'an existing secret', claims: bound('secret'), objects: { 'secrets one/x': 'b1' }, says: undefined },
    { name: 'a deleted secret', claims: bound('secret'), objects: { 'pods one/x': 'b1' }, says: gone },
    {
      name: 'a recreated secret',
      claims: bound('secret'),
      objects: { 'secrets one/x': 'b2' },
      says: 'secret UID (b2) does not match service account secret ref claim (b1)',
    },
    { name: 'an existing node', claims: bound('node'), objects: { 'nodes /x': 'b1' }, says: undefined },
    { name: 'a deleted node', claims: bound('node'), objects: {}, says: gone },
    {
      name: 'a recreated node',
      claims: bound('node'),
      objects: { 'nodes /x': 'b2' },
      says: 'node UID (b2) does not match service account node ref claim (b1)',
    },
  ]

  it.each(cases)('is validated against its bound object: $name', ({ claims = account, objects, says }) => {
    const withAccount = claims === account ? objects : { 'serviceaccounts one/robot': 'u1', ...objects }
    const { tokens, issue } = setUp(withAccount)
    expect(tokens.verify(issue(claims), [issuer]).error).toBe(says)
  })

  it('is invalid a minute after the deletionTimestamp of its bound object, even while finalizers remain', async () => {
    const { tokens, issue, clock, deleted, present } = setUp()
    present.set('pods one/x', 'b1')
    const token = issue(bound('pod'), 3_600)
    deleted.set('pods one/x', start)
    await clock.advance(60_000)
    expect(tokens.verify(token, [issuer]).error).toBeUndefined()
    await clock.advance(1_000)
    expect(tokens.verify(token, [issuer]).error).toBe(gone)
    deleted.set('serviceaccounts one/robot', start)
    expect(tokens.verify(token, [issuer]).error).toBe('service account one/robot has been deleted')
  })

  it("has pod and node name in the user's extra fields", () => {
    const { tokens, issue, present } = setUp()
    present.set('pods one/x', 'b1')
    const { user } = tokens.verify(issue({ ...bound('pod'), node: { name: 'n1' } }), [issuer])
    expect(user?.extra).toEqual({
      'authentication.kubernetes.io/credential-id': [expect.any(String)],
      'authentication.kubernetes.io/node-name': ['n1'],
      'authentication.kubernetes.io/pod-name': ['x'],
      'authentication.kubernetes.io/pod-uid': ['b1'],
    })
  })

  it('is rejected with a forged signature, algorithm or claims', () => {
    const { tokens, issue, keys } = setUp()
    const other = setUp()
    const { claims } = readToken(issue())!
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const [head, body, signature] = issue().split('.')
    const signedWith = (header: object) => {
      const signed = `${encode(header)}.${body}`
      const bytes = sign('sha256', Buffer.from(signed), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' })
      return `${signed}.${bytes.toString('base64url')}`
    }
    const forged = {
      'another algorithm of our own': signedWith({ alg: 'HS256' }),
      'another key': other.issue(),
      'no algorithm': `${encode({ alg: 'none' })}.${body}.`,
      'an algorithm of texts': `${encode({ alg: 'HS256' })}.${body}.${signature}`,
      'other claims': `${head}.${encode({ ...claims, sub: 'system:serviceaccount:one:root' })}.${signature}`,
      'claims that are not whole': signToken({ iss: issuer, aud: [issuer] }, keys),
      'a time that is none': signToken({ ...claims, exp: 'never' }, keys),
      'not valid yet': signToken({ ...claims, nbf: 1_767_225_661 }, keys),
      'issued in the future': signToken({ ...claims, iat: 1_767_225_661 }, keys),
    }
    const errors = Object.entries(forged).map(([name, token]) => [name, tokens.verify(token, [issuer])])

    expect(Object.fromEntries(errors)).toEqual({
      'another algorithm of our own': {
        user: undefined,
        audiences: [],
        error: 'go-jose/go-jose: error in cryptographic primitive',
      },
      'another key': { user: undefined, audiences: [], error: 'invalid signature, no keys found' },
      'no algorithm': { user: undefined, audiences: [], error: 'go-jose/go-jose: error in cryptographic primitive' },
      'an algorithm of texts': {
        user: undefined,
        audiences: [],
        error: 'go-jose/go-jose: error in cryptographic primitive',
      },
      'other claims': { user: undefined, audiences: [], error: 'go-jose/go-jose: error in cryptographic primitive' },
      'claims that are not whole': {
        user: undefined,
        audiences: [],
        error: 'service account token claims could not be validated',
      },
      'a time that is none': {
        user: undefined,
        audiences: [],
        error: 'service account token claims could not be validated',
      },
      'not valid yet': { user: undefined, audiences: [], error: 'service account token is not valid yet' },
      'issued in the future': {
        user: undefined,
        audiences: [],
        error: 'service account token is issued in the future',
      },
    })
  })

  it.each(['', 'x', 'a.b.c', '..', `${'x'.repeat(100_000)}`, 'e30.e30.', 'bnVsbA.bnVsbA.x'])(
    'is not recognised in the text %j',
    (text) => {
      expect(setUp().tokens.verify(text, [issuer])).toEqual({ user: undefined, audiences: [] })
    },
  )
})
