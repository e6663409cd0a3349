// Made by `npm run generate:kubernetes`; edits are lost.
export {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  type MutatingAdmissionPolicyBindingInput,
  type MutatingAdmissionPolicyInput,
  MutatingWebhookConfiguration,
  type MutatingWebhookConfigurationInput,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  type ValidatingAdmissionPolicyBindingInput,
  type ValidatingAdmissionPolicyInput,
  ValidatingWebhookConfiguration,
  type ValidatingWebhookConfigurationInput,
} from './admissionregistration/v1.ts'
export { CustomResourceDefinition, type CustomResourceDefinitionInput } from './apiextensions/v1.ts'
export { APIService, type APIServiceInput } from './apiregistration/v1.ts'
export {
  ControllerRevision,
  type ControllerRevisionInput,
  DaemonSet,
  type DaemonSetInput,
  Deployment,
  type DeploymentInput,
  ReplicaSet,
  type ReplicaSetInput,
  StatefulSet,
  type StatefulSetInput,
} from './apps/v1.ts'
export {
  SelfSubjectReview,
  type SelfSubjectReviewInput,
  type TokenRequest,
  type TokenRequestInput,
  TokenReview,
  type TokenReviewInput,
} from './authentication/v1.ts'
export {
  LocalSubjectAccessReview,
  type LocalSubjectAccessReviewInput,
  SelfSubjectAccessReview,
  type SelfSubjectAccessReviewInput,
  SelfSubjectRulesReview,
  type SelfSubjectRulesReviewInput,
  SubjectAccessReview,
  type SubjectAccessReviewInput,
} from './authorization/v1.ts'
export type { Scale, ScaleInput } from './autoscaling/v1.ts'
export { HorizontalPodAutoscaler, type HorizontalPodAutoscalerInput } from './autoscaling/v2.ts'
export { CronJob, type CronJobInput, Job, type JobInput } from './batch/v1.ts'
export { CertificateSigningRequest, type CertificateSigningRequestInput } from './certificates/v1.ts'
export { Lease, type LeaseInput } from './coordination/v1.ts'
export {
  Binding,
  type BindingInput,
  ComponentStatus,
  ConfigMap,
  type ConfigMapInput,
  Endpoints,
  type EndpointsInput,
  Event,
  type EventInput,
  LimitRange,
  type LimitRangeInput,
  Namespace,
  type NamespaceInput,
  Node,
  type NodeInput,
  PersistentVolume,
  PersistentVolumeClaim,
  type PersistentVolumeClaimInput,
  type PersistentVolumeInput,
  Pod,
  type PodInput,
  PodTemplate,
  type PodTemplateInput,
  ReplicationController,
  type ReplicationControllerInput,
  ResourceQuota,
  type ResourceQuotaInput,
  Secret,
  type SecretInput,
  Service,
  ServiceAccount,
  type ServiceAccountInput,
  type ServiceInput,
} from './core/v1.ts'
export { EndpointSlice, type EndpointSliceInput } from './discovery/v1.ts'
export {
  FlowSchema,
  type FlowSchemaInput,
  PriorityLevelConfiguration,
  type PriorityLevelConfigurationInput,
} from './flowcontrol/v1.ts'
export {
  IPAddress,
  type IPAddressInput,
  Ingress,
  IngressClass,
  type IngressClassInput,
  type IngressInput,
  NetworkPolicy,
  type NetworkPolicyInput,
  ServiceCIDR,
  type ServiceCIDRInput,
} from './networking/v1.ts'
export { RuntimeClass, type RuntimeClassInput } from './node/v1.ts'
export { type Eviction, type EvictionInput, PodDisruptionBudget, type PodDisruptionBudgetInput } from './policy/v1.ts'
export {
  ClusterRole,
  ClusterRoleBinding,
  type ClusterRoleBindingInput,
  type ClusterRoleInput,
  Role,
  RoleBinding,
  type RoleBindingInput,
  type RoleInput,
} from './rbac/v1.ts'
export {
  DeviceClass,
  type DeviceClassInput,
  ResourceClaim,
  type ResourceClaimInput,
  ResourceClaimTemplate,
  type ResourceClaimTemplateInput,
  ResourceSlice,
  type ResourceSliceInput,
} from './resource/v1.ts'
export { PriorityClass, type PriorityClassInput } from './scheduling/v1.ts'
export {
  CSIDriver,
  type CSIDriverInput,
  CSINode,
  type CSINodeInput,
  CSIStorageCapacity,
  type CSIStorageCapacityInput,
  StorageClass,
  type StorageClassInput,
  VolumeAttachment,
  type VolumeAttachmentInput,
  VolumeAttributesClass,
  type VolumeAttributesClassInput,
} from './storage/v1.ts'
