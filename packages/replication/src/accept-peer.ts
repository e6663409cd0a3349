/** Accepting side of peering: grants the other cluster a tenant namespace, and issues a credential for it. */
import type { Client } from '@kubewright/client'
import { ServiceAccount } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { clusterIdentity } from './identity.ts'
import { fieldManager, tenantNamespace } from './names.ts'
import { assertServerAddress } from './server-address.ts'
import { tenantAccount, tenantManifests } from './tenant-manifests.ts'

/** Options of `acceptPeer`. */
export interface AcceptOptions {
  /** A client of the accepting cluster that may create namespaces and roles. */
  readonly client: Client
  /** The identity of the cluster whose replicas are accepted: its `clusterIdentity(client)`. */
  readonly origin: string
  /** The kinds it may replicate. */
  readonly kinds: readonly Pick<Resource, 'group' | 'plural'>[]
  /** The address of the accepting cluster as reached from the origin, with `https:`: `https://berlin.example.dev:6443`. */
  readonly server: string
  /** Accepts `http:` for a `server` on this machine, as in a test. The token is sent unencrypted. @default false */
  readonly allowsHttpLoopback?: boolean
  /** The CA certificate of that address, in PEM. @default none: the origin uses the CAs that it trusts by default */
  readonly authority?: string
  /** Validity of the credential; servers may shorten it. Accept again to renew it. @default 31_536_000, a year */
  readonly validSeconds?: number
  readonly signal?: AbortSignal
}

/** The peer's data for the origin. */
export interface Acceptance {
  /** The identity of the accepting cluster, for the peer's `identity`. */
  readonly identity: string
  /** A kubeconfig file, as JSON, with only the tenant's permissions. Secret: it holds the token. */
  readonly kubeconfig: string
  /** The token in it. */
  readonly token: string
  /** When the token expires, if the server reports it. */
  readonly expires: string | undefined
}

/**
 * Accepts the replicas of another cluster. Idempotent: kinds that are no longer listed are revoked, and a new credential is issued.
 *
 * Failure: `KW_REPLICATION_SERVER` and `KW_REPLICATION_IDENTITY`, before anything is granted, and errors of the client.
 */
export async function acceptPeer(options: AcceptOptions): Promise<Acceptance> {
  const { client, origin, kinds, server, signal, validSeconds = 31_536_000, allowsHttpLoopback = false } = options
  assertServerAddress(server, { allowsHttpLoopback })
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
