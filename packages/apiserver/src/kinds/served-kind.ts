/** A kind as it is served at one version: everything the verbs need to know of it. */
import type { User } from '../auth/user.ts'
import type { Draft } from '../object/draft.ts'
import type { Shape } from '../managed-fields/shape.ts'
import type { FieldError } from '../status/field-error.ts'
import type { ServerResponse } from '../request/exchange.ts'
import type { Verb } from '../request/request-info.ts'
import type { Call } from '../verbs/call.ts'

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
  /** Merges a strategic patch, which knows the keys of lists; uses up both. Custom resources have none. */
  readonly strategicMerge?: (live: Draft, patch: Record<string, unknown>) => Promise<Draft> | Draft
  /** How fields are owned. Custom resources bring theirs; those of built-in kinds are loaded when needed. */
  readonly shape?: Shape
  /** The same in its other versions, by apiVersion, where nobody converts between them. */
  readonly otherShapes?: ReadonlyMap<string, Shape>
  readonly subresources: ReadonlyMap<string, ServedSubresource>
  readonly table: TableForm
  /** The object as it would be written, with the nulls Go leaves in it. @default as it is */
  readonly settle?: (object: Draft) => Promise<Draft> | Draft
  /** An object with nothing in it, as bookmarks show it. @default one with nothing but its type */
  readonly empty?: () => Promise<Draft> | Draft
  /** Which fields besides name and namespace a field selector may use, and what each holds. */
  readonly selectableFields: ReadonlyMap<string, (object: Draft) => string>
  /** What a field selector with another field is told; gets the field. */
  readonly unknownFieldLabel: (field: string) => string
  /** Answers a create itself: reviews are never stored. */
  readonly create?: (call: Call) => Promise<ServerResponse>
  /** A warning that goes with every answer, for versions on their way out. */
  readonly deprecation?: string
  /** Its definition is being deleted: nothing new may be created. */
  readonly isTerminating?: boolean
  /** Aborted when the kind is no longer served as it is; whoever watches it has to start again. */
  readonly retired?: AbortSignal
  /** The version's `openAPIV3Schema`, as its definition says it. Custom kinds only; OpenAPI publishes it. */
  readonly schema?: Readonly<Record<string, unknown>>
}

/** Where and in which version objects lie; shared by all versions of a kind. */
export interface StorageForm {
  readonly collection: string
  readonly apiVersion: string
  /** Whether this version is the stored one, so that texts can be passed on as they are. */
  readonly isIdentity: boolean
  /** From what is stored to this version. */
  read(objects: readonly Draft[]): Promise<readonly Draft[]> | readonly Draft[]
  /** From this version to what is stored. */
  write(object: Draft): Promise<Draft> | Draft
}

/** Between a body and a draft. */
export interface Codec {
  /**
   * Fills, prunes and checks the shape of what a client sent.
   *
   * Failure: a Status if the value cannot be an object of this kind.
   */
  decode(value: unknown): Promise<Decoded> | Decoded
  /** The same from the body itself, for kinds to which more matters than the value it holds. */
  decodeBody?(body: EncodedBody): Promise<Decoded> | Decoded
  /** The same from an object that a strategic patch was merged into, which goes by rules of its own. */
  decodeMerged?(value: unknown): Promise<Decoded> | Decoded
}

/** A body as it was sent. */
export interface EncodedBody {
  readonly bytes: Buffer
  /** Without parameters: `application/json`. */
  readonly mediaType: string
}

export interface Decoded {
  readonly object: Draft
  /** `unknown field "spec.foo"`, in the order they were met. */
  readonly strictErrors: readonly string[]
}

/** Who writes, and when. */
export interface Writing {
  readonly user: User
  /** RFC 3339, in seconds. */
  readonly time: string
  /** An identity nothing else has. */
  newId(): string
}

/** What is particular to a kind when it is written. Drafts are changed in place. */
export interface Strategy {
  /** What is wrong with a name, as texts. */
  nameProblems(name: string): readonly string[]
  /** Clears what clients may not set, sets what the server owns. */
  prepareForCreate(object: Draft, writing: Writing): void
  prepareForUpdate(object: Draft, old: Draft, writing: Writing): void
  validate(object: Draft): readonly FieldError[] | Promise<readonly FieldError[]>
  validateUpdate(object: Draft, old: Draft): readonly FieldError[] | Promise<readonly FieldError[]>
  warnings?(object: Draft, old: Draft | undefined): readonly string[] | Promise<readonly string[]>
  /** What `validateUpdate` found wrong with the object and forgave; told even if the object is refused for something else. */
  forgiven?(object: Draft): readonly string[]
  /** PUT of a missing object creates it. */
  readonly createsOnUpdate: boolean
  /** PUT without a resourceVersion overwrites whatever is there. */
  readonly updatesUnconditionally: boolean
  /** DELETE answers with the object, not with a Status. */
  readonly returnsDeleted: boolean
  readonly defaultPropagation: 'Background' | 'Orphan'
  /** What callers are told who delete and do not say what is to become of dependents. */
  readonly dependentsWarning?: string
  /** Whether deletion may leave finalizers for the garbage collector. */
  readonly isCollected: boolean
  /** How long a deletion waits, in seconds; `undefined` for kinds that go at once. */
  graceSeconds?(object: Draft, asked: number | undefined): number | undefined
  /** For kinds that more than finalizers can hold back: what does, and what marks them as going. */
  readonly deletion?: { isHeld(object: Draft): boolean; mark(object: Draft): void }
  /** Top-level fields a manager never comes to own by writing here. */
  readonly resetFields: readonly string[]
}

/** Something served below an object. */
export interface ServedSubresource {
  readonly name: string
  readonly verbs: readonly Verb[]
  /** The kind it speaks: the parent's own for `status`. */
  readonly group: string
  readonly version: string
  readonly kind: string
  /** For `status` and its like: the parent, written under other rules. */
  readonly view?: SubresourceView
  /** How it is shown as a table, where it is of another kind than the parent. Without it, it is not. */
  readonly table?: TableForm
  /** For everything else: what answers it. */
  readonly handle?: (call: Call) => Promise<ServerResponse>
}

/** A way of writing the parent that touches only a part of it. */
export interface SubresourceView {
  readonly codec: Codec
  readonly strategy: Strategy
  /** What is shown of the parent. */
  project(object: Draft): Draft
  /** What is shown to a reader, where that differs from what a patch is laid over. Failure: a Status. */
  show?(object: Draft): Draft
  /** The parent with what was written here. */
  merge(parent: Draft, written: Draft): Draft
}

/** How `kubectl get` shows the kind. */
export interface TableForm {
  /** Whether it is the table of all that have none of their own, which has no rows where others have an empty list. */
  readonly isCommon?: boolean
  readonly columns: readonly TableColumn[]
  cells(object: Draft, nowMs: number): readonly unknown[]
  /** In which order the rows of a list stand. @default that of the list */
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

/** What discovery says can be done with a kind: of one that is going, nothing that would make more of it. */
export function discoveredVerbs({ verbs, isTerminating }: ServedKind): readonly Verb[] {
  return isTerminating === true ? verbs.filter((verb) => !ofTheLiving.has(verb)) : verbs
}
