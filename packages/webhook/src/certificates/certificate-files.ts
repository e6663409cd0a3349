/**
 * A certificate in files that are managed externally: by cert-manager through a mounted Secret, or by an administrator.
 *
 * The files are polled instead of watched: kubelet swaps a symbolic link above them, which file watchers do not see, and
 * reading three small files is cheap.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { webhookErrors } from '../errors.ts'
import { pairProblem, type ServingCertificate } from './serving-certificate.ts'

/** The directory and file names of a serving certificate, such as a mounted Secret. */
export interface CertificateFiles {
  /** The directory of the files. */
  readonly directory: string
  /** @default 'tls.crt' */
  readonly certificate?: string
  /** @default 'tls.key' */
  readonly key?: string
  /** The CA certificate; optional. @default 'ca.crt' */
  readonly authority?: string
}

export interface ReadCertificate extends ServingCertificate {
  /** In PEM, if there is such a file. */
  readonly authority: string | undefined
}

/** Failure: `KW_WEBHOOK_CERTIFICATE` names the missing file, or reports that certificate and key do not match. */
export async function readCertificate(files: CertificateFiles): Promise<ReadCertificate> {
  const { directory, certificate = 'tls.crt', key = 'tls.key', authority = 'ca.crt' } = files
  const pair = {
    certificate: await needed(directory, certificate),
    key: await needed(directory, key),
  }
  // Read during a swap, or invalid: either way the caller retries later.
  const problem = pairProblem(pair)
  if (problem !== undefined) throw unusable(`${certificate} and ${key} in ${directory}`, problem)
  return { ...pair, authority: await read(join(directory, authority)) }
}

async function needed(directory: string, name: string): Promise<string> {
  const path = join(directory, name)
  const text = await read(path)
  if (text === undefined) throw unusable(path, 'there is no such file')
  return text
}

/** `undefined` if there is no such file. */
async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw unusable(path, `it cannot be read (${code})`)
  }
}

function unusable(what: string, why: string): Error {
  return webhookErrors('KW_WEBHOOK_CERTIFICATE', {
    what: `serve webhooks with ${what}`,
    why,
    next: 'Mount the Secret that holds the certificate there, or let the program issue its own.',
    details: { what },
  })
}
