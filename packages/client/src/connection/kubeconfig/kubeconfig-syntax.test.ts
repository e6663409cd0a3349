import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { isKubewrightError } from '@kubewright/core'
import { loadConfig } from '../load-config.ts'
import { failureOf, failureText } from '../testing/failure.ts'

const load = (kubeconfigText: string) => loadConfig({ kubeconfigText })

describe('a kubeconfig that is not valid', () => {
  it.each([
    { name: 'two colons in one line', text: 'users:\n- name: a\n  user: token: s3cr3t', line: 3 },
    { name: 'bad indentation', text: 'clusters:\n  - name: a\n s3cr3t: b', line: 3 },
    { name: 'an unclosed bracket', text: 'clusters: [\n  {name: s3cr3t}', line: 2 },
    { name: 'an unclosed quote', text: 'a: b\nusers: "s3cr3t', line: 2 },
    { name: 'a tab', text: 'users:\n\t- name: s3cr3t', line: 2 },
    { name: 'a truncated file', text: 'clusters:\n- cluster:\n    server: https://a\n  nam', line: 4 },
  ])('is rejected with the line number and without quoting the content: $name', async ({ text, line }) => {
    const { code, message, details, cause } = await failureOf(load(text))

    expect({ code, line: details['line'] }).toEqual({ code: 'KW_CLIENT_CONFIG_SYNTAX', line })
    expect(message).toContain(`line ${line} is not valid YAML`)
    expect(message + JSON.stringify(details) + String(cause)).not.toContain('s3cr3t')
  })

  it.each([
    { name: 'an alias without anchor', text: 'clusters: *s3cr3t' },
    {
      name: 'an alias bomb',
      text: `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(10)}]\nc: &c [${'*b,'.repeat(10)}]\nd: [${'*c,'.repeat(10)}]`,
    },
  ])('is rejected for $name', async ({ text }) => {
    const failure = await failureText(load(text))

    expect(failure).toMatch(/^KW_CLIENT_CONFIG_SYNTAX /)
    expect(failure).not.toContain('s3cr3t')
  })

  it.each([
    'just words',
    '[1, 2]',
    '42',
    'clusters: 7',
    'clusters: {a: b}',
    'clusters: [a]',
    'contexts: [[]]',
    'current-context: {}',
    'users: [{name: [x]}]',
  ])('is rejected if it is YAML of another shape: %j', async (text) => {
    expect(await failureText(load(text))).toMatch(/^KW_CLIENT_CONFIG_INVALID .*(not a (map|list|text))/)
  })
})

describe('loading an arbitrary kubeconfig', () => {
  /** `loaded`, or the code of the error. */
  const outcome = async (text: string): Promise<string> => {
    try {
      await load(text)
      return 'loaded'
    } catch (error) {
      return isKubewrightError(error) ? error.code : String(error)
    }
  }
  const coded = /^(?:loaded|KW_CLIENT_[A-Z_]+)$/

  it('succeeds or fails with an error code, for random text', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 })
    const property = fc.asyncProperty(text, async (given) => {
      expect(await outcome(given)).toMatch(coded)
    })
    await fc.assert(property, { numRuns: 150 })
  })

  const names = [
    'server',
    'certificate-authority-data',
    'insecure-skip-tls-verify',
    'proxy-url',
    'extensions',
    'name',
    'token',
    'tokenFile',
    'username',
    'client-certificate-data',
    'client-key-data',
    'as',
    'as-groups',
    'as-user-extra',
    'exec',
    'auth-provider',
    'command',
    'args',
    'env',
    'apiVersion',
    'interactiveMode',
    'config',
    'idp-issuer-url',
    'client-id',
    'namespace',
    '__proto__',
    'toString',
  ]
  const { value } = fc.letrec<{ value: unknown; map: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        'https://10.0.0.1',
        'http://h',
        'true',
        'oidc',
        'exec',
        'login',
        'client.authentication.k8s.io/v1',
        'Never',
        'LS0tLS1CRUdJTiA=',
        '',
      ),
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('map'),
    ),
    map: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
  }))
  const entry = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 })

  it('succeeds or fails with an error code, for random values in known fields', async () => {
    const config = fc
      .record({ cluster: entry, user: entry, context: entry, server: fc.boolean() })
      .map(({ cluster, user, context, server }) => ({
        clusters: [{ name: 'c', cluster: server ? { ...cluster, server: 'https://h' } : cluster }],
        users: [{ name: 'u', user }],
        contexts: [{ name: 'x', context: { ...context, cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      }))
    const property = fc.asyncProperty(config, async (given) => {
      expect(await outcome(stringify(given))).toMatch(coded)
    })
    await fc.assert(property, { numRuns: 300 })
  })

  it('succeeds or fails with an error code, for a valid file with a part removed', async () => {
    const text = stringify({
      clusters: [{ name: 'c', cluster: { server: 'https://h', 'certificate-authority-data': 'LS0tLS1CRUdJTiA=' } }],
      users: [
        {
          name: 'u',
          user: {
            exec: {
              apiVersion: 'client.authentication.k8s.io/v1',
              command: 'x',
              interactiveMode: 'Never',
              env: [{ name: 'A', value: 'b' }],
            },
          },
        },
      ],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'n' } }],
      'current-context': 'x',
    })
    const cut = fc
      .tuple(fc.nat(text.length), fc.nat(40))
      .map(([at, length]) => text.slice(0, at) + text.slice(at + length))
    const property = fc.asyncProperty(cut, async (given) => {
      expect(await outcome(given)).toMatch(coded)
    })
    await fc.assert(property, { numRuns: 300 })
  })
})
