/** A definition, compiled: everything the reconciles of one run of an external controller share. */
import type { IndexDefinition } from '@kubewright/cache'
import type { Duration, KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { CreationRecord } from './creation-record.ts'
import type { DeclaredStatus } from './declared-status.ts'
import type { Dependency } from './dependency.ts'
import type { ExternalObserver, ExternalVerb } from './external-observer.ts'
import type { ExternalOperations } from './operations.ts'
import type { ManagementPolicy } from './permissions.ts'
import type { Provider } from './provider.ts'
import type { State } from './state.ts'
import type { UnconfirmedUpdate } from './visibility-lag.ts'

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
  /** What a spec calls the resource, where that is known. */
  readonly nameOf: ((object: KubeObject) => string) | undefined
  readonly adopts: (object: KubeObject) => boolean
  readonly policies: (object: KubeObject) => readonly ManagementPolicy[] | undefined
  readonly provider: Provider
  readonly observer: ExternalObserver | undefined
  readonly operations: ExternalOperations<never, never>
  readonly dependencies: Readonly<Record<string, Dependency>>
  /** Kinds that depend on this one. */
  readonly dependents: readonly Dependents[]
  /** What the connection Secret is called. */
  readonly secretName: ((object: KubeObject) => string) | undefined
  readonly onReady: ((object: never, ctx: never) => Promise<unknown>) | undefined
  readonly status: DeclaredStatus
  readonly memory: Memory
}

/** A kind whose objects need objects of this one. */
export interface Dependents {
  readonly resource: Resource
  readonly index: IndexDefinition
  /** Whether they belong to what they need, and go with it. */
  readonly areOwned: boolean
}

/**
 * What a controller remembers between reconciles, as long as it runs. Without it everything is as safe, and some things take
 * longer. All by uid.
 */
export interface Memory {
  /** Where objects stand whose status does not say. */
  readonly states: Map<string, State>
  /** Calls that were given up and have not ended. */
  readonly unfinished: Map<string, ExternalVerb>
  /** What came of a call and could not be written down yet. */
  readonly unsaved: Map<string, Unsaved>
  /** The mark of a creation that was begun and whose call was never made, and what was written down before it. */
  readonly uncalled: Map<string, { readonly mark: string; readonly before: CreationRecord | undefined }>
  /** What was asked to go since it was last made, and how often that came back as done and nothing was seen of it. */
  readonly deletions: Map<string, number>
  /** Updates that no look has confirmed yet. */
  readonly updates: Map<string, UnconfirmedUpdate>
  /** What a look has shown since it was last made. */
  readonly seen: Set<string>
}

export interface Unsaved {
  readonly annotations: Readonly<Record<string, string | null>>
  /** How far the creation was by the annotation when the call came to its end. */
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
