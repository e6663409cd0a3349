/**
 * The handle of a built-in kind: the same shape as from `defineResource`, plus the verbs the API server serves and the types of
 * subresources with object types of their own.
 * See decision 0024.
 */
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { ResourceTypes } from '@kubewright/resource/definition'

/** The verbs of the Kubernetes API. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

/**
 * The type of every constant in this package: a `Resource` that also lists the served verbs.
 *
 * @typeParam Read the type of objects as read
 * @typeParam Write the type of objects as written; `never` for read-only kinds
 * @typeParam Status the type of the status as written; `never` for kinds without one
 * @typeParam Subresources the subresources whose body is another kind, by name
 */
export interface BuiltIn<
  Read extends KubeObject = KubeObject,
  Write extends object = object,
  Status extends object = object,
  Subresources extends object = object,
> extends Resource<Read, Write, Status> {
  /** The verbs served for the kind itself; a review, for example, can only be created. */
  readonly verbs: readonly Verb[]
  /** Carries the types only; never present at run time. */
  readonly '~types'?: BuiltInTypes<Read, Write, Status, Subresources>
}

/** The types of a `Resource`, and those of its subresources. */
export interface BuiltInTypes<Read, Write, Status, Subresources> extends ResourceTypes<Read, Write, Status, string> {
  readonly subresources: Subresources
}

/** The types of a subresource with an object type of its own, such as `Scale` of a Deployment or `Eviction` of a Pod. */
export interface SubresourceBody<Read, Write> {
  readonly read: Read
  readonly write: Write
}

/** The facts in the generated modules. Omitted members have the value that most kinds share. */
type Facts = Pick<BuiltIn, 'group' | 'version' | 'kind' | 'plural' | 'scope'> &
  Partial<Pick<BuiltIn, 'singular' | 'shortNames' | 'categories' | 'subresources' | 'verbs'>>

/** Pure, so that a bundler can tree-shake unused handles. */
export function builtIn(facts: Facts): Omit<BuiltIn, '~types'> {
  return {
    group: facts.group,
    version: facts.version,
    kind: facts.kind,
    plural: facts.plural,
    singular: facts.singular ?? facts.kind.toLowerCase(),
    shortNames: facts.shortNames ?? [],
    categories: facts.categories ?? [],
    scope: facts.scope,
    subresources: facts.subresources ?? [],
    verbs: facts.verbs ?? ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  }
}
