/**
 * The handle of a built-in kind: the shape `defineResource` gives, plus the verbs the API server serves and the types
 * of subresources that are kinds of their own.
 */
import type { KubeObject } from '@kubewright/core'
import type { Resource, ResourceTypes } from '@kubewright/resource'

/** What an API server can be asked to do with a kind. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

/**
 * What every constant of this package is: a `Resource` that also knows the verbs served.
 *
 * @typeParam Read what a reader gets
 * @typeParam Write what an author writes; `never` for kinds nobody can write
 * @typeParam Status what an author writes as status; `never` for kinds without one
 * @typeParam Subresources the subresources whose body is another kind, by name
 */
export interface BuiltIn<
  Read extends KubeObject = KubeObject,
  Write extends object = object,
  Status extends object = object,
  Subresources extends object = object,
> extends Resource<Read, Write, Status> {
  /** What the API server serves for the kind itself; a review, for example, can only be created. */
  readonly verbs: readonly Verb[]
  /** Carries the types and nothing else; never present at run time. */
  readonly '~types'?: BuiltInTypes<Read, Write, Status, Subresources>
}

/** The types of a `Resource`, and those of its subresources. */
export interface BuiltInTypes<Read, Write, Status, Subresources> extends ResourceTypes<Read, Write, Status, string> {
  readonly subresources: Subresources
}

/** The types of a subresource that is a kind of its own, such as `Scale` below a Deployment or `Eviction` below a Pod. */
export interface SubresourceBody<Read, Write> {
  readonly read: Read
  readonly write: Write
}

/** What the generated modules say about a kind. What they leave out is what most kinds have in common. */
type Facts = Pick<BuiltIn, 'group' | 'version' | 'kind' | 'plural' | 'scope'> &
  Partial<Pick<BuiltIn, 'singular' | 'shortNames' | 'categories' | 'subresources' | 'verbs'>>

/** Pure, so that a bundler drops the handles a program does not use. */
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
