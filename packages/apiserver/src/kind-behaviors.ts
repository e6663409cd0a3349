/** The behavior of each kind. A key with a version applies to that version only. */
import type { Store } from './storage/store.ts'
import {
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
  mutatingWebhookConfiguration,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  validatingWebhookConfiguration,
} from './admission/kinds/admission-kinds.ts'
import { configMap, secret } from './built-in/core/config-map.ts'
import { event, newEvent } from './built-in/core/event.ts'
import { limitRange, resourceQuota } from './built-in/core/limits.ts'
import { namespace } from './built-in/core/namespace.ts'
import { node } from './built-in/core/node.ts'
import { binding } from './built-in/pod/binding.ts'
import { componentStatus } from './built-in/core/component-status.ts'
import { endpoints } from './built-in/core/endpoints.ts'
import { serviceAccount } from './built-in/core/service-account.ts'
import { customResourceDefinition } from './custom/definition/definition-behavior.ts'
import type { KindBehavior } from './built-in/kind-behavior.ts'
import { ingress, ingressClass } from './built-in/networking/ingress.ts'
import { endpointSlice, ipAddress, networkPolicy, serviceCidr } from './built-in/networking/network-policy.ts'
import { autoscaler, oldAutoscaler } from './built-in/autoscaling/autoscaler.ts'
import { certificateSigningRequest } from './built-in/certificates/certificate-request.ts'
import { deviceClass, resourceClaim, resourceClaimTemplate, resourceSlice } from './built-in/resource/device-kinds.ts'
import { flowSchema, priorityLevelConfiguration } from './built-in/flowcontrol/flow-schema.ts'
import { apiService } from './built-in/apiregistration/api-service.ts'
import { runtimeClass } from './built-in/node/runtime-class.ts'
import { priorityClass } from './built-in/scheduling/priority-class.ts'
import { lease } from './built-in/coordination/lease.ts'
import { pod, podTemplate } from './built-in/pod/pod.ts'
import { podDisruptionBudget } from './built-in/policy/pod-disruption-budget.ts'
import { clusterRole, clusterRoleBinding, role, roleBinding } from './built-in/rbac/roles.ts'
import { serviceBehavior } from './built-in/service/service.ts'
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
} from './built-in/storage/classes.ts'
import { persistentVolume, persistentVolumeClaim } from './built-in/storage/volumes.ts'
import { daemonSet } from './built-in/workload/daemon-set.ts'
import { deployment } from './built-in/workload/deployment.ts'
import { cronJob, job } from './built-in/workload/job.ts'
import { replicaSet, replicationController } from './built-in/workload/replica-set.ts'
import { controllerRevision, statefulSet } from './built-in/workload/stateful-set.ts'

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
