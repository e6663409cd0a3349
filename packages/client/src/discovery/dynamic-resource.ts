/** Handles for kinds that are known only at run time: found by discovery, or written down as plain data. */
import type { AuthoredMeta, KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'

/** An object of a kind the compiler does not know. */
export interface DynamicObject extends KubeObject {
  readonly [field: string]: unknown
}

export interface DynamicInput {
  readonly metadata: AuthoredMeta
  readonly [field: string]: unknown
}

export interface DynamicResource extends Resource<DynamicObject, DynamicInput> {
  /** What the server lets one do with it; empty if nobody asked the server. */
  readonly verbs: readonly string[]
}

/** What has to be known of a kind to talk about it. */
export type DynamicResourceInput = Pick<Resource, 'group' | 'version' | 'kind' | 'plural' | 'scope'> &
  Partial<Pick<DynamicResource, 'singular' | 'shortNames' | 'categories' | 'subresources' | 'verbs'>>

/**
 * A handle from plain data, without asking a server.
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
 */
export function defineDynamicResource(input: DynamicResourceInput): DynamicResource {
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
