/** A connection from an untrusted kubeconfig: only inline data is accepted. See decision 0321. */
import { type ConnectionConfig, loadConfig } from '@kubewright/client'
import { managerErrors } from '../errors.ts'

export interface SecretKubeconfig {
  /** `peers/east`, for messages. */
  readonly secret: string
  /** The key in the Secret. */
  readonly key: string
  /** Base64, as in the Secret; `undefined` if the key is missing. */
  readonly data: string | undefined
  /** The context to use. @default its current-context */
  readonly context?: string | undefined
}

/**
 * Failure: `KW_MANAGER_KUBECONFIG`, with the problem. The message may quote names and other values from the kubeconfig, but no token,
 * password, key or certificate.
 */
export async function secretConnection(given: SecretKubeconfig): Promise<ConnectionConfig> {
  const { data, key, context } = given
  if (data === undefined || data === '') throw unusable(given, `it has no key ${JSON.stringify(key)}`)
  const kubeconfigText = Buffer.from(data, 'base64').toString('utf8')
  let connection: ConnectionConfig
  try {
    // An empty environment: the manager's own settings must not apply.
    connection = await loadConfig({ kubeconfigText, env: {}, ...(context === undefined ? {} : { context }) })
  } catch (error) {
    throw unusable(given, 'its kubeconfig cannot be read', error)
  }
  const problem = problemIn(connection)
  if (problem !== undefined) throw unusable(given, problem)
  return connection
}

/** Actions the manager would take, or data it would disclose, on behalf of the author. */
function problemIn({
  server,
  skipTlsVerify,
  exec,
  oidc,
  ca,
  token,
  clientCertificate,
}: ConnectionConfig): string | undefined {
  if (exec !== undefined)
    return 'its kubeconfig names a program to run (`exec`), which would run in this process’s container'
  if (oidc !== undefined)
    return 'its kubeconfig logs in at an issuer (`auth-provider`), whose new tokens could not be kept'
  const files = {
    'certificate-authority': ca,
    tokenFile: token,
    'client-certificate': clientCertificate?.certificate,
    'client-key': clientCertificate?.key,
  }
  const [file] = Object.entries(files).flatMap(([field, source]) => (isFile(source) ? [field] : []))
  if (file !== undefined) return `its kubeconfig names a file of this process’s container (\`${file}\`)`
  if (skipTlsVerify === true) return 'its kubeconfig turns off the check of certificates (`insecure-skip-tls-verify`)'
  return server.startsWith('https://') ? undefined : 'its kubeconfig has an address without TLS'
}

function isFile(source: unknown): boolean {
  return typeof source === 'object' && source !== null && 'file' in source
}

function unusable({ secret, key }: SecretKubeconfig, why: string, cause?: unknown): Error {
  return managerErrors('KW_MANAGER_KUBECONFIG', {
    what: `connect to the cluster of the Secret ${secret}`,
    why: cause instanceof Error ? `${why}: ${cause.message}` : why,
    next: `Write a kubeconfig under the key ${JSON.stringify(key)} with an https address, the certificates as data, and a token or a client certificate as data.`,
    details: { secret, key },
    ...(cause === undefined ? {} : { cause }),
  })
}
