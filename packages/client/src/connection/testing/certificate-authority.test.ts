import { createPrivateKey, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAuthority, selfSigned } from './certificate-authority.ts'

describe('certificates for tests', () => {
  const authority = createAuthority({ name: 'test-ca' })

  it('makes an authority that signed itself', () => {
    const ca = new X509Certificate(authority.certificate)

    expect(ca.ca).toBe(true)
    expect(ca.subject).toBe('CN=test-ca')
    expect(ca.checkIssued(ca)).toBe(true)
    expect(ca.verify(ca.publicKey)).toBe(true)
  })

  it('issues certificates with names, addresses, groups and dates', () => {
    const issued = authority.issue({
      name: 'system:node:one',
      organizations: ['system:nodes', 'zürich'],
      hosts: ['localhost', '*.example.dev', '127.0.0.1', '::1', 'fe80::1:2'],
      notBefore: '2024-02-29T12:34:56Z',
      notAfter: '2049-12-31T23:59:59Z',
    })
    const leaf = new X509Certificate(issued.certificate)

    expect(leaf.subject).toBe('O=system:nodes\nO=zürich\nCN=system:node:one')
    expect(leaf.issuer).toBe('CN=test-ca')
    expect(leaf.ca).toBe(false)
    expect(leaf.checkHost('localhost')).toBe('localhost')
    expect(leaf.checkHost('a.example.dev')).toBe('*.example.dev')
    expect(['127.0.0.1', '::1', 'fe80::1:2'].map((address) => leaf.checkIP(address))).not.toContain(undefined)
    expect(leaf.checkIP('127.0.0.2')).toBeUndefined()
    expect(new Date(leaf.validFrom).toISOString()).toBe('2024-02-29T12:34:56.000Z')
    expect(new Date(leaf.validTo).toISOString()).toBe('2049-12-31T23:59:59.000Z')
    expect(leaf.checkPrivateKey(createPrivateKey(issued.key))).toBe(true)
    expect(leaf.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true)
    expect(leaf.checkIssued(new X509Certificate(authority.certificate))).toBe(true)
  })

  it('writes years from 2050 on in four digits', () => {
    const leaf = new X509Certificate(authority.issue({ name: 'far', notAfter: '2050-01-01T00:00:00Z' }).certificate)

    expect(new Date(leaf.validTo).toISOString()).toBe('2050-01-01T00:00:00.000Z')
  })

  it('never uses a serial number twice', () => {
    const serials = Array.from(
      { length: 20 },
      () => new X509Certificate(authority.issue({ name: 'x' }).certificate).serialNumber,
    )

    expect(new Set(serials).size).toBe(20)
  })

  it('issues through an authority in between', () => {
    const between = authority.issueAuthority({ name: 'between' })
    const leaf = new X509Certificate(between.issue({ name: 'leaf' }).certificate)

    expect(leaf.checkIssued(new X509Certificate(between.certificate))).toBe(true)
    expect(new X509Certificate(between.certificate).checkIssued(new X509Certificate(authority.certificate))).toBe(true)
  })

  it('makes a certificate that signed itself and is no authority', () => {
    const alone = new X509Certificate(selfSigned({ name: 'alone', hosts: ['localhost'] }).certificate)

    expect(alone.ca).toBe(false)
    expect(alone.verify(alone.publicKey)).toBe(true)
  })
})
