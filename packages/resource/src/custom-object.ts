/**
 * The object types of a custom kind. They are interfaces whose first type argument is the kind, so that a compiler error starts with
 * the name of the kind instead of its fields.
 *
 * For errors that show only the name, declare a named type:
 * `export interface Website extends ObjectOf<typeof Website> {}`.
 *
 * See decision 0034.
 */
import type { AuthoredMeta, Condition, KubeObject, ObjectMeta } from '@kubewright/core'
import type { DeepReadonly } from '@kubewright/core/json'

/** An object as read: stored, defaulted, read-only. */
export interface CustomObject<Kind extends string, Spec, Status> extends KubeObject {
  readonly apiVersion: string
  readonly kind: Kind
  readonly metadata: ObjectMeta
  readonly spec: Spec
  /** Absent until it is first written. */
  readonly status?: Status
}

/** A defaulted object that is not stored: fields set by the server may be missing. */
export interface CustomDraft<Kind extends string, Spec, Status> {
  readonly apiVersion: string
  readonly kind: Kind
  readonly metadata: AuthoredMeta
  readonly spec: Spec
  readonly status?: Status
}

/** An object as an author writes it: fields with defaults may be omitted. */
export interface CustomInput<Kind extends string, Spec, Status> {
  readonly apiVersion?: string | undefined
  readonly kind?: Kind | undefined
  readonly metadata: AuthoredMeta
  readonly spec: Spec
  readonly status?: Status | undefined
}

/** The same for kinds whose whole spec has a default. */
export interface CustomInputWithDefault<Kind extends string, Spec, Status> {
  readonly apiVersion?: string | undefined
  readonly kind?: Kind | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: Spec | undefined
  readonly status?: Status | undefined
}

/** Selects between the two. */
export type InputFor<Kind extends string, Spec, Status> = undefined extends Spec
  ? CustomInputWithDefault<Kind, DeepReadonly<Exclude<Spec, undefined>>, Status>
  : CustomInput<Kind, DeepReadonly<Spec>, Status>

/** The status field common to every kind, unless its schema declares it. */
export interface GenerationField {
  /** The generation the status was last written for. */
  readonly observedGeneration?: number | undefined
}

/** The status fields that `conditions` of a definition adds. */
export interface ConditionFields extends GenerationField {
  readonly conditions?: readonly Condition[] | undefined
}

/** A status with its observed generation, and with conditions if the kind declares any. */
export type WithConditions<Status, ConditionType extends string> = [ConditionType] extends [never]
  ? 'observedGeneration' extends keyof Status
    ? DeepReadonly<Status>
    : DeepReadonly<Status> & GenerationField
  : DeepReadonly<Status> & ConditionFields
