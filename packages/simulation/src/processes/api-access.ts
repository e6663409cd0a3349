/**
 * How a process that runs as a container reaches the API server.
 *
 * Clients read the token from a fixed path, which a process without a mount namespace does not have. All of them also read the kubeconfig
 * in KUBECONFIG, so a process gets one, in addition to the variables of every pod.
 *
 * See decision 0266.
 */
import { access, mkdir, writeFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import type { EndpointSlice } from '@kubewright/kubernetes/discovery/v1'
import { simulationErrors } from '../errors.ts'
import { serviceNameLabel } from './service-backends.ts'

export interface ApiServerAddress {
  readonly host: string
  readonly port: number
}

/** The standard path of the service account token. */
const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Failure: `KW_SIMULATION_API_SERVER` if it is not an https URL. */
export function parseApiServer(url: string): ApiServerAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol !== 'https:') throw noUrl(url)
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1')
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return { host: reached, port: Number(parsed.port || 443) }
}

function noUrl(url: string): Error {
  return simulationErrors('KW_SIMULATION_API_SERVER', {
    what: `give pods access to an API server at ${JSON.stringify(url)}`,
    why: 'it is not an https URL',
    next: 'Pass a URL such as `https://127.0.0.1:6443`, or `false` if processes cannot reach the server.',
  })
}

/** The address in the endpoints of the service `kubernetes`; `undefined` if it has none, as for a server on the loopback. */
export function publishedApiServer(slices: readonly EndpointSlice[]): ApiServerAddress | undefined {
  const own = slices.find(
    ({ metadata: { namespace, labels } }) => namespace === 'default' && labels?.[serviceNameLabel] === 'kubernetes',
  )
  const host = own?.endpoints?.[0]?.addresses?.[0]
  const port = own?.ports?.find(({ name }) => name === 'https')?.port
  return host === undefined || typeof port !== 'number' ? undefined : { host, port }
}

export interface ApiAccess {
  readonly pod: Pod
  readonly container: Container
  /** The directories of volumes, by name. */
  readonly volumes: ReadonlyMap<string, string>
  readonly podDirectory: string
  readonly apiServer: ApiServerAddress | undefined
}

/** The variables that locate the container's token; none if it has no token, or no server to use it for. */
export async function apiAccessVariables(given: ApiAccess): Promise<readonly (readonly [string, string])[]> {
  const { pod, container, apiServer, podDirectory } = given
  const directory = tokenDirectory(given)
  if (directory === undefined || apiServer === undefined) return []
  const hasAuthority = await access(join(directory, 'ca.crt')).then(
    () => true,
    () => false,
  )
  const files = join(podDirectory, 'kubeconfigs')
  await mkdir(files, { recursive: true, mode: 0o700 })
  const file = join(files, container.name)
  const namespace = pod.metadata.namespace ?? 'default'
  await writeFile(file, kubeconfig({ directory, apiServer, namespace, hasAuthority }), { mode: 0o600 })
  return [
    ['KUBECONFIG', file],
    ['KUBEWRIGHT_SERVICE_ACCOUNT', directory],
  ]
}

function tokenDirectory({ container, volumes }: ApiAccess): string | undefined {
  const mount = (container.volumeMounts ?? []).find(({ mountPath }) => mountPath === tokenPath)
  return mount === undefined ? undefined : volumes.get(mount.name)
}

interface Kubeconfig {
  readonly directory: string
  readonly apiServer: ApiServerAddress
  readonly namespace: string
  readonly hasAuthority: boolean
}

function kubeconfig({ directory, apiServer: { host, port }, namespace, hasAuthority }: Kubeconfig): string {
  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`
  const authority = hasAuthority ? { 'certificate-authority': join(directory, 'ca.crt') } : {}
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'cluster', cluster: { server, ...authority } }],
    users: [{ name: 'pod', user: { tokenFile: join(directory, 'token') } }],
    contexts: [{ name: 'pod', context: { cluster: 'cluster', user: 'pod', namespace } }],
    'current-context': 'pod',
  })
}
