/** The in-cluster connection of a pod: the service account's token and CA, at the address in the environment. */
import { access, readFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { ConnectionConfig } from './connection-config.ts'
import { defineConnection } from './define-connection.ts'
import type { Environment } from './wire/environment-proxy.ts'

export const serviceAccountDirectory = '/var/run/secrets/kubernetes.io/serviceaccount'

export interface Pod {
  readonly env: Environment
  /** Where token, CA and namespace are mounted. */
  readonly directory: string
}

/** Why this process has no in-cluster connection; `undefined` if it has one. */
export async function whyNotInPod({ env, directory }: Pod): Promise<string | undefined> {
  if (!env['KUBERNETES_SERVICE_HOST'] || !env['KUBERNETES_SERVICE_PORT']) return 'KUBERNETES_SERVICE_HOST is not set'
  if (await isThere(join(directory, 'token'))) return undefined
  return `there is no token in ${directory}; is automountServiceAccountToken off?`
}

/** Assumptions: `whyNotInPod` returned `undefined`. */
export async function podConnection({ env, directory }: Pod, namespace?: string): Promise<ConnectionConfig> {
  const host = env['KUBERNETES_SERVICE_HOST']!
  const ca = join(directory, 'ca.crt')
  return defineConnection({
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${env['KUBERNETES_SERVICE_PORT']}`,
    // Without the file the server's certificate may still be from a CA that Node trusts.
    ...((await isThere(ca)) && { ca: { file: ca } }),
    token: { file: join(directory, 'token') },
    currentNamespace: namespace ?? (env['POD_NAMESPACE'] || (await namespaceIn(directory))),
  })
}

async function namespaceIn(directory: string): Promise<string> {
  const text = await readFile(join(directory, 'namespace'), 'utf8').catch(() => '')
  return text.trim() || 'default'
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
