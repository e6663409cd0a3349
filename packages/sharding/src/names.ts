/**
 * Names that a ring stores in a cluster. Public: tools and users may rely on them, so none of them is ever renamed.
 *
 * On objects, `<ring>` is the name of the ring:
 * - label `shard.kubewright.dev/<ring>`: the shard that watches the object.
 * - label `drain.kubewright.dev/<ring>`: the shard is asked to release it. Its value is the time of the request
 *   (`20261116T054133Z`), for users: only its presence matters.
 * - annotation `sharding.kubewright.dev/<ring>`: the shard that may act on it; `-` once that has released it. Label and
 *   annotation are written together. A shard acts only if both name it, so that editing a label cannot reassign an object.
 *
 * On leases, in the namespace of the ring: `<ring>` is that of the leading sharder, `<ring>.<shard>` that of a shard, and
 * `<ring>.cluster.<identity>` that of another cluster that a shard works on.
 */
import { isValidName, nameProblems } from '@kubewright/core/object'
import { shardingErrors } from './errors.ts'

/** On an object: the shard that watches it. */
export function shardLabel(ring: string): string {
  return `shard.kubewright.dev/${ring}`
}

/** On an object: its shard is asked to release it. */
export function drainLabel(ring: string): string {
  return `drain.kubewright.dev/${ring}`
}

/** On an object: the shard that may act on it, or `releasedNote`. */
export function assignmentAnnotation(ring: string): string {
  return `sharding.kubewright.dev/${ring}`
}

/** In place of a shard: the last one has released the object. */
export const releasedNote = '-'

/** On a lease: its ring. */
export const ringLabel = 'sharding.kubewright.dev/ring'
/** On a lease: its shard. */
export const shardNameLabel = 'sharding.kubewright.dev/shard'
/** On a lease: its state as evaluated by the sharder. For users: no decision about objects depends on it. */
export const stateLabel = 'sharding.kubewright.dev/state'
/** On a lease: the sharder requests the shard to count its objects. */
export const askedAnnotation = 'sharding.kubewright.dev/count-requested'
/** On a lease: the last count that the shard has completed. */
export const answeredAnnotation = 'sharding.kubewright.dev/count-answered'
/** On a lease: number of renewals, so that a stopped wall clock does not look like a dead holder. */
export const renewalsAnnotation = 'sharding.kubewright.dev/renewals'
/** On a released lease: for how many seconds its objects are reserved for a shard of the same name. */
export const reservedAnnotation = 'sharding.kubewright.dev/reserved-seconds'

/** On a lease: the kinds its shard works on, as JSON. For tools: sharding itself does not act on it. */
export const workAnnotation = 'sharding.kubewright.dev/work'

/** On the lease of a cluster: the ring whose shards divide the clusters. Not `ringLabel`, which is for leases of shards. */
export const clusterRingLabel = 'sharding.kubewright.dev/clusters-of'
/** On the lease of a cluster: the name its holder has for it. For users. */
export const clusterNameAnnotation = 'sharding.kubewright.dev/cluster'
/** On the lease of a cluster: the process with fewer clusters that requests this one. */
export const askedByAnnotation = 'sharding.kubewright.dev/asked-by'

/** Holder of the lease of a shard whose objects are being reassigned. */
export const sharderHolder = 'kubewright-sharder'

/** The lease of a shard. */
export function shardLeaseName(ring: string, shard: string): string {
  return `${ring}.${shard}`
}

/**
 * The lease of a cluster. Shard names contain no dots, so it never collides with a shard's lease. An identity set by the user
 * may not be a valid name: it is then hex-encoded.
 */
export function clusterLeaseName(ring: string, identity: string): string {
  const isName = isValidName('dns1123Label', identity)
  return `${ring}.cluster.${isName ? identity : `x.${Buffer.from(identity).toString('hex')}`}`
}

/** The holder identity of a process: the shard's name and a nonce. */
export function holderOf(shard: string, nonce: string): string {
  return `${shard}/${nonce}`
}

/** The shard in a holder identity. */
export function shardOf(holder: string): string {
  return holder.split('/', 1)[0]!
}

/** Failure: `KW_SHARDING_NAME` for a name that is not valid in labels and lease names. */
export function assertRingName(ring: string): void {
  assertName('ring', ring, '`websites`')
}

/** Failure: `KW_SHARDING_NAME`, as for rings. */
export function assertShardName(shard: string): void {
  assertName('shard', shard, 'the name of the pod')
}

/** Whether this is a valid shard name: a value edited by a user may be anything. */
export function isShardName(name: string): boolean {
  return isValidName('dns1123Label', name)
}

/** Failure: `KW_SHARDING_NAME`, as for rings. */
export function assertNamespace(namespace: string): void {
  assertName('namespace of leases', namespace, '`web-system`')
}

/** A value from the environment may be undefined, whatever its type says. */
function assertName(what: string, name: string | undefined, example: string): void {
  if (name !== undefined && isValidName('dns1123Label', name)) return
  const isGiven = name !== undefined && name !== ''
  throw shardingErrors('KW_SHARDING_NAME', {
    what: isGiven ? `name a ${what} ${JSON.stringify(name)}` : `name a ${what}`,
    why: isGiven ? nameProblems('dns1123Label', name).join(', and ') : 'no name is given',
    next: `Use at most 63 lower-case letters, digits and dashes, such as ${example}.`,
    details: { name },
  })
}
