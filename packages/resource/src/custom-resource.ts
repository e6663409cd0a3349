/** The handle that `defineResource` returns: the kind as every other package accepts it, and everything derived from its schema. */
import type { DeepReadonly } from '@kubewright/core/json'
import type { input, output } from 'zod/v4/core'
import type { CrdWebhook, CustomResourceDefinition } from './custom-resource-definition.ts'
import type { CustomDraft, CustomObject, InputFor, WithConditions } from './custom-object.ts'
import type { ObjectSchema, OlderSchemas, StatusSchemaOf } from './definition.ts'
import type { Scale } from './paths.ts'
import type { Resource } from './resource.ts'
import type { Problem } from './schema/problem.ts'
import type { StructuralSchema } from './schema/structural-schema.ts'

/**
 * A status as the operator writes it, with its conditions; a definition's status is never `undefined`. `never` for a kind
 * that declares neither.
 */
export type StatusInput<Status, ConditionType extends string = never> = [Status, ConditionType] extends [
  { readonly '~none': true },
  never,
]
  ? never
  : WithConditions<Exclude<input<Status>, undefined>, ConditionType> & object

/** The subresources with object types of their own, by name. */
type KindsBelow<Scaled extends Scale> = [Scaled] extends [never]
  ? Record<never, never>
  : { readonly scale: Readonly<Record<never, never>> }

/** Options of `crd`, `crdYaml` and `crdJson` of a custom resource. */
export interface CrdOptions {
  /**
   * The location of the webhook that serves `convert`, or `'none'` if all versions have the same fields. Used, and required, only if
   * there are several versions.
   */
  readonly conversion?: CrdWebhook | 'none'
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

/** The result of `safeParse`. */
export interface ParseResult<Draft> {
  /** The object as it would be stored: pruned and with defaults. `undefined` if it is not valid. */
  readonly object: Draft | undefined
  readonly problems: readonly Problem[]
  /** Unknown fields that were pruned: `spec.foo`. */
  readonly unknownFields: readonly string[]
}

/**
 * The handle that `defineResource` returns: names, types, validation and the CustomResourceDefinition.
 *
 * @typeParam Kind the kind, as a literal
 * @typeParam Spec the zod schema of the spec
 * @typeParam Status the zod schema of the status
 * @typeParam ConditionType the declared condition types
 * @typeParam Older the schemas of the other versions
 * @typeParam Scaled the scale definition; `never` if there is none
 */
export interface CustomResource<
  Kind extends string,
  Spec extends ObjectSchema,
  Status extends ObjectSchema,
  ConditionType extends string,
  Older extends OlderSchemas,
  Scaled extends Scale = Scale,
> extends Resource<
    CustomObject<Kind, DeepReadonly<output<Spec>>, WithConditions<output<Status>, ConditionType>>,
    InputFor<Kind, input<Spec>, WithConditions<input<Status>, ConditionType>>,
    StatusInput<Status, ConditionType>,
    ConditionType,
    KindsBelow<Scaled>
  > {
  readonly kind: Kind
  /** The condition types the kind declares. */
  readonly conditionTypes: readonly ConditionType[]
  /** The versions objects can be read in, the storage version first. */
  readonly versions: readonly string[]
  /** The version objects are stored in. */
  readonly storageVersion: string
  /** The schema of whole objects of this version. */
  readonly schema: StructuralSchema

  /** The complete CustomResourceDefinition, ready to apply. */
  crd(options?: CrdOptions): CustomResourceDefinition
  /** The same as YAML; deterministic. */
  crdYaml(options?: CrdOptions): string
  /** The same as indented JSON, in the same key order. */
  crdJson(options?: CrdOptions): string

  /**
   * The API server's validation errors for `object`; empty if it is valid. CEL rules are not evaluated.
   *
   * @example
   * ```ts
   * import { z } from 'zod'
   * const Website = defineResource({
   *   group: 'web.example.dev', version: 'v1', kind: 'Website', scope: 'Namespaced',
   *   spec: z.object({ replicas: z.int().max(50).default(1) }),
   * })
   * Website.validate({ metadata: { name: 'blog' }, spec: { replicas: 51 } }).map(formatProblem)
   * // => ['spec.replicas: Invalid value: 51: spec.replicas in body should be less than or equal to 50']
   * ```
   */
  validate(object: unknown): readonly Problem[]
  /**
   * `object` as it would be stored: unknown fields pruned, defaults filled in, `apiVersion` and `kind` set.
   *
   * Failure: throws `KW_RESOURCE_INVALID` if it is invalid.
   */
  parse(object: unknown): CustomDraft<Kind, DeepReadonly<output<Spec>>, WithConditions<output<Status>, ConditionType>>
  /** The same without throwing. */
  safeParse(
    object: unknown,
  ): ParseResult<CustomDraft<Kind, DeepReadonly<output<Spec>>, WithConditions<output<Status>, ConditionType>>>

  /** The handle of another version, with that version's types. */
  at<Version extends keyof Older & string>(
    version: Version,
  ): CustomResource<Kind, Older[Version]['spec'], StatusSchemaOf<Older[Version], Status>, ConditionType, Older>

  /**
   * `object` in another version, converted through the storage version. All metadata except labels and annotations stays unchanged.
   *
   * Failure: throws `KW_RESOURCE_CONVERT`.
   */
  convert(object: unknown, version: string): ConvertedObject
}

/** An object of any version; narrow it with the handle of that version. */
export interface ConvertedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly spec: unknown
  readonly status?: unknown
}
