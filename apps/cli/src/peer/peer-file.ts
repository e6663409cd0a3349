/** The file that `kubewright peer accept` writes: a Secret with the other cluster's access to this one. */
import { readFile } from 'node:fs/promises'
import { type ConnectionConfig, loadConfig } from '@kubewright/client'
import { isJsonObject } from '@kubewright/core/json'
import { peerSecret } from '@kubewright/replication'
import { clusterLabel } from '@kubewright/replication/names'
import { parse } from 'yaml'
import { cliErrors } from '../errors.ts'

export type PeerSecret = ReturnType<typeof peerSecret>

export type PeerConnection = Required<Pick<ConnectionConfig, 'server' | 'token'>> & Pick<ConnectionConfig, 'ca'>

export interface PeerFile {
  readonly name: string
  /** The identity of the peer. */
  readonly identity: string
  /** The tenant namespace there of the cluster that the file is for. */
  readonly tenant: string
  readonly kubeconfig: string
}

const tenantAnnotation = 'kubewright.dev/cluster-identity-namespace'

/** Failure: `KW_CLI_PEER`. */
export async function readPeerFile(path: string, shown: string): Promise<PeerFile> {
  let object: unknown
  try {
    object = parse(await readFile(path, 'utf8'), { maxAliasCount: 10 })
  } catch (error) {
    throw noPeer(shown, (error as Error).message)
  }
  const metadata = isJsonObject(object) && object['kind'] === 'Secret' ? object['metadata'] : undefined
  const annotations = isJsonObject(metadata) ? metadata['annotations'] : undefined
  const data = isJsonObject(object) ? object['data'] : undefined
  const name = textIn(metadata, 'name')
  const identity = textIn(annotations, clusterLabel)
  const tenant = textIn(annotations, tenantAnnotation)
  const encoded = textIn(data, 'kubeconfig')
  const missing = Object.entries({
    name,
    [clusterLabel]: identity,
    [tenantAnnotation]: tenant,
    kubeconfig: encoded,
  }).find(([, value]) => value === '')
  if (missing !== undefined) throw noPeer(shown, `it is not a Secret with ${missing[0]}`)
  return { name, identity, tenant, kubeconfig: Buffer.from(encoded, 'base64').toString('utf8') }
}

function textIn(object: unknown, key: string): string {
  const value = isJsonObject(object) && Object.hasOwn(object, key) ? object[key] : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * Accepts plain data only: a kubeconfig from outside must not run programs or read files here.
 *
 * Failure: `KW_CLI_PEER`.
 */
export async function connectionIn({ kubeconfig }: PeerFile, shown: string): Promise<PeerConnection> {
  let found: ConnectionConfig
  try {
    found = await loadConfig({ kubeconfigText: kubeconfig, env: {} })
  } catch (error) {
    throw noPeer(shown, `its kubeconfig cannot be read: ${(error as Error).message}`)
  }
  const { server, ca, token, exec, oidc, skipTlsVerify } = found
  const isData = exec === undefined && oidc === undefined && typeof ca !== 'object' && !isFile(token)
  if (!isData) throw noPeer(shown, 'its kubeconfig refers to a program or a file, which is not allowed for a peer')
  if (token === undefined) throw noPeer(shown, 'its kubeconfig has no token')
  if (skipTlsVerify === true || !server.startsWith('https://'))
    throw noPeer(shown, 'its kubeconfig does not use https, or disables the check of the certificate')
  return { server, token, ...(ca === undefined ? {} : { ca }) }
}

function isFile(source: unknown): boolean {
  return typeof source === 'object' && source !== null && 'file' in source
}

function noPeer(file: string, why: string): Error {
  return cliErrors('KW_CLI_PEER', {
    what: `read the peer of ${file}`,
    why,
    next: 'Pass the file that `kubewright peer accept` wrote in the other cluster.',
    details: { file },
  })
}
