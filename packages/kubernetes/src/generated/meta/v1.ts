// Made by `npm run generate:kubernetes`; edits are lost.
export type {
  Condition,
  LabelExpression as LabelSelectorRequirement,
  LabelSelector,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
} from '@kubewright/core'

export interface DeleteOptions {
  readonly apiVersion?: string | undefined
  readonly dryRun?: readonly string[] | undefined
  readonly gracePeriodSeconds?: number | undefined
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean | undefined
  readonly kind?: string | undefined
  readonly orphanDependents?: boolean | undefined
  readonly preconditions?: Preconditions | undefined
  readonly propagationPolicy?: string | undefined
}

export interface FieldSelectorRequirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[] | undefined
}

/** A whole number, or a text such as a port's name or `'25%'`. */
export type IntOrString = number | string

/** RFC 3339 with exactly six decimals, UTC: `'2026-01-31T12:00:00.000000Z'`. Servers refuse fewer. */
export type MicroTime = string

export interface Preconditions {
  readonly resourceVersion?: string | undefined
  readonly uid?: string | undefined
}

/** An amount with its unit: `'500m'`, `'1.5'`, `'2Gi'`. */
export type Quantity = string

/** Any JSON object. */
export type RawExtension = Readonly<Record<string, unknown>>

/** RFC 3339, whole seconds, UTC: `'2026-01-31T12:00:00Z'`. */
export type Time = string
