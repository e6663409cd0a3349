import { createPrivateKey, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random/random.ts'
import { VirtualClock } from '../time/virtual-clock.ts'
import { createAuthority, restoreAuthority, selfSigned } from './certificate-authority.ts'

const datesOf = ({ validFrom, validTo }: X509Certificate) =>
  [validFrom, validTo].map((text) => new Date(text).toISOString())

describe('X.509 certificates', () => {
  const authority = createAuthority({ name: 'test-ca' })

  it('are issued by a self-signed CA', () => {
    const ca = new X509Certificate(authority.certificate)

    expect(ca.ca).toBe(true)
    expect(ca.subject).toBe('CN=test-ca')
    expect(ca.checkIssued(ca)).toBe(true)
    expect(ca.verify(ca.publicKey)).toBe(true)
  })

  it('contain common name, organizations, subject alternative names and validity', () => {
    const issued = authority.issue({
      name: 'system:node:one',
      organizations: ['system:nodes', 'zürich'],
      hosts: [
        'localhost',
        '*.example.dev',
        '127.0.0.1',
        '::1',
        'fe80::1:2',
        '::ffff:10.0.0.1',
        '1:2:3:4:5:6:7:8',
        '1::',
      ],
      notBefore: '2024-02-29T12:34:56Z',
      notAfter: '2049-12-31T23:59:59Z',
    })
    const leaf = new X509Certificate(issued.certificate)

    expect(leaf.subject).toBe('O=system:nodes\nO=zürich\nCN=system:node:one')
    expect(leaf.issuer).toBe('CN=test-ca')
    expect(leaf.ca).toBe(false)
    expect(leaf.checkHost('localhost')).toBe('localhost')
    expect(leaf.checkHost('a.example.dev')).toBe('*.example.dev')
    const addresses = ['127.0.0.1', '::1', 'fe80::1:2', '::ffff:10.0.0.1', '1:2:3:4:5:6:7:8', '1::']
    expect(addresses.filter((address) => leaf.checkIP(address) === undefined)).toEqual([])
    expect(leaf.checkIP('127.0.0.2')).toBeUndefined()
    expect(datesOf(leaf)).toEqual(['2024-02-29T12:34:56.000Z', '2049-12-31T23:59:59.000Z'])
    expect(leaf.checkPrivateKey(createPrivateKey(issued.key))).toBe(true)
    expect(leaf.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true)
    expect(leaf.checkIssued(new X509Certificate(authority.certificate))).toBe(true)
  })

  it('encode dates from 2050 on as GeneralizedTime', () => {
    const leaf = new X509Certificate(authority.issue({ name: 'far', notAfter: '2050-01-01T00:00:00Z' }).certificate)

    expect(datesOf(leaf)[1]).toBe('2050-01-01T00:00:00.000Z')
  })

  it('encode values whose DER length takes several bytes', () => {
    const hosts = Array.from({ length: 3_000 }, (_, at) => `host-${at}.example.dev`)
    const leaf = new X509Certificate(authority.issue({ name: 'n'.repeat(60), hosts }).certificate)

    expect(leaf.checkHost('host-2999.example.dev')).toBe('host-2999.example.dev')
  })

  it('have unique serial numbers', () => {
    const serials = Array.from(
      { length: 20 },
      () => new X509Certificate(authority.issue({ name: 'x' }).certificate).serialNumber,
    )

    expect(new Set(serials).size).toBe(20)
  })

  it('have reproducible serial numbers and dates with the same clock and seed', () => {
    const made = () => {
      const clock = new VirtualClock({ start: '2030-05-06T07:08:09Z' })
      const own = createAuthority({ name: 'ca', clock, random: seededRandom(7) })
      return [own, own.issue({ name: 'leaf' })].map(({ certificate }) => new X509Certificate(certificate))
    }
    const facts = (certificates: readonly X509Certificate[]) =>
      certificates.map((certificate) => [certificate.serialNumber, ...datesOf(certificate)])

    expect(facts(made())).toEqual(facts(made()))
    expect(facts(made()).map(([, ...dates]) => dates)).toEqual([
      ['2030-05-06T06:08:09.000Z', '2040-05-03T07:08:09.000Z'],
      ['2030-05-06T06:08:09.000Z', '2031-05-06T07:08:09.000Z'],
    ])
  })

  it('may be issued by an intermediate CA', () => {
    const between = authority.issueAuthority({ name: 'between' })
    const leaf = new X509Certificate(between.issue({ name: 'leaf' }).certificate)

    expect(leaf.checkIssued(new X509Certificate(between.certificate))).toBe(true)
    expect(new X509Certificate(between.certificate).checkIssued(new X509Certificate(authority.certificate))).toBe(true)
  })

  it('may be issued by a CA restored from its stored certificate and key', () => {
    const kept = createAuthority({ name: 'kept', organizations: ['zürich'] })
    const restored = restoreAuthority({ certificate: kept.certificate, key: kept.key })
    const leaf = new X509Certificate(restored.issue({ name: 'leaf' }).certificate)

    expect(restored.certificate).toBe(kept.certificate)
    expect(leaf.issuer).toBe('O=zürich\nCN=kept')
    expect(leaf.checkIssued(new X509Certificate(kept.certificate))).toBe(true)
    expect(leaf.verify(new X509Certificate(kept.certificate).publicKey)).toBe(true)
  })

  it('may be self-signed without being a CA', () => {
    const alone = new X509Certificate(selfSigned({ name: 'alone', hosts: ['localhost'] }).certificate)

    expect(alone.ca).toBe(false)
    expect(alone.verify(alone.publicKey)).toBe(true)
  })
})
