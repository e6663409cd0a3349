/**
 * All names that replication stores in a cluster, and the mapping from an original to the location of its replica.
 *
 * All replicas of one origin are in one namespace of the peer, the tenant namespace, whose name contains the identity of the origin.
 * Their names contain the namespace of the original. Both mappings are injective, so two originals never share a replica.
 *
 * See decision 0330.
 */
import type { Ref } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import { replicationErrors } from './errors.ts'

export const domain = 'replication.kubewright.dev'

/** Label of a replica: the identity of the cluster its original lives in. */
export const originLabel = `${domain}/origin`
/** Annotation of a replica with the same value. It is authoritative; the label is for selectors. */
export const originAnnotation = `${domain}/origin`
/** Annotation of a replica: the uid of its original. */
export const uidAnnotation = `${domain}/origin-uid`
/** Annotation of a replica: the generation of the original that its content was copied from. */
export const generationAnnotation = `${domain}/origin-generation`
/** Annotation of a replica: the copied labels and annotations, so that only those are ever removed. */
export const copiedAnnotation = `${domain}/copied`
/** Label of a tenant namespace: the identity of the cluster it is in. A manager reads it there too. */
export const clusterLabel = 'kubewright.dev/cluster-identity'
/** Label of a tenant namespace: the identity of the origin it is for. */
export const tenantLabel = `${domain}/tenant`
/**
 * Annotation of an original or a `Replication`: identities of lost peers whose replicas may be left behind, separated by commas, or `*`
 * for all. On the Secret of a peer any value abandons that peer.
 */
export const abandonAnnotation = `${domain}/abandon`
/** Annotation of an original whose kind has no status: why it is not replicated. */
export const problemAnnotation = `${domain}/problem`
/** Annotation of a `Replication` that abandoned replicas: what is left behind, as JSON. */
export const leftBehindAnnotation = `${domain}/left-behind`
/** The ConfigMap beside a peer's Secret that records what was left behind when the peer was abandoned. */
export function leftBehindName(peer: string): string {
  return `${peer}-left-behind`
}
/** Finalizer of a `Replication`, and of a peer's Secret: removed when no replica is left. */
export const replicasFinalizer = 'kubewright.dev/replicas'
/** Type of the condition on an original. */
export const conditionType = 'Replicated'
/** The field manager of every write. */
export const fieldManager = 'kubewright-replication'

const tenantPrefix = 'kubewright-tenant-'
const finalizerPrefix = `${domain}/`
const longestName = 253

/** The namespace at a peer that holds the replicas of `origin`. */
export function tenantNamespace(origin: string): string {
  return `${tenantPrefix}${origin}`
}

/** Whether a namespace holds replicas; its objects are never replicated further. */
export function isTenantNamespace(namespace: string | undefined): boolean {
  return namespace?.startsWith(tenantPrefix) ?? false
}

/** The finalizer on an original that may have a replica in the cluster with this identity. */
export function finalizerOf(identity: string): string {
  return `${finalizerPrefix}${identity}`
}

/** The identities of the clusters that may hold a replica of an object, from its finalizers. */
export function heldIdentities(finalizers: readonly string[] | undefined): readonly string[] {
  return (finalizers ?? [])
    .filter((finalizer) => finalizer.startsWith(finalizerPrefix))
    .map((finalizer) => finalizer.slice(finalizerPrefix.length))
}

/** The name of a replica in its tenant namespace. A namespace has no dots, so the first one separates. */
export function replicaName({ namespace = '', name }: Ref): string {
  return `${namespace}.${name}`
}

/** The original of a replica, by the replica's name; `undefined` if it is not a replica name. */
export function originalRef(name: string): Ref | undefined {
  const at = name.indexOf('.')
  if (at <= 0 || at === name.length - 1) return undefined
  return { namespace: name.slice(0, at), name: name.slice(at + 1) }
}

/** Why an original cannot have a replica: the combined name is too long. */
export function replicaNameProblem(ref: Ref): string | undefined {
  const name = replicaName(ref)
  if (name.length <= longestName) return undefined
  return `its replica would be named ${name.slice(0, 40)}…, which has ${name.length} characters; a name may have ${longestName}`
}

/**
 * Failure: `KW_REPLICATION_IDENTITY` unless the identity can be part of a namespace name.
 */
export function assertIdentity(identity: unknown, of: string): asserts identity is string {
  const text = typeof identity === 'string' ? identity : ''
  const problems = nameProblems('dns1123Label', tenantNamespace(text))
  if (text !== '' && problems.length === 0) return
  throw replicationErrors('KW_REPLICATION_IDENTITY', {
    what: `use ${JSON.stringify(identity) ?? 'undefined'} as the identity of ${of}`,
    why: `it has to be 1 to ${63 - tenantPrefix.length} lower-case letters, digits and dashes, as it becomes part of a namespace's name`,
    next: 'Use the uid of the namespace kube-system of that cluster: `clusterIdentity(client)` reads it.',
    details: { identity },
  })
}
