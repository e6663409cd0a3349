/** Lists the objects of a ring, kind by kind. A kind that cannot be listed is retried later, and delays only itself. */
import { type Client, isUnknownKind } from '@kubewright/client'
import type { Clock, KubeObject, Logger } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { MissingPermissions } from '../missing-permissions.ts'
import { kindName, type ShardedKinds } from '../ring/kinds.ts'
import type { ChildFollower } from './child-follower.ts'
import { KindLists } from './kind-lists.ts'
import type { KnownObjects } from './known-objects.ts'

export interface ObjectListerOptions {
  readonly client: Client
  readonly clock: Clock
  readonly log: Logger
  readonly kinds: ShardedKinds
  readonly objects: KnownObjects
  readonly children: Pick<ChildFollower, 'note'>
  readonly permissions: MissingPermissions
}

export class ObjectLister {
  readonly #options: ObjectListerOptions
  readonly #signal: AbortSignal
  readonly #kindLists: KindLists

  constructor(options: ObjectListerOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    this.#kindLists = new KindLists([...options.kinds.mains, ...options.kinds.children])
  }

  /** Whether the objects of every kind are known. */
  get isComplete(): boolean {
    return this.#kindLists.isComplete
  }

  /** Why some kinds currently cannot be listed. */
  get problems(): readonly string[] {
    return this.#kindLists.problems
  }

  /** Milliseconds until a failed kind is listed again. */
  get retryInMs(): number {
    return this.#kindLists.retryInMs(this.#options.clock.elapsed())
  }

  /** Whether all objects of the kind were listed: only then is an unknown object a new one. */
  isListed(resource: Resource): boolean {
    return this.#kindLists.isListed(resource)
  }

  /** Whether the server did not serve the kind. */
  isAbsent(resource: Resource): boolean {
    return this.#kindLists.isAbsent(resource)
  }

  /** Resolves to whether any kind could be listed. Never rejects. */
  listAll(): Promise<boolean> {
    return this.#listKinds(() => true)
  }

  /** The same for kinds that failed: they do not cause a list of the others. */
  listFailed(): Promise<boolean> {
    return this.#listKinds((resource) => this.#kindLists.hasFailed(resource))
  }

  /** Main kinds first: children are recognized by their owners. */
  async #listKinds(isWanted: (resource: Resource) => boolean): Promise<boolean> {
    const { kinds, objects, children } = this.#options
    let isListed = false
    for (const resource of kinds.mains.filter(isWanted)) {
      if (await this.#listKind(resource, (object) => void objects.noteMain(resource, object))) isListed = true
    }
    for (const resource of kinds.children.filter(isWanted)) {
      if (await this.#listKind(resource, (object) => void children.note(resource, object))) isListed = true
    }
    return isListed
  }

  async #listKind(resource: Resource, note: (object: KubeObject) => void): Promise<boolean> {
    const { clock, log, permissions } = this.#options
    if (this.#signal.aborted || !this.#kindLists.mayList(resource, clock.elapsed())) return false
    try {
      this.#kindLists.succeed(resource, await this.#list(resource, note))
      permissions.allow('list', resource)
      return true
    } catch (error) {
      if (this.#signal.aborted) return false
      this.#kindLists.fail(resource, `${kindName(resource)}: ${(error as Error).message}`, clock.elapsed())
      if (!permissions.note('list', resource, error))
        log.warn('sharded kind could not be listed, will retry', { kind: kindName(resource), error })
      return false
    }
  }

  /** A consistent list: one from the server's cache could be older than the known state. */
  async #list(resource: Resource, note: (object: KubeObject) => void): Promise<'all' | 'absent'> {
    const { client, kinds, objects } = this.#options
    const options = { ...kinds.scopeOf(resource), signal: this.#signal, omitManagedFields: true }
    const list = await client.metadata.list(resource, options).catch(ignoreUnknownKind)
    for (const object of list?.items ?? []) note(object)
    const uids = new Set(list?.items.map(({ metadata }) => metadata.uid))
    objects.retain(resource, uids, list?.metadata.resourceVersion)
    return list === undefined ? 'absent' : 'all'
  }
}

/** A kind that the server does not serve has no objects. */
function ignoreUnknownKind(error: unknown): undefined {
  if (!isUnknownKind(error)) throw error
  return undefined
}
