/** Parts of peers: their states, Secrets and tenants. */
export type { PeerSecretOptions } from './peer-secret.ts'
export type { PeerState } from './peer-state.ts'
export type { AbsentPeer } from './peers.ts'
export type { RevokeOptions } from './revoke-peer.ts'
export type { TenantManifest, TenantOptions } from './tenant-manifests.ts'
