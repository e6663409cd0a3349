/** The CAs trusted for an https proxy: Node's defaults and the CA of the cluster, as in kubectl. */
import { readFile } from 'node:fs/promises'
import * as tls from 'node:tls'

/** The CAs to trust, given that of the cluster. `undefined` for Node's defaults. */
export async function proxyTrust(clusterCa: string | undefined): Promise<readonly string[] | undefined> {
  if (clusterCa === undefined) return undefined
  return [...(await nodeTrust()), clusterCa]
}

/** A custom list replaces Node's, so it must include it; Node 20 does not expose the certificates of NODE_EXTRA_CA_CERTS. */
async function nodeTrust(): Promise<readonly string[]> {
  const { getCACertificates } = tls as { getCACertificates?: (store: 'default') => readonly string[] }
  if (getCACertificates) return getCACertificates('default')
  const extra = process.env['NODE_EXTRA_CA_CERTS']
  const text = extra ? await readFile(extra, 'utf8').catch(() => '') : ''
  return text === '' ? tls.rootCertificates : [...tls.rootCertificates, text]
}
