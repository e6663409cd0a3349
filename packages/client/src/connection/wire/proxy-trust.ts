/** Whom we trust at an https proxy: everybody Node trusts, and the CA of the cluster, as kubectl does. */
import { readFile } from 'node:fs/promises'
import * as tls from 'node:tls'

/** The CAs to trust, given that of the cluster. Nothing means: leave it to Node. */
export async function proxyTrust(clusterCa: string | undefined): Promise<readonly string[] | undefined> {
  if (clusterCa === undefined) return undefined
  return [...(await nodeTrust()), clusterCa]
}

/** A list of our own replaces Node's, so Node's has to be in it; Node 20 does not tell what NODE_EXTRA_CA_CERTS added. */
async function nodeTrust(): Promise<readonly string[]> {
  const { getCACertificates } = tls as { getCACertificates?: (store: 'default') => readonly string[] }
  if (getCACertificates) return getCACertificates('default')
  const extra = process.env['NODE_EXTRA_CA_CERTS']
  const text = extra ? await readFile(extra, 'utf8').catch(() => '') : ''
  return text === '' ? tls.rootCertificates : [...tls.rootCertificates, text]
}
