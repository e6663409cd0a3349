/** The parameters of a sharder: the ring, the process around it, its rights, and the objects that it distributes. */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Clock, Logger } from '@kubewright/core'
import type { Ids } from '@kubewright/core/random'
import type { Resource } from '@kubewright/resource'
import type { MissingPermissions } from '../missing-permissions.ts'
import type { ShardedKinds } from '../ring/kinds.ts'
import type { NamespaceScope } from '../ring/namespace-scope.ts'
import type { RingIdentity } from '../ring/ring-identity.ts'
import type { KnownShards } from './known-shards.ts'
import type { ListScheduleOptions } from './list-schedule.ts'

/** The rights of the process: whether it leads, and what the API server denies it. */
export interface SharderRights {
  /** Whether the process leads right now. */
  readonly mayAct: () => boolean
  readonly permissions: MissingPermissions
}

/** The distributed objects. */
export interface ShardedObjects {
  readonly kinds: ShardedKinds
  readonly scope: NamespaceScope
  /**
   * Whether controllers, and with them kinds, were added or removed: then it ends, and another sharder starts with the new
   * kinds.
   */
  readonly isOutdated: () => boolean
  /** Whether objects of the kind may have been assigned on creation, which this watch does not see. */
  readonly isAssignedOnCreate: (resource: Resource) => boolean
}

/** The parameters that the process provides. */
export interface SharderEnvironment {
  readonly client: Client
  readonly cache: Cache
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
}

export interface SharderOptions {
  readonly identity: RingIdentity
  readonly environment: SharderEnvironment
  readonly rights: SharderRights
  readonly sharded: ShardedObjects
  readonly shards: KnownShards
  readonly lists: ListScheduleOptions
  readonly concurrentMoves: () => number
}
