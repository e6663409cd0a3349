import { describe, expect, it } from 'vitest'
import { publicMessage } from './public-message.ts'

describe('the public message of an error, without secrets', () => {
  it.each<{ given: unknown; shown: string }>([
    { given: new Error('the stove is cold'), shown: 'the stove is cold' },
    { given: 'the stove is cold', shown: 'the stove is cold' },
    { given: new Error('two\n  lines\u001b[31m'), shown: 'two lines [31m' },
    { given: new Error('turned \u202eround'), shown: 'turned round' },
    { given: new Error('reach postgres://app:s3cr3t@db/shop'), shown: 'reach postgres://…@db/shop' },
    { given: new Error('sent Authorization: Bearer abc.def-12345'), shown: 'sent Authorization: Bearer …' },
    { given: new Error('password=hunter2, user=app'), shown: 'password=…, user=app' },
    { given: new Error('{"token": "abc def", "user": "app"}'), shown: '{"token": …, "user": "app"}' },
    { given: new Error('api_key: k-123;next'), shown: 'api_key: …;next' },
    { given: new Error('jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc here'), shown: 'jwt … here' },
    { given: new Error('-----BEGIN PRIVATE KEY-----'), shown: '…' },
    { given: new Error(''), shown: 'it failed without a message' },
    { given: undefined, shown: 'it failed without a message' },
    { given: { message: 'no error' }, shown: 'it failed without a message' },
  ])('becomes: $shown', ({ given, shown }) => expect(publicMessage(given)).toBe(shown))

  // Only the beginning of a long text is processed: superlinear time would exceed the limit of a test.
  it('is truncated, in bounded time for any text', () => {
    for (const part of ['x', ' ', ':', '://a:', 'password=', 'eyJ', '"', 'Bearer ', '-----BEGIN ']) {
      expect(publicMessage(new Error(part.repeat(1_000_000 / part.length))).length).toBeLessThanOrEqual(512)
    }
  })
})
