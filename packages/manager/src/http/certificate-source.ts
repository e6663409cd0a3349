/** The serving certificate of a TLS port: from files maintained externally, or self-signed at start. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { selfSigned } from '@kubewright/core/certificates'
import type { CertificateFiles } from '@kubewright/webhook/server'
import { managerErrors } from '../errors.ts'

/** PEM. The key is a secret. */
export interface Certificate {
  readonly certificate: string
  readonly key: string
}

export interface CertificateSource {
  /** Failure: `KW_MANAGER_CERTIFICATE`. */
  read(): Promise<Certificate>
  /** Whether the certificate may change later. */
  readonly canChange: boolean
}

/** Longer than any process runs. */
const validMs = 10 * 365 * 24 * 60 * 60 * 1_000

export function certificateSource(
  tls: 'self-signed' | CertificateFiles,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): CertificateSource {
  if (tls !== 'self-signed') return { read: () => readFiles(tls), canChange: true }
  const notAfter = new Date(clock.now() + validMs).toISOString()
  const hosts = ['localhost', '127.0.0.1', '::1'] // scrapers connect by pod address and cannot verify it anyway
  const read = async () => selfSigned({ name: 'localhost', hosts, notAfter, clock, random })
  return { read, canChange: false }
}

/** Polled: kubelet swaps a symlink above the files, which a file watcher does not see. */
async function readFiles({
  directory,
  certificate = 'tls.crt',
  key = 'tls.key',
}: CertificateFiles): Promise<Certificate> {
  const paths = [join(directory, certificate), join(directory, key)] as const
  const [cert, secret] = [await readOne(paths[0]), await readOne(paths[1])]
  if (!isPair(cert, secret)) throw unusable(paths.join(' and '), 'they are not a certificate and its key in PEM')
  return { certificate: cert, key: secret }
}

async function readOne(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unusable(path, `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
}

/** Swallows the library's error, which may quote the key. */
function isPair(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

function unusable(what: string, why: string): Error {
  return managerErrors('KW_MANAGER_CERTIFICATE', {
    what: `serve metrics with ${what}`,
    why,
    next: 'Mount the Secret that holds the certificate there, or leave `metrics.tls` out: then a certificate is generated at the start.',
    details: { what },
  })
}
