// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  ControllerRevisionInput,
  DaemonSetCondition,
  DaemonSetInput,
  DaemonSetSpec,
  DaemonSetStatus,
  DaemonSetUpdateStrategy,
  DeploymentCondition,
  DeploymentInput,
  DeploymentSpec,
  DeploymentStatus,
  DeploymentStrategy,
  ReplicaSetCondition,
  ReplicaSetInput,
  ReplicaSetSpec,
  ReplicaSetStatus,
  RollingUpdateDaemonSet,
  RollingUpdateDeployment,
  RollingUpdateStatefulSetStrategy,
  StatefulSetCondition,
  StatefulSetInput,
  StatefulSetOrdinals,
  StatefulSetPersistentVolumeClaimRetentionPolicy,
  StatefulSetSpec,
  StatefulSetStatus,
  StatefulSetUpdateStrategy,
} from '../../apps/v1.ts'
import * as schemas from '../../structural/apps/v1.ts'

export const controllerRevision = (): StructuralType<ControllerRevisionInput> => structural(schemas.ControllerRevision)

export const daemonSet = (): StructuralType<DaemonSetInput> => structural(schemas.DaemonSet)

export const daemonSetCondition = (): StructuralType<DaemonSetCondition> => structural(schemas.DaemonSetCondition)

export const daemonSetSpec = (): StructuralType<DaemonSetSpec> => structural(schemas.DaemonSetSpec)

export const daemonSetStatus = (): StructuralType<DaemonSetStatus> => structural(schemas.DaemonSetStatus)

export const daemonSetUpdateStrategy = (): StructuralType<DaemonSetUpdateStrategy> =>
  structural(schemas.DaemonSetUpdateStrategy)

export const deployment = (): StructuralType<DeploymentInput> => structural(schemas.Deployment)

export const deploymentCondition = (): StructuralType<DeploymentCondition> => structural(schemas.DeploymentCondition)

export const deploymentSpec = (): StructuralType<DeploymentSpec> => structural(schemas.DeploymentSpec)

export const deploymentStatus = (): StructuralType<DeploymentStatus> => structural(schemas.DeploymentStatus)

export const deploymentStrategy = (): StructuralType<DeploymentStrategy> => structural(schemas.DeploymentStrategy)

export const replicaSet = (): StructuralType<ReplicaSetInput> => structural(schemas.ReplicaSet)

export const replicaSetCondition = (): StructuralType<ReplicaSetCondition> => structural(schemas.ReplicaSetCondition)

export const replicaSetSpec = (): StructuralType<ReplicaSetSpec> => structural(schemas.ReplicaSetSpec)

export const replicaSetStatus = (): StructuralType<ReplicaSetStatus> => structural(schemas.ReplicaSetStatus)

export const rollingUpdateDaemonSet = (): StructuralType<RollingUpdateDaemonSet> =>
  structural(schemas.RollingUpdateDaemonSet)

export const rollingUpdateDeployment = (): StructuralType<RollingUpdateDeployment> =>
  structural(schemas.RollingUpdateDeployment)

export const rollingUpdateStatefulSetStrategy = (): StructuralType<RollingUpdateStatefulSetStrategy> =>
  structural(schemas.RollingUpdateStatefulSetStrategy)

export const statefulSet = (): StructuralType<StatefulSetInput> => structural(schemas.StatefulSet)

export const statefulSetCondition = (): StructuralType<StatefulSetCondition> => structural(schemas.StatefulSetCondition)

export const statefulSetOrdinals = (): StructuralType<StatefulSetOrdinals> => structural(schemas.StatefulSetOrdinals)

export const statefulSetPersistentVolumeClaimRetentionPolicy = (): StructuralType<StatefulSetPersistentVolumeClaimRetentionPolicy> =>
  structural(schemas.StatefulSetPersistentVolumeClaimRetentionPolicy)

export const statefulSetSpec = (): StructuralType<StatefulSetSpec> => structural(schemas.StatefulSetSpec)

export const statefulSetStatus = (): StructuralType<StatefulSetStatus> => structural(schemas.StatefulSetStatus)

export const statefulSetUpdateStrategy = (): StructuralType<StatefulSetUpdateStrategy> =>
  structural(schemas.StatefulSetUpdateStrategy)
