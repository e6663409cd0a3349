import type { RequestListener } from 'node:http'
import { createAuthority } from '@kubewright/core/certificates'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { OidcLogin, OidcTokens } from '../connection-config.ts'
import { revealed, SecretText } from '../secret-text.ts'
import { failureOf, failureText } from '../testing/failure.ts'
import { until } from '../testing/sending.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { answerJson, startHttp, startHttps, type TestHttpServer } from '../testing/test-server.ts'
import { fetchFromIssuer } from './issuer-client.ts'
import { expiryOf, OidcSession } from './oidc-identity.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const { signal } = new AbortController()

/** An unsigned token that expires this many seconds after the start of the virtual clock. */
function jwt(name: string, expiresInSeconds: number): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ sub: name, exp: start / 1000 + expiresInSeconds })}.sig`
}

interface Grant {
  readonly form: Record<string, string>
  readonly authorization: string | undefined
}

/** An issuer that answers each grant with the next of `answers`. */
function issuer(answers: readonly { readonly status?: number; readonly body: unknown }[], discovery: object = {}) {
  const grants: Grant[] = []
  const answer: RequestListener = (request, response) => {
    const at = `http${'encrypted' in request.socket ? 's' : ''}://${request.headers.host}`
    if (request.url === '/realm/.well-known/openid-configuration') {
      return answerJson(response, { token_endpoint: `${at}/token`, ...discovery })
    }
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      grants.push({ form: Object.fromEntries(new URLSearchParams(text)), authorization: request.headers.authorization })
      const { status = 200, body } = answers[grants.length - 1] ?? { status: 500, body: {} }
      answerJson(response, body, status)
    })
  }
  return { grants, answer }
}

function session(server: TestHttpServer, login: Partial<OidcLogin>, clock = new VirtualClock()) {
  const whole: OidcLogin = { issuer: `${server.url}/realm`, clientId: 'kube', ...login }
  const warnings: string[] = []
  const limits = { clock, env: {}, connectTimeoutMs: 5000, responseTimeoutMs: 5000 }
  const made = new OidcSession(whole, {
    now: () => clock.now(),
    fetchJson: (request) => fetchFromIssuer(whole, request, limits),
    warn: (message) => warnings.push(message),
  })
  return { session: made, warnings, clock }
}

