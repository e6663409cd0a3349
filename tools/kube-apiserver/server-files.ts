/** The files that a fresh server needs before it starts: a key for service accounts, and static tokens. */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Access, formatKubeconfig } from './kubeconfig.ts'
import type { ServerPaths } from './server-flags.ts'

export interface ServerFiles extends ServerPaths {
  /** The path of the server's self-signed certificate. */
  readonly ca: string
  /** The only static token, of a member of `system:masters`. */
  readonly token: string
}

const ownerOnly = { mode: 0o600 }

export async function writeServerFiles(directory: string): Promise<ServerFiles> {
  const certificates = join(directory, 'certificates')
  const files: ServerFiles = {
    etcdData: join(directory, 'etcd'),
    certificates,
    ca: join(certificates, 'apiserver.crt'),
    serviceAccountKey: join(directory, 'service-account.key'),
    tokens: join(directory, 'tokens.csv'),
    token: randomBytes(32).toString('hex'),
  }
  await writeFile(files.tokens, `${files.token},admin,admin,system:masters\n`, ownerOnly)
  await writeFile(files.serviceAccountKey, await generateKey(), ownerOnly)
  return files
}

export async function writeKubeconfig(directory: string, access: Access): Promise<string> {
  const path = join(directory, 'kubeconfig')
  await writeFile(path, formatKubeconfig(access), ownerOnly)
  return path
}

/** RSA, as in kubeadm: the algorithm is visible in service account tokens. */
async function generateKey(): Promise<string | Buffer> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' })
}
