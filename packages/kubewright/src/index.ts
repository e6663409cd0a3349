/**
 * The names most people need, from the packages they live in. No code of its own: whoever needs one name more imports it
 * from its package, and both are the same.
 */
export {
  available,
  type Client,
  type ClientOptions,
  complete,
  conditionIs,
  createClient,
  defineConnection,
  deleted,
  established,
  ignoreNotFound,
  isAlreadyExists,
  isConflict,
  isNotFound,
  loadConfig,
  ready,
} from '@kubewright/client'
export { type Duration, isKubewrightError, KubewrightError, type Ref, refOf } from '@kubewright/core'
// By path, so that these few kinds are all that is loaded.
export { Deployment } from '@kubewright/kubernetes/apps/v1'
export { Job } from '@kubewright/kubernetes/batch/v1'
export { ConfigMap, Namespace, Pod, Secret, Service } from '@kubewright/kubernetes/core/v1'
export { Ingress } from '@kubewright/kubernetes/networking/v1'
export {
  defineResource,
  type InputOf,
  type Manifest,
  manifest,
  no,
  type ObjectOf,
  type Resource,
  unknown,
  yes,
} from '@kubewright/resource'
