/**
 * Writes the labels of children. Best effort: the label only makes the child visible to a shard, and its owner decides which
 * shard may act.
 */
import { type Client, isConflict, isNotFound } from '@kubewright/client'
import { formatRef, type Logger, type Ref } from '@kubewright/core'
import type { MissingPermissions } from '../missing-permissions.ts'
import { shardLabel } from '../names.ts'
import { kindName } from '../ring/kinds.ts'
import type { ChildObject, KnownObjects, MainObject } from './known-objects.ts'
import { quickRetries, writeTimeout } from './write-limits.ts'

export interface ChildLabelsOptions {
  readonly client: Client
  readonly log: Logger
  readonly ring: string
  readonly objects: KnownObjects
  /** Whether the process leads right now. */
  readonly mayAct: () => boolean
  readonly permissions: MissingPermissions
}

export class ChildLabels {
  readonly #options: ChildLabelsOptions
  readonly #signal: AbortSignal

  constructor(options: ChildLabelsOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  /** Labels all known children of an object. */
  async writeAll({ placed: { uid } }: MainObject, shard: string): Promise<void> {
    for (let left = quickRetries; left > 0; left--) {
      const misplaced = this.#options.objects.childrenOf(uid).filter(({ placed }) => placed.label !== shard)
      const written = await Promise.all(misplaced.map((child) => this.write(child, shard)))
      if (written.every((isDone) => isDone)) return
    }
  }

  /**
   * Labels a child with optimistic concurrency: a delayed request must not move it to a former shard of its owner. Resolves to
   * false after a conflict, when it was read again.
   */
  async write({ resource, placed }: ChildObject, shard: string): Promise<boolean> {
    const { client, ring, objects, log, mayAct, permissions } = this.#options
    if (!mayAct()) return true
    const { uid, resourceVersion, namespace, name } = placed
    const ref = namespace === undefined ? { name } : { namespace, name }
    const labels = { [shardLabel(ring)]: shard === '' ? null : shard }
    const options = { signal: this.#signal, timeout: writeTimeout } as never
    try {
      const patch = { metadata: { uid, resourceVersion, labels } }
      objects.noteChild(resource, await client.metadata.patch(resource, ref, patch as never, options))
      permissions.allow('mark', resource, namespace)
    } catch (error) {
      if (isConflict(error)) return !(await this.#reread({ resource, placed }))
      if (isNotFound(error)) objects.remove(uid)
      else if (!this.#signal.aborted && !permissions.note('mark', resource, error, namespace))
        log.warn('child could not be labelled, will retry with the next list', { ...named(resource, ref), error })
    }
    return true
  }

  /** Resolves to whether it exists and its current state is known. An unreadable child is found by the next list. */
  async #reread({ resource, placed: { uid, namespace, name } }: Omit<ChildObject, 'owner'>): Promise<boolean> {
    const { client, objects, log } = this.#options
    objects.remove(uid)
    const ref = namespace === undefined ? { name } : { namespace, name }
    try {
      const found = await client.metadata.get(resource, ref, { signal: this.#signal })
      return found.metadata.uid === uid && objects.noteChild(resource, found) !== undefined
    } catch (error) {
      if (!isNotFound(error) && !this.#signal.aborted)
        log.warn('child could not be read, will be read again with the next list', { ...named(resource, ref), error })
      return false
    }
  }
}

function named(resource: ChildObject['resource'], ref: Ref) {
  return { kind: kindName(resource), child: formatRef(ref) }
}
