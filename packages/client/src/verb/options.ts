/** What the verbs accept beside the object. */
import type { Duration } from '@kubewright/core'
import type { Selection } from './selection.ts'

export interface CallOptions {
  /** Ends the call at once; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * How long the call may take, repeated attempts included, and for a list all its pages. The time you take between two
   * pages while you iterate does not count.
   *
   * @default the client's `timeout`
   */
  readonly timeout?: Duration | undefined
}

export interface ReadOptions extends CallOptions {
  /**
   * Leaves out `metadata.managedFields`: often half of an object, and nobody reads it.
   *
   * @default the client's `omitManagedFields`
   */
  readonly omitManagedFields?: boolean | undefined
}

export interface GetOptions extends ReadOptions {
  /** Accepts an answer from a cache of the server if it is at least as new; `'0'` accepts any. */
  readonly resourceVersion?: string | undefined
}

export interface ListOptions extends ReadOptions, Selection {
  /**
   * How many objects a page has. Everything is listed all the same: pages are fetched as they are needed.
   *
   * @default 500
   */
  readonly limit?: number | undefined
  /** `'0'` accepts any state a cache of the server has; a version accepts that state or a later one. */
  readonly resourceVersion?: string | undefined
  /** @default 'NotOlderThan' if `resourceVersion` is given */
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact' | undefined
  /** Goes on where an earlier list stopped: the `continue` of its metadata. */
  readonly continue?: string | undefined
}

export interface WatchOptions extends Selection {
  readonly signal?: AbortSignal | undefined
  /** Changes after this version. Left out: first everything there is, then changes. */
  readonly resourceVersion?: string | undefined
  /**
   * Sends everything there is as `ADDED`, then a bookmark with `isInitialEventsEnd`, then changes: a list and a watch in
   * one.
   *
   * @default false
   */
  readonly sendInitialEvents?: boolean | undefined
  /**
   * After how many seconds the server ends the stream. Chance spreads the reconnects of many clients.
   *
   * @default a random number between 300 and 600
   */
  readonly timeoutSeconds?: number | undefined
  /**
   * After how long a silence the connection is taken for dead. Servers send a bookmark about every minute. `half-open`: as soon
   * as the transport can tell, 45 seconds over HTTP, for programs that watch again at once: a kind where nothing happens needs
   * `timeoutSeconds` below that, so that a bookmark comes in time.
   *
   * @default '3m'
   */
  readonly idleTimeout?: Duration | 'half-open' | undefined
  /** Called once the server has accepted the watch, before the first event. */
  readonly onOpened?: (() => void) | undefined
  /**
   * How large an event may be.
   *
   * @default 16_777_216
   */
  readonly maxEventBytes?: number | undefined
  /** @default the client's `omitManagedFields` */
  readonly omitManagedFields?: boolean | undefined
}

export interface WriteOptions extends CallOptions {
  /**
   * Does everything but store the result.
   *
   * @default false
   */
  readonly dryRun?: boolean | undefined
  /**
   * Who the changed fields belong to.
   *
   * @default the client's `fieldManager`
   */
  readonly fieldManager?: string | undefined
  /**
   * What happens to fields the server does not know.
   *
   * @default the server's choice, which is to warn
   */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined
}

export interface UpdateOptions extends WriteOptions {
  /**
   * Overwrites whatever is there, also what somebody else wrote a moment ago. Without it the object must carry the
   * `resourceVersion` it was read with.
   *
   * @default false
   */
  readonly overwrite?: boolean | undefined
}

export interface ApplyOptions extends WriteOptions {
  /**
   * Takes fields over from other field managers instead of failing with a conflict.
   *
   * @default false
   */
  readonly force?: boolean | undefined
}

export interface DeleteOptions extends CallOptions {
  /**
   * Does everything but delete.
   *
   * @default false
   */
  readonly dryRun?: boolean | undefined
  /** Deletes only if the object is still this one, in this version. One without a value is refused. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined
  /**
   * What happens to the objects it owns: gone afterwards, gone first, or left alone.
   *
   * @default the kind's own choice: 'Background' for almost all
   */
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined
  /** For Pods: how long containers may take to stop. 0 does not wait at all. */
  readonly gracePeriodSeconds?: number | undefined
  /** Hears the uid of the object that went, if it is gone now and the server says which one it was. */
  readonly onGone?: ((uid: string) => void) | undefined
}

/** Which objects go: some, by labels or fields, or all of them, which has to be said. */
export type DeleteCollectionOptions = Omit<DeleteOptions, 'onGone'> & {
  /**
   * Where they are deleted: never in more than one namespace.
   *
   * @default the client's `namespace`
   */
  readonly namespace?: string | undefined
} & (
    | { readonly labels: NonNullable<Selection['labels']>; readonly fields?: Selection['fields']; readonly all?: never }
    | { readonly labels?: Selection['labels']; readonly fields: NonNullable<Selection['fields']>; readonly all?: never }
    /** Everything of the kind: in the namespace, or in the cluster if the kind is cluster-scoped. */
    | { readonly all: true; readonly labels?: undefined; readonly fields?: undefined }
  )
