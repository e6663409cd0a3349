/**
 * The verbs that webhooks need: a subset of `Client` of `@kubewright/client`. This package does not depend on a client, so
 * that users who do not need one do not load it.
 * See decision 0100.
 */
import { isKubewrightError, type Ref } from '@kubewright/core'
import type { InputOf, ObjectOf, Resource } from '@kubewright/resource'

/** Options of every call to the cluster. */
interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** Options of a write to the cluster. */
interface WriteOptions extends CallOptions {
  readonly fieldManager?: string | undefined
}

/** The API server calls that webhooks need. A `Client` of `@kubewright/client` provides them. */
export interface WebhookCluster {
  get<R extends Resource>(resource: R, ref: Ref, options?: CallOptions): Promise<ObjectOf<R>>
  list<R extends Resource>(
    resource: R,
    options?: CallOptions & { readonly labels?: Readonly<Record<string, string>> },
  ): PromiseLike<{ readonly items: readonly ObjectOf<R>[] }>
  create<R extends Resource>(resource: R, object: InputOf<R>, options?: WriteOptions): Promise<ObjectOf<R>>
  update<R extends Resource>(
    resource: R,
    object: InputOf<R> | ObjectOf<R>,
    options?: WriteOptions,
  ): Promise<ObjectOf<R>>
  apply<R extends Resource>(
    resource: R,
    object: InputOf<R>,
    options?: WriteOptions & { readonly force?: boolean | undefined },
  ): Promise<ObjectOf<R>>
  patch<R extends Resource>(
    resource: R,
    ref: Ref,
    patch: readonly PatchStep[],
    options?: WriteOptions & { readonly type?: 'json' | undefined },
  ): Promise<ObjectOf<R>>
  delete<R extends Resource>(
    resource: R,
    ref: Ref,
    options?: CallOptions & { readonly preconditions?: { readonly uid?: string } | undefined },
  ): Promise<unknown>
}

/** The operations of a JSON Patch that are used here. */
export interface PatchStep {
  readonly op: 'replace' | 'add'
  readonly path: string
  readonly value: never
}

export function isNotFound(error: unknown): boolean {
  return isKubewrightError(error, 'KW_CLIENT_NOT_FOUND')
}

/** A conflict with another client: read and decide again. */
export function isOvertaken(error: unknown): boolean {
  return isKubewrightError(error, 'KW_CLIENT_CONFLICT') || isKubewrightError(error, 'KW_CLIENT_ALREADY_EXISTS')
}

/** The object, or `undefined` if it does not exist. */
export async function find<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
