import { createPublicKey, verify } from 'node:crypto'
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ServerRequest } from '../../request/exchange.ts'
import { serveOpenId } from './openid-documents.ts'
import { createServiceAccountTokens } from './service-account-tokens.ts'

const tokens = createServiceAccountTokens({
  issuer: 'https://cluster.example.dev',
  clock: new VirtualClock(),
  ids: seededIds(seededRandom(1)),
  find: () => undefined,
})
const serve = (path: string, accept = '*/*') =>
  serveOpenId(tokens, '127.0.0.1:6443', { method: 'GET', path, headers: { accept } } as unknown as ServerRequest)

describe('OIDC discovery documents', () => {
  it('contain issuer and JWKS URL', () => {
    expect(serve('/.well-known/openid-configuration', 'application/json')).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' },
      body: '{"issuer":"https://cluster.example.dev","jwks_uri":"https://127.0.0.1:6443/openid/v1/jwks","response_types_supported":["id_token"],"subject_types_supported":["public"],"id_token_signing_alg_values_supported":["ES256"]}',
    })
  })

  it('contain the key that signs service account tokens', () => {
    const { token } = tokens.issue({
      kubernetes: { namespace: 'one', serviceaccount: { name: 'robot' } },
      audiences: [],
      seconds: 600,
    })
    const [head, body, signature] = token.split('.') as [string, string, string]
    const { keys } = JSON.parse(serve('/openid/v1/jwks')!.body as string) as { keys: [{ kid: string }] }
    const key = createPublicKey({ key: keys[0] as never, format: 'jwk' })

    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ kid: keys[0].kid })
    const signed = Buffer.from(`${head}.${body}`)
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it('answer 406 if the media type of the key set is not accepted, and serve no other path', () => {
    expect(() => serve('/openid/v1/jwks', 'application/json')).toThrow(
      '406: Not Acceptable\n\nAvailable representations: application/jwk-set+json',
    )
    expect(serve('/openid/v1')).toBeUndefined()
  })
})
