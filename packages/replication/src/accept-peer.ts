/** Peers two clusters, from the side that accepts: grants the other one its tenant namespace, and issues a credential for it. */
import type { Client } from '@kubewright/client'
import { ServiceAccount } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { clusterIdentity } from './identity.ts'
import { fieldManager, tenantNamespace } from './names.ts'
import { tenantAccount, tenantManifests } from './tenant-manifests.ts'

export interface AcceptOptions {
  /** Of the accepting cluster, as somebody who may create namespaces and roles there. */
  readonly client: Client
  /** The identity of the cluster whose replicas are accepted: `clusterIdentity(client)` of that one. */
  readonly origin: string
  /** Which kinds it may replicate. */
  readonly kinds: readonly Pick<Resource, 'group' | 'plural'>[]
  /** The address of the accepting cluster as the origin reaches it: `https://berlin.example.dev:6443`. */
  readonly server: string
  /** The certificate authority of that address, in PEM. @default one the origin trusts anyway */
  readonly authority?: string
  /** For how long the credential is good; servers may shorten it. Accept again for a new one. @default 31_536_000, a year */
  readonly validSeconds?: number
  readonly signal?: AbortSignal
}

/** What the origin needs to know of the peer. */
export interface Acceptance {
  /** The identity of the accepting cluster: the `identity` of the peer. */
  readonly identity: string
  /** A kubeconfig file, as JSON, with the rights of the tenant and no others. Secret: it holds the token. */
  readonly kubeconfig: string
  /** The token in it. */
  readonly token: string
  /** When the token in it expires, if the server says so. */
  readonly expires: string | undefined
}

/**
 * Accepts the replicas of another cluster. May be repeated: kinds that are not named any more are revoked, and a new credential
 * is issued.
 *
 * Failure: `KW_REPLICATION_IDENTITY`, and as the client fails.
 */
export async function acceptPeer(options: AcceptOptions): Promise<Acceptance> {
  const { client, origin, kinds, signal, validSeconds = 31_536_000 } = options
  const identity = await clusterIdentity(client, signal)
  for (const { resource, object } of tenantManifests({ cluster: identity, origin, kinds })) {
    await client.apply(resource as never, object as never, { force: true, fieldManager, signal })
  }
  const account = { name: tenantAccount, namespace: tenantNamespace(origin) }
  const request = { metadata: account, spec: { audiences: [], expirationSeconds: validSeconds } }
  const issued = await client
    .subresource(ServiceAccount as never, 'token' as never)
    .create(account, request as never, { signal })
  const { token = '', expirationTimestamp } = (issued as unknown as TokenAnswer).status ?? {}
  return { identity, kubeconfig: kubeconfigOf(options, token), token, expires: expirationTimestamp }
}

interface TokenAnswer {
  readonly status?: { readonly token?: string; readonly expirationTimestamp?: string }
}

function kubeconfigOf({ server, authority, origin }: AcceptOptions, token: string): string {
  const data =
    authority === undefined ? {} : { 'certificate-authority-data': Buffer.from(authority).toString('base64') }
  const name = 'peer'
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, ...data } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: tenantNamespace(origin) } }],
    'current-context': name,
  }
  return JSON.stringify(config, undefined, 2)
}
