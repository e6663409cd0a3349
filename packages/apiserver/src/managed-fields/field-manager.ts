/** The seam between the verbs and field ownership. */
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'

/** Who writes, and through which door. */
export interface Writer {
  readonly manager: string
  readonly apiVersion: string
  readonly subresource: string
  /** The one field a subresource of another kind stands for. */
  readonly part?: readonly string[]
  /** RFC 3339, in seconds. Writes through a subresource that speaks another kind are not dated. */
  readonly time: string | undefined
}

export interface FieldManager {
  /** To be awaited before the first write of a kind; `undefined` when there is nothing to wait for. */
  load?(kind: ServedKind): Promise<void> | undefined
  /** Records in `next.metadata.managedFields` who now owns what, after an ordinary write. */
  update(kind: ServedKind, live: Draft | undefined, next: Draft, writer: Writer): void
  /**
   * Merges an applied configuration into the live object.
   *
   * Failure: a 409 Status naming every conflict, unless forced.
   */
  apply(kind: ServedKind, live: Draft, configuration: Draft, writer: Writer & { readonly force: boolean }): Draft
}
