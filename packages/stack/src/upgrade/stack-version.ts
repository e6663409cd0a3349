/** A version of a stack: the versions of its components, and the upgrade to it. */
import type { Duration } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import type { ContainerSettings, Texts } from '../settings.ts'

/** A Job that must succeed before, or after, the components are upgraded. */
export interface UpgradeStep extends Pick<ContainerSettings, 'image' | 'command' | 'args' | 'env'> {
  /** Part of the Job's name. */
  readonly name: string
}

/** The version skew allowed between two components. */
export interface SkewRule<Name extends string = string> {
  readonly of: Name
  readonly with: Name
  /** For example `(api, db) => major(api) - major(db) <= 1`. */
  readonly allows: (of: string, other: string) => boolean
}

/** A version of a stack. */
export interface StackVersion<Name extends string = string, Version extends string = string> {
  /** The version of each component. Defaults to the version of the stack. */
  readonly components?: { readonly [Component in Name]?: string } | undefined
  /** Versions from which this one can be reached directly. @default the version before it */
  readonly from?: readonly Version[] | undefined
  /** The order in which components are upgraded. @default the order in which they need each other */
  readonly upgrade?: readonly Name[] | undefined
  readonly before?: readonly UpgradeStep[] | undefined
  readonly after?: readonly UpgradeStep[] | undefined
  readonly skew?: readonly SkewRule<Name>[] | undefined
  /** How long one component may take to become healthy with its new version. @default '10m' */
  readonly healthyWithin?: Duration | undefined
}

/** The version of each component in a version of the stack. */
export function componentVersions(version: string, { components = {} }: StackVersion, names: readonly string[]): Texts {
  const chosen = components as Readonly<Record<string, string | undefined>>
  return Object.fromEntries(names.map((name) => [name, getOwn(chosen, name) ?? version]))
}
