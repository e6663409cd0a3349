/** The definition of a custom resource. `spec` and the four names are required. */
import type { ObjectMeta } from '@kubewright/core'
import type { DeepReadonly } from '@kubewright/core/json'
import type { $ZodType, input, output } from 'zod/v4/core'
import type { Column, Scale } from './paths.ts'
import type { Scope } from './resource.ts'
import type { ValidationRule } from './schema/structural-schema.ts'

/** A zod schema of objects. Its input may be `undefined` if there is a default. */
export type ObjectSchema = $ZodType<object, object | undefined>
/** The status of a kind that declares none. No schema has this type: it marks the absence for the compiler. */
export type NoStatus = $ZodType<Record<never, never>, Record<never, never>> & { readonly '~none': true }

/** The argument of `defineResource`: names, scope, schemas, versions and printer columns of a kind. */
export interface Definition<
  Kind extends string,
  Spec extends ObjectSchema,
  Status extends ObjectSchema,
  ConditionType extends string,
  Older extends OlderSchemas,
  Scaled extends Scale = Scale,
> {
  /** A domain you own: `web.example.dev`. Part of every object's `apiVersion`; it cannot change later. */
  readonly group: string
  /** The storage version, which this definition describes: `v1alpha1`, `v1`. */
  readonly version: string
  /** One word in PascalCase: `Website`. */
  readonly kind: Kind
  readonly scope: Scope
  /** The name in URLs. @default the plural of the kind, by the rules of `pluralOf` */
  readonly plural?: string
  /** @default the kind in lower case */
  readonly singular?: string
  /** Abbreviations for kubectl: `['ws']`. */
  readonly shortNames?: readonly string[]
  /** Groups such as `all`, for `kubectl get all`. */
  readonly categories?: readonly string[]
  /** One or two sentences for `kubectl explain`. */
  readonly description?: string
  /** The desired state. */
  readonly spec: Spec
  /** The observed state. Adds a status subresource, and the field `observedGeneration` to the status. */
  readonly status?: Status
  /** The conditions the operator reports; adds `conditions` to the status. */
  readonly conditions?: readonly ConditionType[]
  /** Columns of `kubectl get`: `{ URL: '.status.url' }`. `Age` is added at the end. */
  readonly columns?: Readonly<Record<string, Column | string>>
  /** Enables `kubectl scale` and autoscalers. */
  readonly scale?: Scaled
  /** Fields that field selectors may use: `['.spec.image']`. At most eight. */
  readonly selectableFields?: readonly string[]
  /** CEL rules over the whole object. Prefer `withRules` for rules about one part. */
  readonly rules?: readonly ValidationRule[]
  /** Versions served besides `version`, with their conversion functions. */
  readonly versions?: { readonly [Version in keyof Older]: OlderVersion<Older[Version], Spec, Status> }
}

/** The schemas of another version. The status defaults to that of the definition. */
export interface VersionSchemas {
  readonly spec: ObjectSchema
  readonly status?: ObjectSchema
}

/** The schemas of the versions besides the storage version, by version name. */
export type OlderSchemas = Readonly<Record<string, VersionSchemas>>

/** A version besides the storage version. Both functions are pure: the same object always converts to the same object. */
export interface OlderVersion<Schemas extends VersionSchemas, Spec extends ObjectSchema, Status extends ObjectSchema> {
  readonly schema: Schemas
  /** From this version to the storage version. */
  readonly toStorage: Convert<Schemas['spec'], StatusSchemaOf<Schemas, Status>, Spec, Status>
  /** From the storage version to this one. */
  readonly fromStorage: Convert<Spec, Status, Schemas['spec'], StatusSchemaOf<Schemas, Status>>
  /** Whether the API server serves it. @default true */
  readonly served?: boolean
  /** Makes the API server warn its clients: `true`, or the text of the warning. */
  readonly deprecated?: boolean | string
  /** @default those of the definition whose paths lead to a field of the same type in this version */
  readonly columns?: Readonly<Record<string, Column | string>>
  /** @default that of the definition, if its paths lead to such fields in this version */
  readonly scale?: Scale
  /** @default those of the definition that this version has with the same type */
  readonly selectableFields?: readonly string[]
  /** CEL rules over the whole object in this version. Those of the definition apply to its own fields only. */
  readonly rules?: readonly ValidationRule[]
}

/** The status schema of an older version: its own, or that of the definition. */
export type StatusSchemaOf<Schemas extends VersionSchemas, Status extends ObjectSchema> = Schemas extends {
  readonly status: infer Own extends ObjectSchema
}
  ? Own
  : Status

/** The version-specific part of an object, as read. */
export interface VersionedPart<Spec, Status> {
  readonly metadata: ObjectMeta
  readonly spec: DeepReadonly<output<Spec>>
  readonly status?: DeepReadonly<output<Status>>
}

/** The version-specific part of an object, as written. Conditions are carried over automatically. */
export interface ConvertedPart<Spec, Status> {
  readonly spec: Loose<input<Spec>>
  readonly status?: Loose<input<Status>> | undefined
  /**
   * Set on the object, for instance to keep in an annotation a value that the other version has no field for; `null` removes one, for
   * instance when its value is back in a field. All others stay unchanged.
   */
  readonly labels?: Marks | undefined
  readonly annotations?: Marks | undefined
}

/** Labels or annotations to set, or with `null` to remove. `undefined` counts as absent. */
export type Marks = Readonly<Record<string, string | null | undefined>>

/**
 * `Type` read-only, with literal types widened. TypeScript widens `isFast ? 'ssd' : 'hdd'` to string while it still infers the
 * schemas, so literal types would force authors to cast; the schema checks the values anyway.
 */
export type Loose<Type> = Type extends string
  ? string
  : Type extends number
    ? number
    : Type extends readonly (infer Item)[]
      ? readonly Loose<Item>[]
      : Type extends object
        ? { readonly [Key in keyof Type]: Loose<Type[Key]> }
        : Type

/** A pure function that converts the spec and status of an object from one version to another. */
export type Convert<
  FromSpec extends ObjectSchema,
  FromStatus extends ObjectSchema,
  ToSpec extends ObjectSchema,
  ToStatus extends ObjectSchema,
> = (object: VersionedPart<FromSpec, FromStatus>) => ConvertedPart<ToSpec, ToStatus>
