/**
 * Names of kinds and collections in a cluster other than home: `configmaps@east` for a kind, `east:/api/v1/configmaps` for a collection.
 * Names at home have no cluster. Pure.
 * See decision 0326.
 */

/** `configmaps@east` */
export function kindIn(cluster: string | undefined, kind: string): string {
  return cluster === undefined ? kind : `${kind}@${cluster}`
}

/** The cluster of `configmaps@east`; `undefined` for home. */
export function clusterOfKind(kind: string): string | undefined {
  const at = kind.indexOf('@')
  return at < 0 ? undefined : kind.slice(at + 1)
}

/** The kind of `configmaps@east`, without its cluster. */
export function kindWithoutCluster(kind: string): string {
  const at = kind.indexOf('@')
  return at < 0 ? kind : kind.slice(0, at)
}

/** The kind of a call, with its cluster: `deployments.apps@east` of `patch deployments.apps@east/status default/blog`. */
export function kindOfCall(label: string): string | undefined {
  return label.split(' ')[1]?.split('/')[0]
}

/** The target cluster of a call; `undefined` for home, and for a call to an external service. */
export function clusterOfCall(label: string): string | undefined {
  return clusterOfKind(kindOfCall(label) ?? '')
}

/** `east:/api/v1/configmaps` */
export function collectionIn(cluster: string | undefined, collection: string): string {
  return cluster === undefined ? collection : `${cluster}:${collection}`
}

/** Splits a collection into its cluster and its path on that cluster's server. */
export function splitCollection(place: string): { readonly cluster: string | undefined; readonly collection: string } {
  const at = place.indexOf(':')
  if (place.startsWith('/') || at < 0) return { cluster: undefined, collection: place }
  return { cluster: place.slice(0, at), collection: place.slice(at + 1) }
}
