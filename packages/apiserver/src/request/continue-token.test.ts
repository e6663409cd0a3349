import { describe, expect, it } from 'vitest'
import { continueBehind, parseContinueToken } from './continue-token.ts'

const encode = (text: string) => Buffer.from(text).toString('base64url')

describe('continue tokens', () => {
  it('have the format of kube-apiserver', () => {
    expect(Buffer.from(continueBehind('b', 5), 'base64url').toString()).toBe(
      '{"v":"meta.k8s.io/v1","rv":5,"start":"/b\\u0000"}',
    )
  })

  it('round-trip', () => {
    expect(parseContinueToken(continueBehind('default/b', 5))).toEqual({ revision: 5, start: 'default/b\0' })
  })

  /** Messages of kube-apiserver 1.36.4. */
  it.each([
    ['abc', "invalid character 'i' looking for beginning of value"],
    ['a', 'illegal base64 data at input byte 0'],
    ['abcde', 'illegal base64 data at input byte 4'],
    ['\0', 'illegal base64 data at input byte 0'],
    [encode('{'), 'unexpected end of JSON input'],
    [encode('[]'), 'json: cannot unmarshal array into Go value of type storage.continueToken'],
    [encode('{"v":"x","rv":5,"start":"a"}'), 'server does not recognize this encoded version x'],
    [
      encode('{"v":"meta.k8s.io/v1","rv":0,"start":"a"}'),
      'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    ],
    [encode('{"v":"meta.k8s.io/v1","rv":5,"start":""}'), 'encoded start key empty (version meta.k8s.io/v1)'],
    [encode('{"v":"meta.k8s.io/v1","rv":-1,"start":"../c"}'), '../c'],
  ])('are refused: %j', (text, why) => {
    expect(() => parseContinueToken(text)).toThrow(`invalid continue token: continue key is not valid: ${why}`)
  })
})
