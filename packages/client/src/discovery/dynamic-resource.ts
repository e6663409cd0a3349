/** Handles for kinds known only at run time: from discovery, or from plain data. */
import type { AuthoredMeta, KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { clientErrors } from '../errors.ts'
import { resourceProblem } from '../verb/path-segment.ts'

/** An object of a kind the compiler does not know. */
export interface DynamicObject extends KubeObject {
  readonly [field: string]: unknown
}

/** An object of a kind the compiler does not know, as users write it. */
export interface DynamicInput {
  readonly metadata: AuthoredMeta
  readonly [field: string]: unknown
}

/** The handle of a kind that is known only at run time: the result of `client.discover` or `defineDynamicResource`. */
export interface DynamicResource extends Resource<DynamicObject, DynamicInput> {
  /** The verbs the server supports for it; empty without discovery. */
  readonly verbs: readonly string[]
}

/** The minimal description of a kind. */
export type DynamicResourceInput = Pick<Resource, 'group' | 'version' | 'kind' | 'plural' | 'scope'> &
  Partial<Pick<DynamicResource, 'singular' | 'shortNames' | 'categories' | 'subresources' | 'verbs'>>

/**
 * A handle from plain data, without discovery.
 *
 * @example
 * ```ts
 * const Backup = defineDynamicResource({
 *   group: 'backup.example.dev',
 *   version: 'v1',
 *   kind: 'Backup',
 *   plural: 'backups',
 *   scope: 'Namespaced',
 * })
 * Backup.singular // => 'backup'
 * ```
 *
 * Failure: `KW_CLIENT_NAME` if group, version or plural cannot be part of a URL.
 */
export function defineDynamicResource(input: DynamicResourceInput): DynamicResource {
  const why = resourceProblem(input)
  if (why === undefined) return toDynamicResource(input)
  const next = 'Name the resource as `kubectl api-resources` does.'
  throw clientErrors('KW_CLIENT_NAME', { what: `define the resource ${input?.kind ?? '(without a kind)'}`, why, next })
}

/** The same for discovered kinds, without validation: one odd entry must not hide the others, and is refused when used. */
export function toDynamicResource(input: DynamicResourceInput): DynamicResource {
  return {
    group: input.group,
    version: input.version,
    kind: input.kind,
    plural: input.plural,
    singular: input.singular ?? input.kind.toLowerCase(),
    shortNames: input.shortNames ?? [],
    categories: input.categories ?? [],
    scope: input.scope,
    subresources: input.subresources ?? [],
    verbs: input.verbs ?? [],
  }
}
