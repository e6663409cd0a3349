/**
 * Names that a ring stores in a cluster. Public: tools and people may rely on them, so none of them is ever renamed.
 *
 * On objects, `<ring>` is the name of the ring:
 * - label `shard.kubewright.dev/<ring>`: the shard that follows the object.
 * - label `drain.kubewright.dev/<ring>`: the shard is asked to let go of it. Its value says since when (`20261116T054133Z`), for
 *   people: that it is there is what counts.
 * - annotation `sharding.kubewright.dev/<ring>`: the shard that may act on it; `-` once that has let go. Label and annotation
 *   are written together; a shard acts only where both name it, so that nobody gives an object away by editing a label.
 *
 * On leases, in the namespace of the ring: `<ring>` is that of the sharders' leader, `<ring>.<shard>` that of a shard, and
 * `<ring>.cluster.<identity>` that of another cluster that a shard works on.
 */
import { isValidName, nameProblems } from '@kubewright/core'
import { shardingErrors } from './errors.ts'

/** On an object: the shard that follows it. */
export function shardLabel(ring: string): string {
  return `shard.kubewright.dev/${ring}`
}

/** On an object: its shard is asked to let go of it. */
export function drainLabel(ring: string): string {
  return `drain.kubewright.dev/${ring}`
}

/** On an object: the shard that may act on it, or `releasedNote`. */
export function assignmentAnnotation(ring: string): string {
  return `sharding.kubewright.dev/${ring}`
}

/** In place of a shard: the last one has let go. */
export const releasedNote = '-'

/** On a lease: the ring it belongs to. */
export const ringLabel = 'sharding.kubewright.dev/ring'
/** On a lease: the shard it is of. */
export const shardNameLabel = 'sharding.kubewright.dev/shard'
/** On a lease: its state as the sharder sees it. For people; nothing reads it. */
export const stateLabel = 'sharding.kubewright.dev/state'
/** On a lease: the sharder asks its shard to count what it acts on. */
export const askedAnnotation = 'sharding.kubewright.dev/roll-call-asked'
/** On a lease: the last count its shard has finished. */
export const answeredAnnotation = 'sharding.kubewright.dev/roll-call-answered'
/** On a lease: how often its holder has renewed it, so that a clock that stands still is no sign of death. */
export const renewalsAnnotation = 'sharding.kubewright.dev/renewals'
/** On a lease that was let go: for how many seconds its objects wait for a shard of the same name. */
export const reservedAnnotation = 'sharding.kubewright.dev/reserved-seconds'

/** On a lease: which kinds its shard works on, as JSON. For tools: nothing that acts reads it. */
export const workAnnotation = 'sharding.kubewright.dev/work'

/** On the lease of a cluster: the ring whose shards divide the clusters. Not `ringLabel`, which is for leases of shards. */
export const clusterRingLabel = 'sharding.kubewright.dev/clusters-of'
/** On the lease of a cluster: its name, as its holder knows it. For people. */
export const clusterNameAnnotation = 'sharding.kubewright.dev/cluster'
/** On the lease of a cluster: the holder of fewer clusters that asks for this one. */
export const askedByAnnotation = 'sharding.kubewright.dev/asked-by'

/** Who holds the lease of a shard whose objects are given to others. */
export const sharderHolder = 'kubewright-sharder'

/** The lease of a shard. */
export function shardLeaseName(ring: string, shard: string): string {
  return `${ring}.${shard}`
}

/**
 * The lease of a cluster. Names of shards have no dots, so it is never that of a shard. An identity that was set by hand may be no name:
 * it is written in hexadecimal digits.
 */
export function clusterLeaseName(ring: string, identity: string): string {
  const isName = isValidName('dns1123Label', identity)
  return `${ring}.cluster.${isName ? identity : `x.${Buffer.from(identity).toString('hex')}`}`
}

/** How a process holds the lease of its shard: by name, and by a number of its own. */
export function holderOf(shard: string, nonce: string): string {
  return `${shard}/${nonce}`
}

/** The shard in the name of a holder. */
export function shardOf(holder: string): string {
  return holder.split('/', 1)[0]!
}

/** Failure: `KW_SHARDING_NAME` for a name that cannot stand in labels and in the name of a lease. */
export function assertRingName(ring: string): void {
  assertName('ring', ring)
}

/** Failure: `KW_SHARDING_NAME`, as for rings. */
export function assertShardName(shard: string): void {
  assertName('shard', shard)
}

/** Whether there can be a shard of this name: what somebody wrote by hand may be anything. */
export function isShardName(name: string): boolean {
  return isValidName('dns1123Label', name)
}

/** Failure: `KW_SHARDING_NAME`, as for rings. */
export function assertNamespace(namespace: string): void {
  assertName('namespace of leases', namespace)
}

/** What comes from the environment may not be there at all, whatever its type says. */
function assertName(what: string, name: string | undefined): void {
  if (name !== undefined && isValidName('dns1123Label', name)) return
  const isGiven = name !== undefined && name !== ''
  throw shardingErrors('KW_SHARDING_NAME', {
    what: isGiven ? `name a ${what} ${JSON.stringify(name)}` : `name a ${what}`,
    why: isGiven ? nameProblems('dns1123Label', name).join(', and ') : 'no name is given',
    next: 'Such names are as those of pods: lower-case letters, digits and dashes, 63 at most.',
    details: { name },
  })
}
