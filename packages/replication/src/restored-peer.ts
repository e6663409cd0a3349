/**
 * Detects that a peer was restored from a backup with lower resource versions. Its server accepts a watch that resumes from a version of the
 * future, and stays silent until it gets there: nothing fails, and every change until then is missed.
 * See decision 0339.
 */
import type { Client } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { compareResourceVersions, isResourceVersion } from '@kubewright/core/object'
import { replicationErrors } from './errors.ts'
import type { PeerKind } from './peer-kind.ts'

/** Where a kind is read. */
export interface ReadAt {
  readonly client: Client
  readonly namespace: string
  readonly signal: AbortSignal
}

/**
 * Whether the peer has an older state than was read from it before. A list without a version is answered with the latest state, so a server
 * that merely lags behind the others is not mistaken for a restored one.
 *
 * Failure: rejects with the error of the request.
 */
export async function hasGoneBack(kind: PeerKind, at: ReadAt): Promise<boolean> {
  const { newestVersion } = kind // before the request: the watch goes on meanwhile
  if (newestVersion === undefined) return false
  const current = await currentVersion(kind, at)
  return current !== undefined && compareResourceVersions(current, newestVersion) < 0
}

async function currentVersion(kind: PeerKind, { client, namespace, signal }: ReadAt): Promise<string | undefined> {
  const list = client.list(kind.home.resource, { namespace, limit: 1, signal })
  for await (const { metadata } of list.pages()) {
    const version = metadata?.resourceVersion
    return typeof version === 'string' && isResourceVersion(version) ? version : undefined
  }
  return undefined
}

/** The newest of some versions; `undefined` if there is none. */
export function newestOf(objects: readonly KubeObject[], reached: string | undefined): string | undefined {
  let newest = reached
  for (const { metadata } of objects) {
    const version: unknown = metadata.resourceVersion
    if (typeof version !== 'string' || !isResourceVersion(version)) continue
    if (newest === undefined || compareResourceVersions(version, newest) > 0) newest = version
  }
  return newest
}

/** The warning after a peer was restored. */
export function restoredProblem(peer: string): Error {
  return replicationErrors('KW_REPLICATION_RESTORED', {
    what: `rely on the former state of the peer ${peer}`,
    why: 'its resource versions are lower than before: it was restored from a backup within the last hour',
    next: 'Its replicas are compared and written again. Check that controllers there have recreated their children of the replicas.',
    details: { peer },
  })
}
