import { describe, expect, it } from 'vitest'
import { secretConnection } from './secret-kubeconfig.ts'

const secret = { secret: 'peers/east', key: 'kubeconfig' }

function kubeconfig(cluster: object, user: object): string {
  const text = JSON.stringify({
    'current-context': 'x',
    contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
    clusters: [{ name: 'x', cluster: { server: 'https://10.0.0.1:6443', ...cluster } }],
    users: [{ name: 'x', user }],
  })
  return Buffer.from(text).toString('base64')
}

const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/sh', interactiveMode: 'Never' }
const oidc = { name: 'oidc', config: { 'idp-issuer-url': 'https://issuer.example.dev', 'client-id': 'x' } }
const token = '/var/run/secrets/kubernetes.io/serviceaccount/token'

describe('a kubeconfig from a Secret', () => {
  it('becomes a connection if it contains only inline data', async () => {
    const connection = await secretConnection({ ...secret, data: kubeconfig({}, { token: 's3cr3t', as: 'mirror' }) })
    expect(connection).toMatchObject({ server: 'https://10.0.0.1:6443', impersonate: { user: 'mirror' } })
  })

  it.each<[string, string | undefined, RegExp]>([
    ['runs a program with exec', kubeconfig({}, { exec }), /`exec`/],
    ['refers to a token file', kubeconfig({}, { tokenFile: token }), /`tokenFile`/],
    [
      'refers to a CA file',
      kubeconfig({ 'certificate-authority': '/etc/ssl/ca.pem' }, { token: 'x' }),
      /`certificate-authority`/,
    ],
    [
      'refers to a key file',
      kubeconfig({}, { 'client-certificate': 'a.pem', 'client-key': '../b.pem' }),
      /`client-certificate`/,
    ],
    ['uses an auth-provider', kubeconfig({}, { 'auth-provider': oidc }), /`auth-provider`/],
    [
      'skips TLS verification',
      kubeconfig({ 'insecure-skip-tls-verify': true }, { token: 'x' }),
      /insecure-skip-tls-verify/,
    ],
    ['does not use TLS', kubeconfig({ server: 'http://127.0.0.1:8001' }, {}), /without TLS/],
    ['is not YAML', Buffer.from('{').toString('base64'), /cannot be read/],
    ['is a YAML alias bomb', Buffer.from(bomb()).toString('base64'), /cannot be read/],
    ['is empty', '', /no key "kubeconfig"/],
    ['is missing', undefined, /no key "kubeconfig"/],
  ])('is refused if it %s', async (_, data, why) => {
    const refused = secretConnection({ ...secret, data })
    await expect(refused).rejects.toMatchObject({
      code: 'KW_MANAGER_KUBECONFIG',
      message: expect.stringMatching(why) as string,
    })
  })

  it('is never quoted in an error', async () => {
    const refused = secretConnection({
      ...secret,
      data: kubeconfig({ server: 'http://10.0.0.1' }, { token: 's3cr3t' }),
    })
    const error = await refused.catch((error: unknown) => error)
    expect(String((error as Error).message)).not.toContain('s3cr3t')
  })
})

function bomb(): string {
  const lines = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join()}]`)
  return ['l0: &l0 [x,x,x,x,x,x,x,x,x]', ...lines, 'clusters: *l12'].join('\n')
}
