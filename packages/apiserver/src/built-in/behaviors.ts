/** The behavior of each kind. A key with a version applies to that version only. */
import type { Store } from '../storage/store.ts'
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingWebhookConfiguration,
} from './admission/admission-kinds.ts'
import { configMap, secret } from './core/config-map.ts'
import { event, newEvent } from './core/event.ts'
import { limitRange, resourceQuota } from './core/limits.ts'
import { namespace } from './core/namespace.ts'
import { node } from './core/node.ts'
import { binding, componentStatus, endpoints, serviceAccount } from './core/plain-kinds.ts'
import { customResourceDefinition } from '../custom/definition/definition-behavior.ts'
import type { KindBehavior } from './kind-behavior.ts'
import { ingress, ingressClass } from './networking/ingress.ts'
import { endpointSlice, ipAddress, networkPolicy, serviceCidr } from './networking/network-policy.ts'
import { autoscaler, oldAutoscaler } from './other/autoscaler.ts'
import { certificateSigningRequest } from './other/certificate-request.ts'
import { deviceClass, resourceClaim, resourceClaimTemplate, resourceSlice } from './other/device-kinds.ts'
import { apiService, flowSchema, priorityLevelConfiguration } from './other/server-kinds.ts'
import { lease, priorityClass, runtimeClass } from './other/small-kinds.ts'
import { pod, podTemplate } from './pod/pod.ts'
import { podDisruptionBudget } from './policy/pod-disruption-budget.ts'
import { clusterRole, clusterRoleBinding, role, roleBinding } from './rbac/roles.ts'
import { serviceBehavior } from './service/service.ts'
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
} from './storage/classes.ts'
import { persistentVolume, persistentVolumeClaim } from './storage/volumes.ts'
import { daemonSet } from './workload/daemon-set.ts'
import { deployment } from './workload/deployment.ts'
import { cronJob, job } from './workload/job.ts'
import { replicaSet, replicationController } from './workload/replica-set.ts'
import { controllerRevision, statefulSet } from './workload/stateful-set.ts'

export function builtInBehaviors(store: Store, servicePrefix?: number): Readonly<Record<string, KindBehavior>> {
  return { ...behaviors, ':Service': serviceBehavior(store, servicePrefix) }
}

const behaviors: Readonly<Record<string, KindBehavior>> = {
  ':Binding': binding,
  ':ComponentStatus': componentStatus,
  ':ConfigMap': configMap,
  ':Endpoints': endpoints,
  ':Event': event,
  ':LimitRange': limitRange,
  ':Namespace': namespace,
  ':Node': node,
  ':PersistentVolume': persistentVolume,
  ':PersistentVolumeClaim': persistentVolumeClaim,
  ':Pod': pod,
  ':PodTemplate': podTemplate,
  ':ReplicationController': replicationController,
  ':ResourceQuota': resourceQuota,
  ':Secret': secret,
  ':ServiceAccount': serviceAccount,
  'admissionregistration.k8s.io:MutatingAdmissionPolicy': mutatingAdmissionPolicy,
  'admissionregistration.k8s.io:MutatingAdmissionPolicyBinding': mutatingAdmissionPolicyBinding,
  'admissionregistration.k8s.io:MutatingWebhookConfiguration': mutatingWebhookConfiguration,
  'admissionregistration.k8s.io:ValidatingAdmissionPolicy': validatingAdmissionPolicy,
  'admissionregistration.k8s.io:ValidatingAdmissionPolicyBinding': validatingAdmissionPolicyBinding,
  'admissionregistration.k8s.io:ValidatingWebhookConfiguration': validatingWebhookConfiguration,
  'apiextensions.k8s.io:CustomResourceDefinition': customResourceDefinition,
  'apiregistration.k8s.io:APIService': apiService,
  'apps:ControllerRevision': controllerRevision,
  'apps:DaemonSet': daemonSet,
  'apps:Deployment': deployment,
  'apps:ReplicaSet': replicaSet,
  'apps:StatefulSet': statefulSet,
  'autoscaling/v1:HorizontalPodAutoscaler': oldAutoscaler,
  'autoscaling/v2:HorizontalPodAutoscaler': autoscaler,
  'batch:CronJob': cronJob,
  'batch:Job': job,
  'certificates.k8s.io:CertificateSigningRequest': certificateSigningRequest,
  'coordination.k8s.io:Lease': lease,
  'discovery.k8s.io:EndpointSlice': endpointSlice,
  'events.k8s.io:Event': newEvent,
  'flowcontrol.apiserver.k8s.io:FlowSchema': flowSchema,
  'flowcontrol.apiserver.k8s.io:PriorityLevelConfiguration': priorityLevelConfiguration,
  'networking.k8s.io:IPAddress': ipAddress,
  'networking.k8s.io:Ingress': ingress,
  'networking.k8s.io:IngressClass': ingressClass,
  'networking.k8s.io:NetworkPolicy': networkPolicy,
  'networking.k8s.io:ServiceCIDR': serviceCidr,
  'node.k8s.io:RuntimeClass': runtimeClass,
  'policy:PodDisruptionBudget': podDisruptionBudget,
  'rbac.authorization.k8s.io:ClusterRole': clusterRole,
  'rbac.authorization.k8s.io:ClusterRoleBinding': clusterRoleBinding,
  'rbac.authorization.k8s.io:Role': role,
  'rbac.authorization.k8s.io:RoleBinding': roleBinding,
  'resource.k8s.io:DeviceClass': deviceClass,
  'resource.k8s.io:ResourceClaim': resourceClaim,
  'resource.k8s.io:ResourceClaimTemplate': resourceClaimTemplate,
  'resource.k8s.io:ResourceSlice': resourceSlice,
  'scheduling.k8s.io:PriorityClass': priorityClass,
  'storage.k8s.io:CSIDriver': csiDriver,
  'storage.k8s.io:CSINode': csiNode,
  'storage.k8s.io:CSIStorageCapacity': csiStorageCapacity,
  'storage.k8s.io:StorageClass': storageClass,
  'storage.k8s.io:VolumeAttachment': volumeAttachment,
  'storage.k8s.io:VolumeAttributesClass': volumeAttributesClass,
}
