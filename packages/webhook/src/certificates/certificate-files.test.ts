import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, type IssuedCertificate } from '@kubewright/core/certificates'
import { describe, expect, it } from 'vitest'
import { readCertificate } from './certificate-files.ts'

const authority = createAuthority({ name: 'files' })
const [first, second] = [authority.issue({ name: 'first' }), authority.issue({ name: 'second' })]

async function folder() {
  const directory = await mkdtemp(join(tmpdir(), 'kubewright-certificates-'))
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
}

async function put(directory: string, { certificate, key }: IssuedCertificate): Promise<void> {
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'tls.crt'), certificate)
  await writeFile(join(directory, 'tls.key'), key)
}

describe('readCertificate', () => {
  it('reads certificate and key, and ca.crt if it exists', async () => {
    await using place = await folder()
    await put(place.directory, first)
    expect(await readCertificate(place)).toEqual({ ...first, authority: undefined })
    await writeFile(join(place.directory, 'ca.crt'), authority.certificate)
    expect(await readCertificate(place)).toEqual({ ...first, authority: authority.certificate })
  })

  it('fails if ca.crt exists but cannot be read', async () => {
    await using place = await folder()
    await put(place.directory, first)
    await mkdir(join(place.directory, 'ca.crt'))
    await expect(readCertificate(place)).rejects.toMatchObject({
      code: 'KW_WEBHOOK_CERTIFICATE',
      message: expect.stringContaining('EISDIR') as string,
    })
  })

  it('reads the new files after kubelet swaps the symbolic link', async () => {
    await using place = await folder()
    const at = (name: string) => join(place.directory, name)
    await put(at('..2026_01'), first)
    await put(at('..2026_02'), second)
    await symlink('..2026_01', at('..data'))
    for (const name of ['tls.crt', 'tls.key']) await symlink(`..data/${name}`, at(name))
    expect((await readCertificate(place)).certificate).toBe(first.certificate)
    await symlink('..2026_02', at('..data_tmp'))
    await rename(at('..data_tmp'), at('..data'))
    expect((await readCertificate(place)).certificate).toBe(second.certificate)
  })

  it('reads files with other names', async () => {
    await using place = await folder()
    await writeFile(join(place.directory, 'cert.pem'), first.certificate)
    await writeFile(join(place.directory, 'key.pem'), first.key)
    expect(await readCertificate({ ...place, certificate: 'cert.pem', key: 'key.pem' })).toMatchObject(first)
  })

  it.each<[string, (directory: string) => Promise<void>, RegExp]>([
    ['a missing file', async () => undefined, /tls\.crt: there is no such file\. Mount the Secret/],
    [
      'a key that does not match the certificate',
      (at) => put(at, { ...first, key: second.key }),
      /: the key does not belong to the certificate\./,
    ],
    [
      'files that are not PEM',
      (at) => put(at, { ...first, certificate: 'hello' }),
      /: they are not a certificate and a key in PEM\./,
    ],
    [
      'a directory instead of a file',
      (at) =>
        put(at, first)
          .then(() => rm(join(at, 'tls.key')))
          .then(() => mkdir(join(at, 'tls.key')))
          .then(() => undefined),
      /tls\.key: it cannot be read \(EISDIR\)\./,
    ],
  ])('refuses %s', async (_, make, message) => {
    await using place = await folder()
    await make(place.directory)
    await expect(readCertificate(place)).rejects.toMatchObject({
      code: 'KW_WEBHOOK_CERTIFICATE',
      message: expect.stringMatching(message) as unknown,
    })
  })
})
