import { createAuthority } from '@kubewright/core/certificates'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { failureOf, failureText } from '../testing/failure.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { bearer, certificateIdentity, tokenIdentity } from './file-identity.ts'
import { combinedIdentity, fixedIdentity } from './identity.ts'

describe('tokenIdentity', () => {
  it('re-reads a token file once a minute', async () => {
    await using directory = await temporaryDirectory({ token: 'one\n' })
    const clock = new VirtualClock()
    const identity = tokenIdentity({ file: directory.file('token') }, clock)

    const first = await identity.current()
    expect(first).toEqual({ authorization: 'Bearer one' })
    await directory.write('token', 'two')
    expect(await identity.current()).toBe(first)
    await clock.advance('1m')
    expect(await identity.current()).toEqual({ authorization: 'Bearer two' })
  })

  it('re-reads the file after 401 and returns whether the token changed', async () => {
    await using directory = await temporaryDirectory({ token: 'one' })
    const identity = tokenIdentity({ file: directory.file('token') }, new VirtualClock())
    const first = await identity.current()

    expect(await identity.renew(first)).toBe(false)
    await directory.write('token', 'two')
    expect(await identity.renew(first)).toBe(true)
    expect(await identity.current()).toEqual({ authorization: 'Bearer two' })
    expect(await identity.renew(first)).toBe(true)
  })

  it('uses the initial token until the file is readable', async () => {
    await using directory = await temporaryDirectory()
    const clock = new VirtualClock()
    const identity = tokenIdentity({ file: directory.file('token'), initial: 'initial' }, clock)

    const first = await identity.current()
    expect(first).toEqual({ authorization: 'Bearer initial' })
    await directory.write('token', 'late')
    expect(await identity.renew(first)).toBe(true)
    expect(await identity.current()).toEqual({ authorization: 'Bearer late' })
  })

  it('fails when the file never existed', async () => {
    const identity = tokenIdentity({ file: '/nowhere/token' }, new VirtualClock())

    expect(await failureOf(identity.current())).toMatchObject({ code: 'KW_CLIENT_FILE_UNREADABLE' })
  })
})

describe('bearer()', () => {
  it('trims surrounding whitespace', () => {
    expect(bearer(' abc\n')).toBe('Bearer abc')
  })

  it('rejects an empty token', async () => {
    expect(await failureText(() => bearer(' \n'))).toMatch(/^KW_CLIENT_CREDENTIALS_INVALID .*it is empty/)
  })

  it.each(['two words', 'line\r\nbreak', 'ümlaut'])('rejects %j without quoting it', async (token) => {
    const text = await failureText(() => bearer(token))

    expect(text).toMatch(/^KW_CLIENT_CREDENTIALS_INVALID /)
    expect(text).not.toContain(token)
  })
})

