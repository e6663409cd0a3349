/** A compiled definition: shared by all reconciles of one run of an external controller. */
import type { IndexDefinition } from '@kubewright/cache'
import type { Duration, KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { CreationRecord } from '../decision/creation-record.ts'
import type { DeclaredStatus } from './declared-status.ts'
import type { Dependency } from '../operations/dependency.ts'
import type { ExternalObserver, ExternalVerb } from '../operations/external-observer.ts'
import type { ExternalOperations } from '../operations/operations.ts'
import type { ManagementPolicy } from '../decision/permissions.ts'
import type { Provider } from '../operations/provider.ts'
import type { State } from '../decision/state.ts'
import type { UnconfirmedUpdate } from '../decision/visibility-lag.ts'

export interface Machine {
  readonly name: string
  readonly resource: Resource
  readonly finalizer: string
  readonly poll: Duration
  readonly shortestPoll: Duration
  readonly recheck: Duration
  readonly timeout: Duration
  readonly visibleWithin: Duration
  readonly hasOwnName: boolean
  /** The external name by the spec, where that determines it. */
  readonly nameOf: ((object: KubeObject) => string) | undefined
  readonly adopts: (object: KubeObject) => boolean
  readonly policies: (object: KubeObject) => readonly ManagementPolicy[] | undefined
  readonly provider: Provider
  readonly observer: ExternalObserver | undefined
  readonly operations: ExternalOperations<never, never>
  readonly dependencies: Readonly<Record<string, Dependency>>
  /** Kinds that depend on this one. */
  readonly dependents: readonly Dependents[]
  /** The name of the connection Secret. */
  readonly secretName: ((object: KubeObject) => string) | undefined
  readonly onReady: ((object: never, ctx: never) => Promise<unknown>) | undefined
  readonly status: DeclaredStatus
  readonly memory: Memory
}

/** A kind whose objects depend on objects of this one. */
export interface Dependents {
  readonly resource: Resource
  readonly index: IndexDefinition
  /** Whether they are owned by their parent, and deleted with it. */
  readonly areOwned: boolean
}

/** In-memory state between reconciles, all by uid. Safety does not depend on it; without it some steps take longer. */
export interface Memory {
  /** The states of objects whose kind has no status field for the state. */
  readonly states: Map<string, State>
  /** Abandoned calls that have not ended. */
  readonly unfinished: Map<string, ExternalVerb>
  /** Results of calls that could not be recorded yet. */
  readonly unsaved: Map<string, Unsaved>
  /** `begun` records whose call was never made, each with the record before it. */
  readonly uncalled: Map<string, { readonly mark: string; readonly before: CreationRecord | undefined }>
  /** Resources whose deletion was requested since their last creation, and how often it was accepted without visible effect. */
  readonly deletions: Map<string, number>
  /** Updates not confirmed by an observation yet. */
  readonly updates: Map<string, UnconfirmedUpdate>
  /** Resources that have been visible since their last creation. */
  readonly seen: Set<string>
}

export interface Unsaved {
  readonly annotations: Readonly<Record<string, string | null>>
  /** The creation annotation at the end of the call. */
  readonly since: string | undefined
}

export function emptyMemory(): Memory {
  return {
    states: new Map(),
    unfinished: new Map(),
    unsaved: new Map(),
    uncalled: new Map(),
    deletions: new Map(),
    updates: new Map(),
    seen: new Set(),
  }
}

export function forget({ states, unsaved, uncalled, deletions, updates, seen }: Memory, uid: string): void {
  for (const known of [states, unsaved, uncalled, deletions, updates, seen]) known.delete(uid)
}
