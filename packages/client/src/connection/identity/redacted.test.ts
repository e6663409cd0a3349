import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { printable } from './printable.ts'
import { redacted } from './redacted.ts'

const digest = createHash('sha256').update('s3cr3t')
const hex = digest.copy().digest('hex')
const base64 = digest.copy().digest('base64')
const base64url = digest.copy().digest('base64url')

describe('redacted', () => {
  it.each([
    ['token: sup3rs3cr3t', 'token: [redacted]'],
    ['token=abc next', 'token=[redacted] next'],
    ['{"id-token":"abc def","kind":"x"}', '{"id-token":[redacted],"kind":"x"}'],
    ["client_secret = 'a b'; bye", 'client_secret = [redacted]; bye'],
    ['AWS_SESSION_TOKEN=abc', 'AWS_SESSION_TOKEN=[redacted]'],
    ['Password:\nhunter2', 'Password:\n[redacted]'],
    ['the password is hunter2.', 'the password is [redacted]'],
    ['passwd=hunter2&user=ada', 'passwd=[redacted]&user=ada'],
    ['run login --password hunter2 --user ada', 'run login --password [redacted] --user ada'],
    ['apiKey: abc', 'apiKey: [redacted]'],
    ['GET https://ada:hunter2@login.example.dev/x', 'GET https://[redacted]@login.example.dev/x'],
    ['Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer [redacted]'],
    ['got eyJhbGciOi.eyJzdWIi.c2ln', 'got [redacted]'],
    [`got ${hex}`, 'got [redacted]'],
    [`got ${base64}`, 'got [redacted]'],
    [`got ${base64url}!`, 'got [redacted]!'],
  ])('removes the secret from: %s', (given, expected) => {
    expect(redacted(given)).toBe(expected)
  })

  it.each([
    'basic words are fine',
    'password expired, log in again',
    'the token has expired',
    'no such file: /usr/local/lib/google-cloud-sdk/bin/gke-gcloud-auth-plugin',
    'no such file: /Users/Ada/Library/Caches/Python3/site-packages/kubernetes/client',
    'context gke_my-project-1_europe-west1-b_cluster-1 is gone',
    'arn:aws:eks:eu-central-1:123456789012:cluster/production-cluster-1',
    'Trace ID: 0f8fad5b-d9cb-469f-a165-70867728950e',
    'ExecCredentialProviderConfigurationFailure',
  ])('keeps text without a secret: %s', (text) => {
    expect(redacted(text)).toBe(text)
  })

  it.each([
    'eyJ',
    'eyJ.',
    'token',
    'token ',
    'token:',
    '--token',
    '--token ',
    '"',
    '://',
    'bearer ',
    'is ',
    'a-',
    'aA1',
  ])('handles %j repeated 100,000 times in linear time', (text) => {
    expect(printable(text.repeat(100_000)).length).toBeLessThanOrEqual(601)
  })
})

describe('printable', () => {
  it('drops a token that was cut in the middle', () => {
    const long = `token: ${'ab '.repeat(10)}${'q'.repeat(10_000)} the end`
    expect(printable(long)).toBe('the end')
  })
})
