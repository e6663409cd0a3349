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
export { ConfigMap, Deployment, Ingress, Job, Namespace, Pod, Secret, Service } from '@kubewright/kubernetes'
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
