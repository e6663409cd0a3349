/** Kinds a controller owns, with options. */
import type { Resource } from '@kubewright/resource'
import type { Owned } from './define-controller.ts'

/**
 * A kind of children, typed so that `when` receives its objects.
 *
 * @example
 * ```ts
 * import { Deployment } from '@kubewright/kubernetes'
 * const { resource, everyOwner } = owned(Deployment, {
 *   when: changed((deployment) => deployment.status?.readyReplicas),
 *   everyOwner: true,
 * })
 * resource.kind // => 'Deployment'
 * everyOwner // => true
 * ```
 */
export function owned<R extends Resource>(resource: R, options: Omit<Owned<R>, 'resource'> = {}): Owned {
  return { resource, ...options } as unknown as Owned
}
