/** What an author says about a custom resource. `spec` alone, with the four names, is enough. */
import type { DeepReadonly, ObjectMeta } from '@kubewright/core'
import type { $ZodType, input, output } from 'zod/v4/core'
import type { Column, Scale } from './paths.ts'
import type { Scope } from './resource.ts'
import type { ValidationRule } from './schema/structural-schema.ts'

/** A zod schema whose values are objects. What an author writes may be nothing, if there is a default. */
export type ObjectSchema = $ZodType<object, object | undefined>
/** The status of a kind that declares none. No schema has this type: it tells the compiler that there is nothing. */
export type NoStatus = $ZodType<Record<never, never>, Record<never, never>> & { readonly '~none': true }

export interface Definition<
  Kind extends string,
  Spec extends ObjectSchema,
  Status extends ObjectSchema,
  ConditionType extends string,
  Older extends OlderSchemas,
  Scaled extends Scale = Scale,
> {
  /** A domain of yours: `web.example.dev`. Part of every object's `apiVersion`, and fixed for good. */
  readonly group: string
  /** The version objects are stored in, and the one this definition describes: `v1alpha1`, `v1`. */
  readonly version: string
  /** One word in PascalCase: `Website`. */
  readonly kind: Kind
  readonly scope: Scope
  /** The name in URLs. @default the plural of the kind, by the rules of `pluralOf` */
  readonly plural?: string
  /** @default the kind in lower case */
  readonly singular?: string
  /** What people type instead: `['ws']`. */
  readonly shortNames?: readonly string[]
  /** Groups such as `all`, for `kubectl get all`. */
  readonly categories?: readonly string[]
  /** One or two sentences for `kubectl explain`. */
  readonly description?: string
  /** What the author of an object wants. */
  readonly spec: Spec
  /** What the operator reports. Gives the kind a status subresource, and its status the field `observedGeneration`. */
  readonly status?: Status
  /** The conditions the operator reports; adds `conditions` to the status. */
  readonly conditions?: readonly ConditionType[]
  /** Columns of `kubectl get`: `{ URL: '.status.url' }`. `Age` is added at the end. */
  readonly columns?: Readonly<Record<string, Column | string>>
  /** Makes `kubectl scale` and autoscalers work. */
  readonly scale?: Scaled
  /** Fields that field selectors may use: `['.spec.image']`. At most eight. */
  readonly selectableFields?: readonly string[]
  /** CEL rules over the whole object. Rules about one part are better kept there with `withRules`. */
  readonly rules?: readonly ValidationRule[]
  /** Versions served beside `version`, and how to convert them. */
  readonly versions?: { readonly [Version in keyof Older]: OlderVersion<Older[Version], Spec, Status> }
}

/** The schemas of another version. Without a status it has the one of the definition. */
export interface VersionSchemas {
  readonly spec: ObjectSchema
  readonly status?: ObjectSchema
}

export type OlderSchemas = Readonly<Record<string, VersionSchemas>>

/** A version beside the stored one. Both functions are pure: the same object always converts to the same object. */
export interface OlderVersion<Schemas extends VersionSchemas, Spec extends ObjectSchema, Status extends ObjectSchema> {
  readonly schema: Schemas
  /** From this version to the stored one. */
  readonly toStorage: Convert<Schemas['spec'], StatusSchemaOf<Schemas, Status>, Spec, Status>
  /** From the stored version to this one. */
  readonly fromStorage: Convert<Spec, Status, Schemas['spec'], StatusSchemaOf<Schemas, Status>>
  /** Whether the API server still offers it. @default true */
  readonly served?: boolean
  /** Warns whoever uses it: `true`, or the text of the warning. */
  readonly deprecated?: boolean | string
  /** @default those of the definition whose paths lead to a field of the same type in this version */
  readonly columns?: Readonly<Record<string, Column | string>>
  /** @default that of the definition, if its paths lead to such fields in this version */
  readonly scale?: Scale
  /** @default those of the definition that this version has with the same type */
  readonly selectableFields?: readonly string[]
  /** CEL rules over the whole object in this version. Those of the definition are about its own fields. */
  readonly rules?: readonly ValidationRule[]
}

export type StatusSchemaOf<Schemas extends VersionSchemas, Status extends ObjectSchema> = Schemas extends {
  readonly status: infer Own extends ObjectSchema
}
  ? Own
  : Status

/** The part of an object that differs between versions, as one version reads it. */
export interface VersionedPart<Spec, Status> {
  readonly metadata: ObjectMeta
  readonly spec: DeepReadonly<output<Spec>>
  readonly status?: DeepReadonly<output<Status>>
}

/** The same part as another version writes it. Conditions are carried over by themselves. */
export interface ConvertedPart<Spec, Status> {
  readonly spec: Loose<input<Spec>>
  readonly status?: Loose<input<Status>> | undefined
  /**
   * Set on the object, for instance to keep in an annotation what the other version has no field for; `null` takes one
   * away, for instance when its value is back in a field. Those not named stay as they are.
   */
  readonly labels?: Marks | undefined
  readonly annotations?: Marks | undefined
}

/** Labels or annotations to set, or with `null` to take away. One that is `undefined` counts as not named. */
export type Marks = Readonly<Record<string, string | null | undefined>>

/**
 * `Type` read-only, with any text for a choice of words. TypeScript takes `isFast ? 'ssd' : 'hdd'` for text while it
 * still infers the schemas, so asking for the words would ask authors for casts; the schema checks them anyway.
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

export type Convert<
  FromSpec extends ObjectSchema,
  FromStatus extends ObjectSchema,
  ToSpec extends ObjectSchema,
  ToStatus extends ObjectSchema,
> = (object: VersionedPart<FromSpec, FromStatus>) => ConvertedPart<ToSpec, ToStatus>
