// Made by `npm run generate:kubernetes`; edits are lost.
import type { ServedGroup } from '../served-group.ts'
import * as admissionregistration_v1 from './admissionregistration/v1.ts'
import * as apiextensions_v1 from './apiextensions/v1.ts'
import * as apiregistration_v1 from './apiregistration/v1.ts'
import * as apps_v1 from './apps/v1.ts'
import * as authentication_v1 from './authentication/v1.ts'
import * as authorization_v1 from './authorization/v1.ts'
import * as autoscaling_v1 from './autoscaling/v1.ts'
import * as autoscaling_v2 from './autoscaling/v2.ts'
import * as batch_v1 from './batch/v1.ts'
import * as certificates_v1 from './certificates/v1.ts'
import * as coordination_v1 from './coordination/v1.ts'
import * as core_v1 from './core/v1.ts'
import * as discovery_v1 from './discovery/v1.ts'
import * as events_v1 from './events/v1.ts'
import * as flowcontrol_v1 from './flowcontrol/v1.ts'
import * as networking_v1 from './networking/v1.ts'
import * as node_v1 from './node/v1.ts'
import * as policy_v1 from './policy/v1.ts'
import * as rbac_v1 from './rbac/v1.ts'
import * as resource_v1 from './resource/v1.ts'
import * as scheduling_v1 from './scheduling/v1.ts'
import * as storage_v1 from './storage/v1.ts'

export const kubernetesVersion = 'v1.36.4'

