/**
 * The objects of a custom kind, as types. They are interfaces whose first type argument is the kind, so that a compiler
 * error starts with the name of the kind instead of with its fields.
 *
 * For errors that show nothing but the name, give the type one of its own:
 * `export interface Website extends ObjectOf<typeof Website> {}`.
 */
import type { AuthoredMeta, Condition, DeepReadonly, KubeObject, ObjectMeta } from '@kubewright/core'

/** An object as a reader gets it: stored, defaults filled in, read-only. */
export interface CustomObject<Kind extends string, Spec, Status> extends KubeObject {
  readonly apiVersion: string
  readonly kind: Kind
  readonly metadata: ObjectMeta
  readonly spec: Spec
  /** Absent until somebody writes it. */
  readonly status?: Status
}

/** An object complete with defaults, but not stored: what the server fills in may be missing. */
export interface CustomDraft<Kind extends string, Spec, Status> {
  readonly apiVersion: string
  readonly kind: Kind
  readonly metadata: AuthoredMeta
  readonly spec: Spec
  readonly status?: Status
}

/** An object as an author writes it: what has a default may be left out. */
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

/** Which of the two it is. */
export type InputFor<Kind extends string, Spec, Status> = undefined extends Spec
  ? CustomInputWithDefault<Kind, DeepReadonly<Exclude<Spec, undefined>>, Status>
  : CustomInput<Kind, DeepReadonly<Spec>, Status>

/** What every status has, unless its schema names the field itself. */
export interface GenerationField {
  /** The generation the status was last written for. */
  readonly observedGeneration?: number | undefined
}

/** What `conditions` of a definition adds to the status. */
export interface ConditionFields extends GenerationField {
  readonly conditions?: readonly Condition[] | undefined
}

/** A status with the generation it speaks of, and with conditions if the kind declares any. */
export type WithConditions<Status, ConditionType extends string> = [ConditionType] extends [never]
  ? 'observedGeneration' extends keyof Status
    ? DeepReadonly<Status>
    : DeepReadonly<Status> & GenerationField
  : DeepReadonly<Status> & ConditionFields