describe('an OIDC login', () => {
  it('uses its id-token while it is valid', async () => {
    const { answer } = issuer([])
    await using server = await startHttp(answer)
    const token = jwt('first', 3600)
    const { session: login } = session(server, { idToken: token })

    expect(await login.obtain(signal)).toEqual({
      identity: { authorization: `Bearer ${token}` },
      expiresAt: start + 3_600_000,
    })
    expect(server.requests).toEqual([])
  })

  it.each([
    { name: 'expired', idToken: jwt('old', -60) },
    { name: 'about to expire', idToken: jwt('old', 9) },
    { name: 'not a JWT', idToken: 'nonsense' },
    { name: 'missing', idToken: undefined },
  ])('is renewed when its id-token is $name', async ({ idToken }) => {
    const renewed = jwt('new', 3600)
    const { grants, answer } = issuer([{ body: { id_token: renewed } }])
    await using server = await startHttp(answer)
    const { session: login } = session(server, { refreshToken: 'r1', ...(idToken && { idToken }) })

    expect((await login.obtain(signal)).identity).toEqual({ authorization: `Bearer ${renewed}` })
    expect(grants).toEqual([
      { form: { grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'kube' }, authorization: undefined },
    ])
  })

  it('is renewed when the server rejected an unexpired id-token', async () => {
    const { answer } = issuer([{ body: { id_token: jwt('new', 3600) } }])
    await using server = await startHttp(answer)
    const { session: login } = session(server, { idToken: jwt('first', 3600), refreshToken: 'r1' })
    await login.obtain(signal)

    expect((await login.obtain(signal)).identity.authorization).toBe(`Bearer ${jwt('new', 3600)}`)
  })

  it.each([
    { name: 'in a header by default', discovery: {}, inForm: false },
    {
      name: 'in a header for client_secret_basic',
      discovery: { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
      inForm: false,
    },
    {
      name: 'in the form for client_secret_post',
      discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      inForm: true,
    },
  ])('sends the client secret $name', async ({ discovery, inForm }) => {
    const { grants, answer } = issuer([{ body: { id_token: jwt('new', 3600) } }], discovery)
    await using server = await startHttp(answer)
    const { session: login } = session(server, { refreshToken: 'r1', clientSecret: 'p:w %' })
    await login.obtain(signal)

    expect(grants[0]?.authorization).toBe(
      inForm ? undefined : `Basic ${Buffer.from('kube:p%3Aw%20%25').toString('base64')}`,
    )
    expect(grants[0]?.form['client_secret']).toBe(inForm ? 'p:w %' : undefined)
  })

  it('uses and saves a rotated refresh token', async () => {
    const { grants, answer } = issuer([
      { body: { id_token: jwt('a', 3600), refresh_token: 'r2' } },
      { body: { id_token: jwt('b', 3600) } },
    ])
    await using server = await startHttp(answer)
    const saved: OidcTokens[] = []
    const { session: login } = session(server, { refreshToken: 'r1', save: async (tokens) => void saved.push(tokens) })
    await login.obtain(signal)
    await login.obtain(signal)

    expect(grants.map(({ form }) => form['refresh_token'])).toEqual(['r1', 'r2'])
    expect(saved.map(({ idToken, refreshToken }) => [revealed(idToken), revealed(refreshToken)])).toEqual([
      [jwt('a', 3600), 'r2'],
      [jwt('b', 3600), 'r2'],
    ])
  })

  it('continues with a warning when tokens cannot be saved', async () => {
    const { answer } = issuer([{ body: { id_token: jwt('a', 3600) } }])
    await using server = await startHttp(answer)
    const save = () => Promise.reject(Object.assign(new Error('secret things'), { code: 'EACCES' }))
    const { session: login, warnings } = session(server, { refreshToken: 'r1', save })

    expect((await login.obtain(signal)).expiresAt).toBe(start + 3_600_000)
    expect(warnings).toEqual([
      'renewed OpenID Connect tokens could not be saved (EACCES); you may have to log in again',
    ])
  })

  it('trusts the CA of the issuer, from a file or inline', async () => {
    const authority = createAuthority({ name: 'idp-ca' })
    const { certificate: cert, key } = authority.issue({ name: 'idp', hosts: ['127.0.0.1'] })
    await using directory = await temporaryDirectory({ 'ca.crt': authority.certificate })
    const body = { id_token: jwt('a', 3600) }
    await using server = await startHttps({ cert, key }, issuer([{ body }, { body }]).answer)

    for (const ca of [authority.certificate, { file: directory.file('ca.crt') }]) {
      expect((await session(server, { refreshToken: 'r1', ca }).session.obtain(signal)).expiresAt).toBe(
        start + 3_600_000,
      )
    }
    expect(await failureOf(session(server, { refreshToken: 'r1' }).session.obtain(signal))).toMatchObject({
      code: 'KW_CLIENT_SERVER_UNTRUSTED',
    })
  })
})

describe('an OIDC login that cannot be renewed', () => {
  it('reports the expiry of the id-token if there is no refresh token', async () => {
    await using server = await startHttp(issuer([]).answer)
    const { session: login } = session(server, { idToken: jwt('old', -3600) })
    const text = (await failureText(login.obtain(signal))).replace(/:\d+\/realm/, '/realm')

    expect(text).toMatchInlineSnapshot(
      `"KW_CLIENT_OIDC_EXPIRED Cannot log in with http://127.0.0.1/realm: the id-token expired 2025-12-31T23:00:00.000Z, and there is no refresh-token to renew it with. Log in again with the tool that wrote the kubeconfig."`,
    )
    expect(await failureText(session(server, {}).session.obtain(signal))).toContain('there is no usable id-token')
  })

  it('reports a refresh token that the issuer rejects', async () => {
    await using server = await startHttp(issuer([{ status: 400, body: { error: 'invalid_grant' } }]).answer)

    expect(await failureText(session(server, { refreshToken: 's3cr3t' }).session.obtain(signal))).toMatch(
      /^KW_CLIENT_OIDC_EXPIRED .*no longer accepts the refresh-token/,
    )
  })

  it.each([
    {
      name: 'an error response',
      answers: [{ status: 401, body: { error: 'invalid_client' } }],
      discovery: {},
      says: 'it returned 401 (invalid_client)',
    },
    { name: 'a non-JSON response', answers: [{ status: 200, body: 'hello' }], discovery: {}, says: 'no id_token' },
    {
      name: 'a response without id_token',
      answers: [{ body: { access_token: 's3cr3t' } }],
      discovery: {},
      says: 'the scope openid',
    },
    {
      name: 'a missing token_endpoint',
      answers: [],
      discovery: { token_endpoint: undefined },
      says: 'has no https token_endpoint',
    },
    {
      name: 'a token_endpoint without TLS',
      answers: [],
      discovery: { token_endpoint: 'http://idp.example.dev/token' },
      says: 'has no https token_endpoint',
    },
  ])('reports $name from the issuer, without secrets', async ({ answers, discovery, says }) => {
    await using server = await startHttp(issuer(answers, discovery).answer)
    const text = await failureText(session(server, { refreshToken: 's3cr3t' }).session.obtain(signal))

    expect(text).toMatch(/^KW_CLIENT_OIDC_FAILED /)
    expect(text).toContain(says)
    expect(text).not.toContain('s3cr3t')
  })

  it('reports an issuer that is unreachable or answers 404', async () => {
    await using server = await startHttp((_, response) => answerJson(response, {}, 404))
    await using gone = await startHttp(() => {})
    const { session: login } = session(gone, { refreshToken: 'r' })
    await gone[Symbol.asyncDispose]()

    expect(await failureText(session(server, { refreshToken: 'r' }).session.obtain(signal))).toContain(
      'it returned 404 for /realm/.well-known',
    )
    expect(await failureOf(login.obtain(signal))).toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
  })

  it.each([
    { name: 'its discovery document', lost: (path: string) => path.endsWith('openid-configuration') },
    { name: 'its token', lost: (path: string) => path === '/token' },
  ])('reports an issuer that closes the connection instead of sending $name as unreachable', async ({ lost }) => {
    const { answer } = issuer([])
    await using server = await startHttp((request, response) => {
      if (lost(request.url ?? '')) request.socket.destroy()
      else answer(request, response)
    })
    const failure = await failureOf(session(server, { refreshToken: 'r' }).session.obtain(signal))
    // Not KW_CLIENT_CONNECTION_LOST: a request to the API server would count as possibly executed.
    expect(failure).toMatchObject({ code: 'KW_CLIENT_UNREACHABLE', cause: { code: 'KW_CLIENT_CONNECTION_LOST' } })
  })

  it('reports an issuer that sends no response, and how long it was silent', async () => {
    await using server = await startHttp(() => {})
    const clock = new VirtualClock()
    const obtaining = failureOf(session(server, { refreshToken: 'r' }, clock).session.obtain(signal))
    await until(() => server.requests.length === 1)
    await clock.advance('10m')
    expect(await obtaining).toMatchObject({
      code: 'KW_CLIENT_UNREACHABLE',
      message: expect.stringContaining('was lost: no data was received for ') as string,
    })
  })

  it('aborts the request to the issuer with its signal', async () => {
    await using server = await startHttp(() => {})
    const controller = new AbortController()
    const { session: login } = session(server, { refreshToken: 'r' })
    const obtaining = login.obtain(controller.signal)
    controller.abort(new Error('closed'))

    await expect(obtaining).rejects.toThrow('closed')
  })
})

describe('expiryOf()', () => {
  it.each([
    ['a.b', undefined],
    ['', undefined],
    [`x.${Buffer.from('[]').toString('base64url')}.y`, undefined],
    [`x.${Buffer.from('{"exp":"1"}').toString('base64url')}.y`, undefined],
    [`x.${Buffer.from('{"exp":1e300}').toString('base64url')}.y`, undefined],
    [`x.${Buffer.from('{"exp":1.5}').toString('base64url')}.y`, 1500],
  ])('of %j is %j', (token, expected) => {
    expect(expiryOf(new SecretText(token))).toBe(expected)
  })
})
