/** Definition of a cache index. */
import type { ObjectOf, Resource } from '@kubewright/resource'

/** A named cache index of one kind: the result of `index`. */
export interface IndexDefinition<R extends Resource = Resource> {
  readonly resource: R
  readonly name: string
  /** The index values of the object: none, one or several. Pure. */
  values(object: ObjectOf<R>): readonly string[]
}

/** The index values of an object: none, one or several. */
type Indexed = string | undefined | readonly (string | undefined)[]

/**
 * Defines an index. Objects that yield `undefined` or an empty list are not in it.
 *
 * @example
 * ```text
 * const byTlsSecret = index(Website, 'by-tls-secret', (site) => site.spec.tlsSecretName)
 * ```
 */
export function index<R extends Resource>(
  resource: R,
  name: string,
  values: (object: ObjectOf<R>) => Indexed,
): IndexDefinition<R> {
  return {
    resource,
    name,
    values: (object) => [values(object)].flat().filter((value): value is string => value !== undefined),
  }
}
