/** The options of the verbs. */
import type { Duration } from '@kubewright/core'
import type { Selection } from './selection.ts'

/** Options common to all calls but watches and waits: abort signal and deadline. */
export interface CallOptions {
  /** Aborts the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * The deadline of the call, including retries, and for a list all its pages. Time between two pages of an iteration does not count.
   *
   * @default the client's `timeout`
   */
  readonly timeout?: Duration | undefined
}

/** Options of every call that returns objects. */
export interface ReadOptions extends CallOptions {
  /**
   * Strips `metadata.managedFields`: often half of an object, and rarely needed.
   *
   * @default the client's `omitManagedFields`
   */
  readonly omitManagedFields?: boolean | undefined
}

/** Options of `client.get`. */
export interface GetOptions extends ReadOptions {
  /** Accepts a response from the server's cache if it is at least this new; `'0'` accepts any. */
  readonly resourceVersion?: string | undefined
}

/** Options of `client.list`: selectors, page size and consistency. */
export interface ListOptions extends ReadOptions, Selection {
  /**
   * The page size. Everything is listed regardless: pages are fetched on demand.
   *
   * @default 500
   */
  readonly limit?: number | undefined
  /** `'0'` accepts any state of the server's cache; a version accepts that state or a later one. */
  readonly resourceVersion?: string | undefined
  /** @default 'NotOlderThan' if `resourceVersion` is given */
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact' | undefined
  /** Continues an earlier list: the `continue` of its metadata. */
  readonly continue?: string | undefined
}

/** Options of `client.watch`: selectors, start version and limits of the stream. */
export interface WatchOptions extends Selection {
  readonly signal?: AbortSignal | undefined
  /** Changes after this version. If omitted: first all existing objects, then changes. */
  readonly resourceVersion?: string | undefined
  /**
   * Sends all existing objects as `ADDED`, then a bookmark with `isInitialEventsEnd`, then changes: a list and a watch in one.
   *
   * @default false
   */
  readonly sendInitialEvents?: boolean | undefined
  /**
   * The seconds after which the server ends the stream. Randomized, to spread the reconnects of many clients.
   *
   * @default a random number between 300 and 600
   */
  readonly timeoutSeconds?: number | undefined
  /**
   * The silence after which the connection is considered dead. Servers send a bookmark about every minute. `half-open`: as soon as the
   * transport can tell, 45 seconds over HTTP, for programs that restart the watch at once. A quiet kind then needs a `timeoutSeconds`
   * below that, so that a bookmark arrives in time.
   *
   * @default '3m'
   */
  readonly idleTimeout?: Duration | 'half-open' | undefined
  /** Called once the server has accepted the watch, before the first event. */
  readonly onOpened?: (() => void) | undefined
  /**
   * Maximum size of an event.
   *
   * @default 16_777_216
   */
  readonly maxEventBytes?: number | undefined
  /** @default the client's `omitManagedFields` */
  readonly omitManagedFields?: boolean | undefined
}

/** Options of `client.create`, and the common ones of update, patch and apply. */
export interface WriteOptions extends CallOptions {
  /**
   * Executes everything except storing the result.
   *
   * @default false
   */
  readonly dryRun?: boolean | undefined
  /**
   * The owner of the changed fields.
   *
   * @default the client's `fieldManager`
   */
  readonly fieldManager?: string | undefined
  /**
   * How the server handles unknown fields.
   *
   * @default the server's choice, which is to warn; for `apply` `Ignore`, because an apply with an unknown field fails in any case
   */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined
}

/** Options of `client.update`. */
export interface UpdateOptions extends WriteOptions {
  /**
   * Overwrites the object regardless of concurrent changes. Without it the object must have the `resourceVersion` it was read with.
   *
   * @default false
   */
  readonly overwrite?: boolean | undefined
}

/** Options of server-side apply: `client.apply`. */
export interface ApplyOptions extends WriteOptions {
  /**
   * Takes ownership of fields from other field managers instead of failing with a conflict.
   *
   * @default false
   */
  readonly force?: boolean | undefined
}

/** Options of `client.delete`. */
export interface DeleteOptions extends CallOptions {
  /**
   * Executes everything except the deletion.
   *
   * @default false
   */
  readonly dryRun?: boolean | undefined
  /** Deletes only if uid and version still match. A precondition without a value is refused. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined
  /**
   * The fate of owned objects: deleted afterwards, deleted first, or kept.
   *
   * @default the kind's own choice: 'Background' for almost all
   */
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined
  /** For Pods: how long containers may take to stop. 0 kills them at once. */
  readonly gracePeriodSeconds?: number | undefined
  /** Receives the uid of the deleted object, if it is gone now and the server sends its uid. */
  readonly onGone?: ((uid: string) => void) | undefined
}

/** The objects to delete: by labels or fields, or all of them, which must be explicit. */
export type DeleteCollectionOptions = Omit<DeleteOptions, 'onGone'> & {
  /**
   * The namespace: objects are never deleted in more than one.
   *
   * @default the client's `namespace`
   */
  readonly namespace?: string | undefined
} & (
    | { readonly labels: NonNullable<Selection['labels']>; readonly fields?: Selection['fields']; readonly all?: never }
    | { readonly labels?: Selection['labels']; readonly fields: NonNullable<Selection['fields']>; readonly all?: never }
    /** All objects of the kind: in the namespace, or in the cluster if the kind is cluster-scoped. */
    | { readonly all: true; readonly labels?: undefined; readonly fields?: undefined }
  )
