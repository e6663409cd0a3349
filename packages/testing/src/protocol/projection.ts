/**
 * A projection maps the objects of a cluster to a global state of a protocol, and a write to the operation that it begins.
 *
 * Projections read only the cluster, so the same one serves a test, an exploration and a running cluster.
 */
import type { GlobalState, Topology } from '@kubewright/protocol'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Ref } from '@kubewright/core'

/** The objects of a cluster at one moment. */
export interface ClusterView {
  /** The object, or `undefined` if it does not exist. */
  get<R extends Resource>(resource: R, ref: Ref): Promise<ObjectOf<R> | undefined>
  list<R extends Resource>(resource: R): Promise<readonly ObjectOf<R>[]>
}

/** A write of the operator. */
export interface ClusterWrite {
  readonly verb: 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'deletecollection'
  /** `deployments.apps`, or `pods` for the core group; with `/status` for a subresource. */
  readonly resource: string
  readonly namespace: string | undefined
  readonly name: string | undefined
  /** Whether the write created an object. */
  readonly isNew: boolean
}

/** Maps one node of a topology to a cluster. */
export interface NodeProjection<Local = unknown, Operation extends string = string> {
  /** The state of the node. */
  readonly state: (view: ClusterView) => Promise<Local> | Local
  /**
   * The operation that a write begins, if it ends later: a Deployment is created now and its pods are ready in a minute. Operations that
   * end with the write need none; they are derived from the change of the state.
   */
  readonly begins?: (write: ClusterWrite) => Operation | undefined
}

/** Maps a whole topology to a cluster. */
export interface Projection<State extends GlobalState = GlobalState, Operation extends string = string> {
  readonly topology: Topology<State, Operation>
  stateOf(view: ClusterView): Promise<State>
  /** The operations that a write begins, as `db.run`. */
  begins(write: ClusterWrite): readonly Operation[]
}

/** The operations of one node of a topology. */
type OperationOf<Node extends string, Operation extends string> = Operation extends `${Node}.${infer Name}`
  ? Name
  : never

/** One projection for each node; a name that the topology does not have is a compile error. */
export type NodeProjections<State extends GlobalState, Operation extends string> = {
  readonly [Node in keyof State & string]:
    | NodeProjection<State[Node], OperationOf<Node, Operation>>
    | NodeProjection<State[Node], OperationOf<Node, Operation>>['state']
}

/** Declares the projection of a topology. */
export function project<State extends GlobalState, Operation extends string>(
  topology: Topology<State, Operation>,
  nodes: NodeProjections<State, Operation>,
): Projection<State, Operation> {
  const all = Object.entries<NodeProjection | NodeProjection['state']>(nodes as never).map(([name, node]) => ({
    name,
    ...(typeof node === 'function' ? { state: node } : node),
  }))
  return {
    topology,
    async stateOf(view) {
      const values = await Promise.all(all.map(async ({ name, state }) => [name, await state(view)] as const))
      return topology.state(Object.fromEntries(values) as State)
    },
    begins: (write) =>
      all.flatMap(({ name, begins }) => {
        const operation = begins?.(write)
        return operation === undefined ? [] : [`${name}.${operation}` as Operation]
      }),
  }
}

const writeLine = /^(create|update|patch|apply|delete|deletecollection) (\S+)(?: (?:(\S+)\/)?(\S+))?$/

/** Parses `apply deployments.apps default/db`; `undefined` for anything that is not a write of an object. */
export function parseWrite(call: string, isNew: boolean): ClusterWrite | undefined {
  const [, verb, resource, namespace, name] = writeLine.exec(call) ?? []
  if (verb === undefined || resource === undefined) return undefined
  return { verb: verb as ClusterWrite['verb'], resource, namespace, name, isNew }
}
