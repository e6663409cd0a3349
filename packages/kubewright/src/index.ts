/**
 * The most commonly used names, re-exported from their packages. No code of its own: other names can be imported from their package, or
 * from a path of this one (`kubewright/webhook`); both are the same.
 */
export {
  type Client,
  createClient,
  established,
  ignoreNotFound,
  isAlreadyExists,
  isConflict,
  isNotFound,
  loadConfig,
} from '@kubewright/client'
export {
  again,
  changed,
  type Context,
  type Controller,
  defineController,
  done,
  index,
  type Outcome,
  TerminalError,
  watch,
} from '@kubewright/controller'
export { type Duration, isKubewrightError, type Ref, refOf } from '@kubewright/core'
// By path, so that only these few kinds are loaded.
export { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
export { Deployment } from '@kubewright/kubernetes/apps/v1'
export { ConfigMap, Namespace, Pod, Secret, Service } from '@kubewright/kubernetes/core/v1'
export { Ingress } from '@kubewright/kubernetes/networking/v1'
export { leader } from '@kubewright/lease'
export { createManager, type Manager, type ManagerOptions, untilSignal } from '@kubewright/manager'
export {
  defineResource,
  type InputOf,
  manifest,
  no,
  type ObjectOf,
  type Resource,
  unknown,
  yes,
} from '@kubewright/resource'
export { defineAdmission, problem, warning } from '@kubewright/webhook'
