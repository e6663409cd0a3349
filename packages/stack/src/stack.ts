/**
 * A stack: an application of many components behind one custom resource.
 *
 * Defining one has no side effects; `stackController` turns it into a controller.
 *
 * See decision 0379.
 */
import type { KubeObject } from '@kubewright/core'
import type { DeepReadonly } from '@kubewright/core/json'
import type { ObjectOf, Resource, StatusOf } from '@kubewright/resource'
import type { Component } from './component.ts'
import { stackErrors } from './errors.ts'
import type { ComponentDefaults, Texts } from './settings.ts'
import type { StackProtocol } from './stack-protocol.ts'
import type { StackStatus } from './status.ts'
import type { StackVersion } from './upgrade/stack-version.ts'

/** A kind whose status has the fields of `stackStatus`. */
export type StackResource = Resource<KubeObject & { readonly status?: DeepReadonly<StackStatus> | undefined }>

/** The inputs of components besides the object. */
export interface StackScope {
  /** The current target version of each component; they differ during an upgrade of the stack. */
  readonly versions: Texts
}

/** Components that need only each other. A component that does not apply to this object is `undefined`. */
export type CheckedComponents<Components> = {
  readonly [Name in keyof Components]: Component<Extract<keyof Components, string>> | undefined
}

/** Versions of a stack by name. */
export type StackVersions = Readonly<Record<string, StackVersion>>

/** Versions that refer only to components of the stack and to each other. */
export type CheckedVersions<Versions, Components> = {
  readonly [Name in keyof Versions]: StackVersion<NameIn<Components>, NameIn<Versions>> &
    WithoutStrangers<Versions[Name], NameIn<Components>>
}

/** Rejects versions of unknown components. */
type WithoutStrangers<Version, Name extends string> = Version extends { readonly components: infer Given }
  ? { readonly components: { readonly [Key in Exclude<keyof Given, Name>]: never } }
  : unknown

/** Any name while none is known: the compiler checks the versions once before it has inferred the components. */
type NameIn<Named> = [keyof Named] extends [never] ? string : Extract<keyof Named, string>

/** The definition of a stack. */
export interface StackDefinition<
  R extends StackResource,
  Components extends CheckedComponents<Components>,
  Versions extends StackVersions = StackVersions,
> {
  readonly for: R
  /**
   * The controller's name, which is also its field manager: it is stored in every object.
   * @default the singular name of the kind
   */
  readonly name?: string
  /** Pure: the same object always yields the same components. */
  readonly components: (object: ObjectOf<R>, scope: StackScope) => Components
  /** Defaults for every component. */
  readonly defaults?: (object: ObjectOf<R>) => ComponentDefaults
  /** Kinds of components that other operators manage. */
  readonly kinds?: readonly Resource[]
  /** @default derived from what components need */
  readonly protocol?: (object: ObjectOf<R>) => StackProtocol
  /** The version that an object requests. @default `spec.version` */
  readonly version?: (object: ObjectOf<R>) => string | undefined
  /** Additional status fields, computed from the stack's own status. */
  readonly status?: (object: ObjectOf<R>, report: StackStatus) => Partial<StatusOf<R>>
  /** The versions of the stack, oldest first. @default the stack has no versions */
  readonly versions?: Versions & CheckedVersions<NoInfer<Versions>, NoInfer<Components>>
  /**
   * For versions that are not known in advance, instead of `versions`: any newer version is reached in one step, with these settings. An
   * older one is rejected.
   */
  readonly anyVersion?: Omit<StackVersion<NameIn<NoInfer<Components>>>, 'components' | 'from'>
}

/** A stack, as passed to `stackController`. */
export interface Stack {
  readonly '~stack': true
  readonly for: StackResource
  readonly name: string
  readonly components: (object: StackObject, scope: StackScope) => Readonly<Record<string, Component>>
  readonly defaults: (object: StackObject) => ComponentDefaults
  readonly kinds: readonly Resource[]
  readonly protocol: ((object: StackObject) => StackProtocol) | undefined
  readonly version: (object: StackObject) => string | undefined
  readonly versions: Readonly<Record<string, StackVersion>> | undefined
  readonly anyVersion: StackVersion | undefined
  readonly status: (object: StackObject, report: StackStatus) => object
}

/** The custom resource of a stack. */
export type StackObject = ObjectOf<StackResource>

/**
 * Declares a stack. Compile-time checks: every entry of `needs` is a component, and every version refers to known components and
 * versions.
 *
 * @example
 * ```text
 * const shop = defineStack({
 *   for: Shop,
 *   components: ({ spec }) => ({
 *     db: component({ image: 'postgres:16', port: 5432, storage: { size: '10Gi' } }),
 *     api: component({ image: spec.image, port: 8080, needs: ['db'], expose: true }),
 *   }),
 * })
 * ```
 */
export function defineStack<
  R extends StackResource,
  Components extends CheckedComponents<Components>,
  const Versions extends StackVersions = StackVersions,
>(definition: StackDefinition<R, Components, Versions>): Stack {
  const {
    for: resource,
    name = resource.singular,
    components,
    defaults,
    kinds = [],
    protocol,
    version,
    versions,
    anyVersion,
    status,
  } = definition
  assertOrdered(name, versions)
  return {
    '~stack': true,
    for: resource,
    name,
    components: (object, scope) => {
      const declared = Object.entries<Component | undefined>(components(object as ObjectOf<R>, scope) as never)
      return Object.fromEntries(declared.filter((entry): entry is [string, Component] => entry[1] !== undefined))
    },
    defaults: (object) => defaults?.(object as ObjectOf<R>) ?? {},
    kinds,
    protocol: protocol as Stack['protocol'],
    version: (version as Stack['version']) ?? specVersion,
    versions: versions as Stack['versions'],
    anyVersion: anyVersion as Stack['anyVersion'],
    status: (object, report) => status?.(object as ObjectOf<R>, report) ?? {},
  }
}

/** Versions are reached in the order of their keys, and whole numbers come first among the keys of an object. */
function assertOrdered(name: string, versions: StackVersions | undefined): void {
  const keys = Object.keys(versions ?? {})
  const whole = keys.filter((key) => /^\d+$/.test(key))
  if (whole.length === 0 || whole.length === keys.length) return
  throw stackErrors('KW_STACK_VERSIONS', {
    what: `define the stack ${name}`,
    why: `the version ${JSON.stringify(whole[0])} would come before ${JSON.stringify(keys.find((key) => !whole.includes(key)))}, wherever it is written`,
    next: `Name it ${JSON.stringify(`${whole[0]}.0`)}.`,
  })
}

function specVersion(object: StackObject): string | undefined {
  const { spec } = object as { readonly spec?: { readonly version?: unknown } }
  return typeof spec?.version === 'string' ? spec.version : undefined
}

/** The needs of each component. */
export function needsOf(components: Readonly<Record<string, Component>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(components).map(([name, { needs }]) => [name, needs]))
}
