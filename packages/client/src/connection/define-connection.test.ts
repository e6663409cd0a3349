import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { ConnectionInput } from './connection-config.ts'
import { defineConnection } from './define-connection.ts'
import { failureOf, failureText } from './testing/failure.ts'

const server = 'https://10.0.0.1:6443'

describe('defineConnection', () => {
  it('defaults the namespace and normalizes the server URL', () => {
    expect(defineConnection({ server: `${server}/` })).toEqual({ server, currentNamespace: 'default' })
  })

  it('keeps the path prefix of the server URL', () => {
    expect(defineConnection({ server: 'https://rancher.dev/k8s/c-1/' }).server).toBe('https://rancher.dev/k8s/c-1')
  })

  it('accepts its own result', () => {
    const once = defineConnection({ server, token: { file: '/token', initial: 'a' }, proxy: 'http://u:p@proxy' })

    expect(inspect(defineConnection(once))).toBe(inspect(once))
  })

  it('redacts secrets in inspect() and JSON output', () => {
    const secrets: ConnectionInput[] = [
      { server, token: 's3cr3t' },
      { server, token: { file: '/token', initial: 's3cr3t' } },
      { server, basic: { username: 'ada', password: 's3cr3t' } },
      { server, clientCertificate: { certificate: 'PEM', key: 's3cr3t' } },
      { server, proxy: 'http://ada:s3cr3t@proxy:8080' },
      {
        server,
        oidc: {
          issuer: 'https://idp',
          clientId: 'x',
          clientSecret: 's3cr3t',
          idToken: 's3cr3t',
          refreshToken: 's3cr3t',
        },
      },
      {
        server,
        exec: {
          apiVersion: 'client.authentication.k8s.io/v1',
          command: 'login',
          args: ['--token', 's3cr3t'],
          env: { PASSWORD: 's3cr3t' },
          interactiveMode: 'Never',
        },
      },
    ]
    const printed = secrets.map(defineConnection).map((connection) => {
      return inspect({ ...connection }, { depth: 9, showHidden: true }) + JSON.stringify(connection)
    })

    expect(printed.filter((text) => text.includes('s3cr3t'))).toEqual([])
    expect(printed.every((text) => text.includes('[redacted]'))).toBe(true)
  })

  it.each<{ name: string; input: ConnectionInput; says: string }>([
    {
      name: 'two kinds of credentials',
      input: { server, token: 'a', basic: { username: 'b', password: 'c' } },
      says: 'token and basic',
    },
    {
      name: 'a CA together with skipTlsVerify',
      input: { server, ca: 'PEM', skipTlsVerify: true },
      says: 'Remove skipTlsVerify',
    },
  ])('rejects $name as a conflict', async ({ input, says }) => {
    const text = await failureText(() => defineConnection(input))

    expect(text).toContain('KW_CLIENT_CONFIG_CONFLICT')
    expect(text).toContain(says)
  })

  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'x', interactiveMode: 'Never' } as const
  it.each<{ name: string; input: object; field: string }>([
    { name: 'an invalid namespace name', input: { currentNamespace: 'Shop' }, field: 'currentNamespace' },
    { name: 'a plugin without a command', input: { exec: { ...exec, command: '' } }, field: 'exec.command' },
    {
      name: 'a plugin with an old API version',
      input: { exec: { ...exec, apiVersion: 'client.authentication.k8s.io/v1alpha1' } },
      field: 'exec.apiVersion',
    },
    {
      name: 'an unknown interactive mode',
      input: { exec: { ...exec, interactiveMode: 'Sometimes' } },
      field: 'exec.interactiveMode',
    },
    { name: 'a variable with an equals sign', input: { exec: { ...exec, env: { 'A=B': 'c' } } }, field: 'exec.env' },
    { name: 'an issuer over http', input: { oidc: { issuer: 'http://idp.dev', clientId: 'x' } }, field: 'oidc.issuer' },
    { name: 'an issuer that is no URL', input: { oidc: { issuer: 'idp', clientId: 'x' } }, field: 'oidc.issuer' },
    {
      name: 'a login without client id',
      input: { oidc: { issuer: 'https://idp', clientId: '' } },
      field: 'oidc.clientId',
    },
    {
      name: 'impersonated groups without a user',
      input: { impersonate: { user: '', groups: ['a'] } },
      field: 'impersonate',
    },
    { name: 'a proxy that is no URL', input: { proxy: 'proxy' }, field: 'proxy-url' },
    { name: 'a proxy with an unknown scheme', input: { proxy: 'ftp://proxy' }, field: 'proxy-url' },
  ])('rejects $name', async ({ input, field }) => {
    const { code, details } = await failureOf(() => defineConnection({ server, ...input }))

    expect({ code, field: details['field'] }).toEqual({ code: 'KW_CLIENT_CONFIG_INVALID', field })
  })

  it('rejects credentials over http, except for loopback addresses', async () => {
    expect(
      await failureText(() => defineConnection({ server: 'http://10.0.0.1', token: 's3cr3t' })),
    ).toMatchInlineSnapshot(
      `"KW_CLIENT_CONFIG_INVALID Cannot use the connection to 10.0.0.1: the server is http and not on this machine, so token would be sent unencrypted. Use https, or leave the credentials out."`,
    )
    expect(defineConnection({ server: 'http://127.0.0.1:8001', token: 'x' }).server).toBe('http://127.0.0.1:8001')
    expect(defineConnection({ server: 'http://10.0.0.1' }).server).toBe('http://10.0.0.1')
  })

  it('defaults a server without scheme to https when TLS options are set', () => {
    expect(defineConnection({ server: '10.0.0.1:6443', ca: 'PEM' }).server).toBe('https://10.0.0.1:6443')
    expect(defineConnection({ server: '10.0.0.1:6443', skipTlsVerify: true }).server).toBe('https://10.0.0.1:6443')
    expect(defineConnection({ server: 'localhost:8080' }).server).toBe('http://localhost:8080')
  })
})
