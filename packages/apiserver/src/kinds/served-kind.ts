/** A kind served at one version: everything that the verbs need. */
import type { User } from '../identity/user.ts'
import type { Codec } from '../codec/codec.ts'
import type { Draft } from '../object/draft.ts'
import type { Shape } from './shape.ts'
import type { FieldError } from '../status/field-error.ts'
import type { ServerResponse } from '../request/exchange.ts'
import type { Verb } from '../request/request-info.ts'
import type { Call } from './call.ts'

export interface ServedKind {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly listKind: string
  readonly plural: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly isNamespaced: boolean
  readonly verbs: readonly Verb[]
  /** Custom resources differ from built-in kinds in many small ways. */
  readonly isCustom: boolean
  readonly storage: StorageForm
  readonly codec: Codec
  readonly strategy: Strategy
  /** Merges a strategic patch, which has merge keys for lists; consumes both arguments. Custom resources have none. */
  readonly strategicMerge?: (live: Draft, patch: Record<string, unknown>) => Promise<Draft> | Draft
  /** The structure for field ownership. Custom resources bring theirs; those of built-in kinds are loaded on demand. */
  readonly shape?: Shape
  /** The shapes of the other versions, by apiVersion, if there is no conversion between them. */
  readonly otherShapes?: ReadonlyMap<string, Shape>
  readonly subresources: ReadonlyMap<string, ServedSubresource>
  readonly table: TableForm
  /** The object as it would be written, with the nulls that Go leaves in it. @default as it is */
  readonly settle?: (object: Draft) => Promise<Draft> | Draft
  /** An empty object, for bookmarks. @default one with nothing but its type */
  readonly empty?: () => Promise<Draft> | Draft
  /** Fields that a field selector may use besides name and namespace, and how to read their values. */
  readonly selectableFields: ReadonlyMap<string, (object: Draft) => string>
  /** The error for a field selector with any other field. */
  readonly unknownFieldLabel: (field: string) => string
  /** Handles a create itself: reviews are never stored. */
  readonly create?: (call: Call) => Promise<ServerResponse>
  /** A warning for every response, for deprecated versions. */
  readonly deprecation?: string
  /** Its definition is being deleted: nothing new may be created. */
  readonly isTerminating?: boolean
  /** Aborted when the kind is no longer served in this form; its watches have to restart. */
  readonly retired?: AbortSignal
  /** The version's `openAPIV3Schema`, as in its definition. Custom kinds only; OpenAPI publishes it. */
  readonly schema?: Readonly<Record<string, unknown>>
}

/** Where and in which version objects are stored; shared by all versions of a kind. */
export interface StorageForm {
  readonly collection: string
  readonly apiVersion: string
  /** Whether this version is the stored one, so that stored texts can be served unchanged. */
  readonly isIdentity: boolean
  /** Converts from the stored version to this one. */
  read(objects: readonly Draft[]): Promise<readonly Draft[]> | readonly Draft[]
  /** Converts from this version to the stored one. */
  write(object: Draft): Promise<Draft> | Draft
}

/** The author and the time of a write. */
export interface Writing {
  readonly user: User
  /** RFC 3339, in seconds. */
  readonly time: string
  /** Returns a unique id. */
  newId(): string
}

/** Kind-specific behaviour of writes. Drafts are changed in place. */
export interface Strategy {
  /** Problems of a name, as messages. */
  nameProblems(name: string): readonly string[]
  /** Clears fields that clients may not set, and sets those that the server owns. */
  prepareForCreate(object: Draft, writing: Writing): void
  prepareForUpdate(object: Draft, old: Draft, writing: Writing): void
  validate(object: Draft): readonly FieldError[] | Promise<readonly FieldError[]>
  validateUpdate(object: Draft, old: Draft): readonly FieldError[] | Promise<readonly FieldError[]>
  warnings?(object: Draft, old: Draft | undefined): readonly string[] | Promise<readonly string[]>
  /** Errors that `validateUpdate` tolerated, as warnings; returned even if the object is refused for another reason. */
  forgiven?(object: Draft): readonly string[]
  /** PUT of a missing object creates it. */
  readonly createsOnUpdate: boolean
  /** PUT without a resourceVersion overwrites whatever is there. */
  readonly updatesUnconditionally: boolean
  /** DELETE answers with the object, not with a Status. */
  readonly returnsDeleted: boolean
  readonly defaultPropagation: 'Background' | 'Orphan'
  /** A warning for deletions that do not specify what happens to dependents. */
  readonly dependentsWarning?: string
  /** Whether deletion may leave finalizers for the garbage collector. */
  readonly isCollected: boolean
  /** Grace period of a deletion, in seconds; `undefined` for kinds that are deleted immediately. */
  graceSeconds?(object: Draft, asked: number | undefined): number | undefined
  /** For kinds whose deletion can be blocked by more than finalizers: whether it is, and how to mark them as terminating. */
  readonly deletion?: { isHeld(object: Draft): boolean; mark(object: Draft): void }
  /** Top-level fields that a manager never owns through this endpoint. */
  readonly resetFields: readonly string[]
}

/** A subresource of a served kind. */
export interface ServedSubresource {
  readonly name: string
  readonly verbs: readonly Verb[]
  /** The kind of its objects: the parent's own for `status`. */
  readonly group: string
  readonly version: string
  readonly kind: string
  /** For `status` and its like: the parent, written under other rules. */
  readonly view?: SubresourceView
  /** Its table, if its kind differs from the parent's. Without one it cannot be shown as a table. */
  readonly table?: TableForm
  /** For all other subresources: the handler. */
  readonly handle?: (call: Call) => Promise<ServerResponse>
}

/** A view of the parent that writes only a part of it. */
export interface SubresourceView {
  readonly codec: Codec
  readonly strategy: Strategy
  /** The visible part of the parent. */
  project(object: Draft): Draft
  /** The form for readers, if it differs from the base of patches. Failure: a Status. */
  show?(object: Draft): Draft
  /** The parent with the written part merged in. */
  merge(parent: Draft, written: Draft): Draft
}

/** How `kubectl get` shows the kind. */
export interface TableForm {
  /** Whether this is the default table, which has null rows where other tables have an empty list. */
  readonly isCommon?: boolean
  readonly columns: readonly TableColumn[]
  cells(object: Draft, nowMs: number): readonly unknown[]
  /** Order of the rows of a list. @default that of the list */
  readonly order?: (a: Draft, b: Draft) => number
}

export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
}

/** `apps/v1`, or `v1`. */
export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`
}

const ofTheLiving: ReadonlySet<Verb> = new Set(['patch', 'create', 'update'])

/** The verbs that discovery shows. A terminating kind has none that create or change objects. */
export function discoveredVerbs({ verbs, isTerminating }: ServedKind): readonly Verb[] {
  return isTerminating === true ? verbs.filter((verb) => !ofTheLiving.has(verb)) : verbs
}
