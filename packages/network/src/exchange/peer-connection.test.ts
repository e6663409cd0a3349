import { describe, expect, it } from 'vitest'
import { peerConnection } from './peer-connection.ts'

/** A kubeconfig as `acceptPeer` makes it, with overrides. */
const kubeconfig = (cluster: object = {}, user: object = { token: 'secret' }) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'peer', cluster: { server: 'https://berlin.example.dev:6443', ...cluster } }],
    users: [{ name: 'peer', user }],
    contexts: [{ name: 'peer', context: { cluster: 'peer', user: 'peer' } }],
    'current-context': 'peer',
  })

const exec = {
  apiVersion: 'client.authentication.k8s.io/v1',
  command: 'sh',
  args: ['-c', 'id'],
  interactiveMode: 'Never',
}

describe('the kubeconfig of a peer', () => {
  it('becomes a connection with its server and token', async () => {
    expect((await peerConnection(kubeconfig())).server).toBe('https://berlin.example.dev:6443')
  })

  it.each([
    { name: 'an exec program', text: kubeconfig({}, { exec }), why: 'names a program to run' },
    {
      name: 'a token file',
      text: kubeconfig({}, { tokenFile: '/etc/shadow' }),
      why: 'names a file of this node',
    },
    {
      name: 'a certificate file',
      text: kubeconfig({ 'certificate-authority': '/etc/hosts' }),
      why: 'names a file of this node',
    },
    {
      name: 'a key file',
      text: kubeconfig({}, { 'client-certificate': '/etc/a.crt', 'client-key': '/etc/a.key' }),
      why: 'names a file of this node',
    },
    {
      name: 'insecure-skip-tls-verify',
      text: kubeconfig({ 'insecure-skip-tls-verify': true }),
      why: 'does not check the certificate',
    },
    { name: 'a server without TLS', text: kubeconfig({ server: 'http://berlin.example.dev' }), why: 'without TLS' },
  ])('is refused with $name', async ({ text, why }) => {
    await expect(peerConnection(text)).rejects.toMatchObject({
      code: 'KW_NETWORK_PEER',
      message: expect.stringContaining(why) as string,
    })
  })

  it('is refused with an explanation if it is empty', async () => {
    await expect(peerConnection('{}')).rejects.toThrow(/kubeconfig|context/i)
  })
})
