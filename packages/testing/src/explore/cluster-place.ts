/**
 * Names of what is in another cluster than home. A kind there is `configmaps@east`, a collection `east:/api/v1/configmaps`; what is
 * at home has no cluster in its name. Pure.
 */

/** `configmaps@east` */
export function kindIn(cluster: string | undefined, kind: string): string {
  return cluster === undefined ? kind : `${kind}@${cluster}`
}

/** The cluster of `configmaps@east`; nothing at home. */
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

/** The cluster that a call goes to; nothing for home, and for a call to a thing outside. */
export function clusterOfCall(label: string): string | undefined {
  return clusterOfKind(kindOfCall(label) ?? '')
}

/** `east:/api/v1/configmaps` */
export function collectionIn(cluster: string | undefined, collection: string): string {
  return cluster === undefined ? collection : `${cluster}:${collection}`
}

/** A collection as its own server knows it, and which server that is. */
export function splitCollection(place: string): { readonly cluster: string | undefined; readonly collection: string } {
  const at = place.indexOf(':')
  if (place.startsWith('/') || at < 0) return { cluster: undefined, collection: place }
  return { cluster: place.slice(0, at), collection: place.slice(at + 1) }
}
