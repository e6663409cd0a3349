/** Declares which objects are replicated and where: in code, or from a `Replication` resource. No side effects. */
import type { KubeObject } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import { type AnyLabelSelector, compileLabelSelector } from '@kubewright/core/selectors'
import type { ObjectOf, Resource } from '@kubewright/resource'
import { replicationErrors } from './errors.ts'

/** Options of `defineReplication`. */
export interface ReplicationOptions<R extends Resource> {
  /** For logs and metrics. */
  readonly name: string
  /** The kind: its content is copied to peers, its status is copied back. Namespaced kinds only. */
  readonly resource: R
  /**
   * The names of the destination peers of an object; the status is taken from the first. `undefined` keeps it at home. If the function
   * throws, the object stays as it is, and the error is logged.
   */
  readonly destination: (object: ObjectOf<R>) => string | readonly string[] | undefined
  /** Only objects with these labels. @default all */
  readonly labels?: AnyLabelSelector
  /** Only objects in these namespaces. @default all */
  readonly namespaces?: readonly string[]
  /** Keys of annotations to copy; `example.dev/*` matches a whole domain. @default none */
  readonly annotations?: readonly string[]
}

/** A replicated kind, as seen by a replicator. */
export interface Replication {
  readonly name: string
  readonly resource: Resource
  readonly annotations: readonly string[]
  /** The peers of an object, in order; empty if it is not selected. */
  destinations(object: KubeObject): readonly string[]
}

/**
 * Declares the replication of a kind.
 *
 * @example
 * ```text
 * export const exchange = defineReplication({
 *   name: 'network-exchange',
 *   resource: NetworkConfig, // spec goes out, status comes back
 *   destination: ({ metadata }) => metadata.labels?.['network.kubewright.dev/remote'],
 * })
 * ```
 *
 * Failure: `KW_REPLICATION_SCOPE` for a cluster-scoped kind, `KW_REPLICATION_OPTION` for other invalid options.
 */
export function defineReplication<R extends Resource>(options: ReplicationOptions<R>): Replication {
  const { name, resource, destination, labels, namespaces, annotations = [] } = options
  assertOptions(options as unknown as ReplicationOptions<Resource>)
  const matches = labels === undefined ? () => true : compileLabelSelector(labels)
  const places = namespaces === undefined ? undefined : new Set(namespaces)
  return {
    name,
    resource,
    annotations,
    destinations(object) {
      if (!matches(object.metadata.labels)) return []
      if (places !== undefined && !places.has(object.metadata.namespace ?? '')) return []
      return listed(destination(object as ObjectOf<R>))
    },
  }
}

function listed(given: string | readonly string[] | undefined): readonly string[] {
  if (given === undefined || given === '') return []
  return typeof given === 'string' ? [given] : [...new Set(given)].filter((name) => name !== '')
}

function assertOptions({ name, resource, destination, annotations }: ReplicationOptions<Resource>): void {
  if (nameProblems('dns1123Subdomain', String(name)).length > 0) throw wrong(name, 'name', 'is not a DNS name')
  if (typeof destination !== 'function') throw wrong(name, 'destination', 'is not a function')
  if (annotations?.some((key) => typeof key !== 'string' || key === '*')) {
    throw wrong(name, 'annotations', 'has an entry that is neither a key nor `domain/*`')
  }
  if (resource.scope === 'Namespaced') return
  throw replicationErrors('KW_REPLICATION_SCOPE', {
    what: `replicate ${resource.kind}`,
    why: 'it is cluster-scoped, and replicas live in the tenant namespace of their origin',
    next: 'Make the kind namespaced.',
    details: { kind: resource.kind },
  })
}

function wrong(name: string, option: string, why: string): Error {
  return replicationErrors('KW_REPLICATION_OPTION', {
    what: `define the replication ${name}`,
    why: `its ${option} ${why}`,
    next: "The options look like this: { name: 'subnets', resource: Subnet, destination: () => 'berlin' }.",
    details: { option },
  })
}