export const servedGroups: readonly ServedGroup[] = [
  {
    group: '',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: core_v1.Binding, subresources: [] },
          { resource: core_v1.ComponentStatus, subresources: [] },
          { resource: core_v1.ConfigMap, subresources: [] },
          { resource: core_v1.Endpoints, subresources: [] },
          { resource: core_v1.Event, subresources: [] },
          { resource: core_v1.LimitRange, subresources: [] },
          {
            resource: core_v1.Namespace,
            subresources: [
              { name: 'finalize', group: '', version: 'v1', kind: 'Namespace', verbs: ['update'] },
              { name: 'status', group: '', version: 'v1', kind: 'Namespace', verbs: ['get', 'patch', 'update'] },
            ],
          },
          {
            resource: core_v1.Node,
            subresources: [
              {
                name: 'proxy',
                group: '',
                version: 'v1',
                kind: 'NodeProxyOptions',
                verbs: ['create', 'delete', 'get', 'patch', 'update'],
              },
              { name: 'status', group: '', version: 'v1', kind: 'Node', verbs: ['get', 'patch', 'update'] },
            ],
          },
          {
            resource: core_v1.PersistentVolumeClaim,
            subresources: [
              {
                name: 'status',
                group: '',
                version: 'v1',
                kind: 'PersistentVolumeClaim',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
          {
            resource: core_v1.PersistentVolume,
            subresources: [
              { name: 'status', group: '', version: 'v1', kind: 'PersistentVolume', verbs: ['get', 'patch', 'update'] },
            ],
          },
          {
            resource: core_v1.Pod,
            subresources: [
              { name: 'attach', group: '', version: 'v1', kind: 'PodAttachOptions', verbs: ['create', 'get'] },
              { name: 'binding', group: '', version: 'v1', kind: 'Binding', verbs: ['create'] },
              { name: 'ephemeralcontainers', group: '', version: 'v1', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
              { name: 'eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
              { name: 'exec', group: '', version: 'v1', kind: 'PodExecOptions', verbs: ['create', 'get'] },
              { name: 'log', group: '', version: 'v1', kind: 'Pod', verbs: ['get'] },
              {
                name: 'portforward',
                group: '',
                version: 'v1',
                kind: 'PodPortForwardOptions',
                verbs: ['create', 'get'],
              },
              {
                name: 'proxy',
                group: '',
                version: 'v1',
                kind: 'PodProxyOptions',
                verbs: ['create', 'delete', 'get', 'patch', 'update'],
              },
              { name: 'resize', group: '', version: 'v1', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
              { name: 'status', group: '', version: 'v1', kind: 'Pod', verbs: ['get', 'patch', 'update'] },
            ],
          },
          { resource: core_v1.PodTemplate, subresources: [] },
          {
            resource: core_v1.ReplicationController,
            subresources: [
              { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get', 'patch', 'update'] },
              {
                name: 'status',
                group: '',
                version: 'v1',
                kind: 'ReplicationController',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
          {
            resource: core_v1.ResourceQuota,
            subresources: [
              { name: 'status', group: '', version: 'v1', kind: 'ResourceQuota', verbs: ['get', 'patch', 'update'] },
            ],
          },
          { resource: core_v1.Secret, subresources: [] },
          {
            resource: core_v1.ServiceAccount,
            subresources: [
              { name: 'token', group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest', verbs: ['create'] },
            ],
          },
          {
            resource: core_v1.Service,
            subresources: [
              {
                name: 'proxy',
                group: '',
                version: 'v1',
                kind: 'ServiceProxyOptions',
                verbs: ['create', 'delete', 'get', 'patch', 'update'],
              },
              { name: 'status', group: '', version: 'v1', kind: 'Service', verbs: ['get', 'patch', 'update'] },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'apiregistration.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            resource: apiregistration_v1.APIService,
            subresources: [
              {
                name: 'status',
                group: 'apiregistration.k8s.io',
                version: 'v1',
                kind: 'APIService',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'apps',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: apps_v1.ControllerRevision, subresources: [] },
          {
            resource: apps_v1.DaemonSet,
            subresources: [
              { name: 'status', group: 'apps', version: 'v1', kind: 'DaemonSet', verbs: ['get', 'patch', 'update'] },
            ],
          },
          {
            resource: apps_v1.Deployment,
            subresources: [
              { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get', 'patch', 'update'] },
              { name: 'status', group: 'apps', version: 'v1', kind: 'Deployment', verbs: ['get', 'patch', 'update'] },
            ],
          },
          {
            resource: apps_v1.ReplicaSet,
            subresources: [
              { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get', 'patch', 'update'] },
              { name: 'status', group: 'apps', version: 'v1', kind: 'ReplicaSet', verbs: ['get', 'patch', 'update'] },
            ],
          },
          {
            resource: apps_v1.StatefulSet,
            subresources: [
              { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get', 'patch', 'update'] },
              { name: 'status', group: 'apps', version: 'v1', kind: 'StatefulSet', verbs: ['get', 'patch', 'update'] },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'events.k8s.io',
    versions: [{ version: 'v1', resources: [{ resource: events_v1.Event, subresources: [] }] }],
  },
  {
    group: 'authentication.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: authentication_v1.SelfSubjectReview, subresources: [] },
          { resource: authentication_v1.TokenReview, subresources: [] },
        ],
      },
    ],
  },
  {
    group: 'authorization.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: authorization_v1.LocalSubjectAccessReview, subresources: [] },
          { resource: authorization_v1.SelfSubjectAccessReview, subresources: [] },
          { resource: authorization_v1.SelfSubjectRulesReview, subresources: [] },
          { resource: authorization_v1.SubjectAccessReview, subresources: [] },
        ],
      },
    ],
  },
  {
    group: 'autoscaling',
    versions: [
      {
        version: 'v2',
        resources: [
          {
            resource: autoscaling_v2.HorizontalPodAutoscaler,
            subresources: [
              {
                name: 'status',
                group: 'autoscaling',
                version: 'v2',
                kind: 'HorizontalPodAutoscaler',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
      {
        version: 'v1',
        resources: [
          {
            resource: autoscaling_v1.HorizontalPodAutoscaler,
            subresources: [
              {
                name: 'status',
                group: 'autoscaling',
                version: 'v1',
                kind: 'HorizontalPodAutoscaler',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'batch',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            resource: batch_v1.CronJob,
            subresources: [
              { name: 'status', group: 'batch', version: 'v1', kind: 'CronJob', verbs: ['get', 'patch', 'update'] },
            ],
          },
          {
            resource: batch_v1.Job,
            subresources: [
              { name: 'status', group: 'batch', version: 'v1', kind: 'Job', verbs: ['get', 'patch', 'update'] },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'certificates.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            resource: certificates_v1.CertificateSigningRequest,
            subresources: [
              {
                name: 'approval',
                group: 'certificates.k8s.io',
                version: 'v1',
                kind: 'CertificateSigningRequest',
                verbs: ['get', 'patch', 'update'],
              },
              {
                name: 'status',
                group: 'certificates.k8s.io',
                version: 'v1',
                kind: 'CertificateSigningRequest',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'networking.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: networking_v1.IngressClass, subresources: [] },
          {
            resource: networking_v1.Ingress,
            subresources: [
              {
                name: 'status',
                group: 'networking.k8s.io',
                version: 'v1',
                kind: 'Ingress',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
          { resource: networking_v1.IPAddress, subresources: [] },
          { resource: networking_v1.NetworkPolicy, subresources: [] },
          {
            resource: networking_v1.ServiceCIDR,
            subresources: [
              {
                name: 'status',
                group: 'networking.k8s.io',
                version: 'v1',
                kind: 'ServiceCIDR',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'policy',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            resource: policy_v1.PodDisruptionBudget,
            subresources: [
              {
                name: 'status',
                group: 'policy',
                version: 'v1',
                kind: 'PodDisruptionBudget',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'rbac.authorization.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: rbac_v1.ClusterRoleBinding, subresources: [] },
          { resource: rbac_v1.ClusterRole, subresources: [] },
          { resource: rbac_v1.RoleBinding, subresources: [] },
          { resource: rbac_v1.Role, subresources: [] },
        ],
      },
    ],
  },
  {
    group: 'storage.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: storage_v1.CSIDriver, subresources: [] },
          { resource: storage_v1.CSINode, subresources: [] },
          { resource: storage_v1.CSIStorageCapacity, subresources: [] },
          { resource: storage_v1.StorageClass, subresources: [] },
          {
            resource: storage_v1.VolumeAttachment,
            subresources: [
              {
                name: 'status',
                group: 'storage.k8s.io',
                version: 'v1',
                kind: 'VolumeAttachment',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
          { resource: storage_v1.VolumeAttributesClass, subresources: [] },
        ],
      },
    ],
  },
  {
    group: 'admissionregistration.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: admissionregistration_v1.MutatingAdmissionPolicy, subresources: [] },
          { resource: admissionregistration_v1.MutatingAdmissionPolicyBinding, subresources: [] },
          { resource: admissionregistration_v1.MutatingWebhookConfiguration, subresources: [] },
          {
            resource: admissionregistration_v1.ValidatingAdmissionPolicy,
            subresources: [
              {
                name: 'status',
                group: 'admissionregistration.k8s.io',
                version: 'v1',
                kind: 'ValidatingAdmissionPolicy',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
          { resource: admissionregistration_v1.ValidatingAdmissionPolicyBinding, subresources: [] },
          { resource: admissionregistration_v1.ValidatingWebhookConfiguration, subresources: [] },
        ],
      },
    ],
  },
  {
    group: 'apiextensions.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            resource: apiextensions_v1.CustomResourceDefinition,
            subresources: [
              {
                name: 'status',
                group: 'apiextensions.k8s.io',
                version: 'v1',
                kind: 'CustomResourceDefinition',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    group: 'scheduling.k8s.io',
    versions: [{ version: 'v1', resources: [{ resource: scheduling_v1.PriorityClass, subresources: [] }] }],
  },
  {
    group: 'coordination.k8s.io',
    versions: [{ version: 'v1', resources: [{ resource: coordination_v1.Lease, subresources: [] }] }],
  },
  {
    group: 'node.k8s.io',
    versions: [{ version: 'v1', resources: [{ resource: node_v1.RuntimeClass, subresources: [] }] }],
  },
  {
    group: 'discovery.k8s.io',
    versions: [{ version: 'v1', resources: [{ resource: discovery_v1.EndpointSlice, subresources: [] }] }],
  },
  {
    group: 'resource.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          { resource: resource_v1.DeviceClass, subresources: [] },
          {
            resource: resource_v1.ResourceClaim,
            subresources: [
              {
                name: 'status',
                group: 'resource.k8s.io',
                version: 'v1',
                kind: 'ResourceClaim',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
          { resource: resource_v1.ResourceClaimTemplate, subresources: [] },
          { resource: resource_v1.ResourceSlice, subresources: [] },
        ],
      },
    ],
  },
  {
    group: 'flowcontrol.apiserver.k8s.io',
    versions: [
      {
        version: 'v1',
        resources: [
          {
            resource: flowcontrol_v1.FlowSchema,
            subresources: [
              {
                name: 'status',
                group: 'flowcontrol.apiserver.k8s.io',
                version: 'v1',
                kind: 'FlowSchema',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
          {
            resource: flowcontrol_v1.PriorityLevelConfiguration,
            subresources: [
              {
                name: 'status',
                group: 'flowcontrol.apiserver.k8s.io',
                version: 'v1',
                kind: 'PriorityLevelConfiguration',
                verbs: ['get', 'patch', 'update'],
              },
            ],
          },
        ],
      },
    ],
  },
]
