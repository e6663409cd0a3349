/** ReplicaSets by their controller, such as a Deployment. */
import { index } from '@kubewright/controller'
import { controllerOf } from '@kubewright/core'
import { ReplicaSet } from '@kubewright/kubernetes'
import { nobody } from '../controlled-pods.ts'

export const replicaSetsByController = index(
  ReplicaSet,
  'simulation-by-controller',
  (set) => controllerOf(set)?.uid ?? nobody,
)
