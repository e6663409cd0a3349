/** The interface between the verbs and field ownership. */
import type { ServedKind } from './served-kind.ts'
import type { Draft } from '../object/draft.ts'

/** The identity of a write: its manager, version and subresource. */
export interface Writer {
  readonly manager: string
  readonly apiVersion: string
  readonly subresource: string
  /** The path of the one field that a subresource of another kind represents. */
  readonly part?: readonly string[]
  /** RFC 3339, in seconds. Writes through a subresource of another kind have no timestamp. */
  readonly time: string | undefined
}

export interface FieldManager {
  /** Awaited before the first write of a kind; `undefined` if there is nothing to wait for. */
  load?(kind: ServedKind): Promise<void> | undefined
  /** Records the new ownership in `next.metadata.managedFields` after a write other than an apply. */
  update(kind: ServedKind, live: Draft | undefined, next: Draft, writer: Writer): void
  /**
   * Merges an applied configuration into the live object.
   *
   * Failure: a 409 Status naming every conflict, unless forced.
   */
  apply(kind: ServedKind, live: Draft, configuration: Draft, writer: Writer & { readonly force: boolean }): Draft
}