describe('certificateIdentity', () => {
  it('returns the same pair until a file changes', async () => {
    await using directory = await temporaryDirectory({ crt: 'C1', key: 'K1' })
    const clock = new VirtualClock()
    const files = { certificate: { file: directory.file('crt') }, key: { file: directory.file('key') } }
    const identity = certificateIdentity(files, clock)

    const first = await identity.current()
    expect(first).toEqual({ certificate: { certificate: 'C1', key: 'K1' } })
    await clock.advance('2m')
    expect(await identity.current()).toBe(first)
    await directory.write('crt', 'C2')
    await directory.write('key', 'K2')
    await clock.advance('1m')
    expect(await identity.current()).toEqual({ certificate: { certificate: 'C2', key: 'K2' } })
  })

  const authority = createAuthority({ name: 'clients' })
  const issued = () => {
    const { certificate, key } = authority.issue({ name: 'ada' })
    return { certificate, key }
  }

  it('keeps the last matching pair while only one file is replaced, and re-reads after a second', async () => {
    const [old, renewed] = [issued(), issued()]
    await using directory = await temporaryDirectory({ crt: old.certificate, key: old.key })
    const clock = new VirtualClock()
    const files = { certificate: { file: directory.file('crt') }, key: { file: directory.file('key') } }
    const identity = certificateIdentity(files, clock)

    const first = await identity.current()
    await directory.write('crt', renewed.certificate)
    await clock.advance('1m')
    expect(await identity.current()).toBe(first)
    await directory.write('key', renewed.key)
    expect(await identity.current()).toBe(first)
    await clock.advance('1s')
    expect(await identity.current()).toEqual({ certificate: renewed })
  })

  it('keeps the last pair while a file is partially written', async () => {
    const [old, renewed] = [issued(), issued()]
    await using directory = await temporaryDirectory({ crt: old.certificate, key: old.key })
    const clock = new VirtualClock()
    const files = { certificate: { file: directory.file('crt') }, key: { file: directory.file('key') } }
    const identity = certificateIdentity(files, clock)

    const first = await identity.current()
    await directory.write('key', renewed.key.slice(0, 60))
    await directory.write('crt', renewed.certificate.slice(0, 60))
    await clock.advance('1m')
    expect(await identity.renew(first)).toBe(false)
    await directory.write('key', renewed.key)
    await directory.write('crt', renewed.certificate)
    expect(await identity.renew(first)).toBe(true)
    expect(await identity.current()).toEqual({ certificate: renewed })
  })

  it('returns a mismatched pair if there was no other, and the matching pair once there is one', async () => {
    const [one, other] = [issued(), issued()]
    await using directory = await temporaryDirectory({ crt: one.certificate, key: other.key })
    const clock = new VirtualClock()
    const files = { certificate: { file: directory.file('crt') }, key: { file: directory.file('key') } }
    const identity = certificateIdentity(files, clock)

    expect(await identity.current()).toEqual({ certificate: { certificate: one.certificate, key: other.key } })
    await directory.write('crt', other.certificate)
    await clock.advance('1s')
    expect(await identity.current()).toEqual({ certificate: other })
  })

  it('never returns a mismatched pair to concurrent callers during a rotation', async () => {
    const [old, renewed] = [issued(), issued()]
    await using directory = await temporaryDirectory({ crt: old.certificate, key: old.key })
    const clock = new VirtualClock()
    const files = { certificate: { file: directory.file('crt') }, key: { file: directory.file('key') } }
    const identity = certificateIdentity(files, clock)

    await identity.current()
    await directory.write('crt', renewed.certificate)
    await directory.write('key', renewed.key)
    await clock.advance('1m')
    const seen = new Set<unknown>()
    const asking = Array.from({ length: 20 }, async () => {
      for (let turn = 0; turn < 5; turn++) seen.add((await identity.current()).certificate)
    })
    await Promise.all(asking)
    expect([...seen]).toEqual([renewed])
  })
})

describe('combinedIdentity', () => {
  it('has no credentials without sources', async () => {
    expect(await combinedIdentity([]).current()).toEqual({})
  })

  it('merges its sources and returns the same instance until one of them changes', async () => {
    await using directory = await temporaryDirectory({ token: 'one' })
    const clock = new VirtualClock()
    const pair = { certificate: 'C', key: 'K' }
    const identity = combinedIdentity([
      fixedIdentity({ certificate: pair }),
      tokenIdentity({ file: directory.file('token') }, clock),
    ])

    const first = await identity.current()
    expect(first).toEqual({ certificate: pair, authorization: 'Bearer one' })
    expect(await identity.current()).toBe(first)
    expect(await identity.renew(first)).toBe(false)
    await directory.write('token', 'two')
    expect(await identity.renew(first)).toBe(true)
    const second = await identity.current()
    expect(second.authorization).toBe('Bearer two')
    expect(second.certificate).toBe(first.certificate)
    expect(await identity.renew(first)).toBe(true) // renewed by another call in the meantime
  })
})
