/** Kinds a controller owns, when there is more to say of them than that. */
import type { Resource } from '@kubewright/resource'
import type { Owned } from './define-controller.ts'

/**
 * A kind whose objects the controller makes, with the type of its objects known to `when`.
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
