import { X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { createAuthority, type IssuedCertificate } from '@kubewright/core/certificates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '../auth/auth.ts'
import type { User } from '../identity/user.ts'
import { type Listener, listen } from '../http/https-listener.ts'
import { Store } from '../storage/store.ts'
import { createServerCertificates } from './server-certificates.ts'

const certificates = createServerCertificates({ hosts: ['api.example.dev', '127.0.0.1'] })

describe('API server certificates', () => {
  it('are valid for the default and the given host names', () => {
    const serving = new X509Certificate(certificates.serving.certificate)
    const hosts = ['localhost', 'kubernetes', 'kubernetes.default.svc', 'api.example.dev']
    expect(hosts.filter((host) => serving.checkHost(host) === undefined)).toEqual([])
    expect(['127.0.0.1', '::1', '10.0.0.1'].filter((address) => serving.checkIP(address) === undefined)).toEqual([])
  })

  it('are issued by the stored CA if there is one', () => {
    const { authority } = certificates
    const again = createServerCertificates({ authority })
    expect(again.authority.certificate).toBe(authority.certificate)
    expect(
      new X509Certificate(again.serving.certificate).verify(new X509Certificate(authority.certificate).publicKey),
    ).toBe(true)
  })

  describe('client certificates over TLS', () => {
    let listener: Listener
    const store = new Store()
    const auth = createAuth({
      collection: (_, plural) => store.collection(plural),
      clock: new VirtualClock(),
      ids: seededIds(seededRandom(1)),
    })

    beforeAll(async () => {
      const { serving, authority } = certificates
      const tls = { cert: serving.certificate, key: serving.key, ca: authority.certificate }
      listener = await listen({ host: '127.0.0.1', port: 0, tls }, async (incoming) => {
        const user = await auth.authenticate(incoming, () => undefined)
        return { status: 200, headers: {}, body: JSON.stringify(user ?? null) }
      })
    })
    afterAll(() => listener[Symbol.asyncDispose]())

    const whoIs = (client?: IssuedCertificate) =>
      new Promise<User | null>((resolve, reject) => {
        const shown = client === undefined ? {} : { cert: client.certificate, key: client.key }
        const options = {
          host: '127.0.0.1',
          port: listener.port,
          ca: certificates.authority.certificate,
          agent: false,
          ...shown,
        }
        const sent = request(options, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as User | null))
        })
        sent.once('error', reject).end()
      })

    it('authenticate the caller', async () => {
      const client = certificates.issueClient('ada', ['staff', 'ops'])
      const fingerprint = new X509Certificate(client.certificate).fingerprint256.replaceAll(':', '').toLowerCase()
      expect(await whoIs(client)).toEqual({
        name: 'ada',
        groups: ['staff', 'ops', 'system:authenticated'],
        extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${fingerprint}`] },
      })
      expect((await whoIs(certificates.issueAdmin()))?.groups).toEqual(['system:masters', 'system:authenticated'])
    })

    it('are rejected if issued by another CA or expired', async () => {
      const stranger = createAuthority({ name: 'stranger' }).issue({ name: 'ada', organizations: ['system:masters'] })
      const expired = certificates.authority.issue({
        name: 'ada',
        notBefore: '2020-01-01T00:00:00Z',
        notAfter: '2021-01-01T00:00:00Z',
      })
      expect(await whoIs(stranger)).toBeNull()
      expect(await whoIs(expired)).toBeNull()
    })

    it('are optional: without one the caller is anonymous', async () => {
      expect((await whoIs())?.name).toBe('system:anonymous')
    })
  })
})
