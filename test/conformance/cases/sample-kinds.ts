/** One small object of every built-in kind that can be created, and one valid change. */
import { inCluster, inNamespace } from '../../../tools/conformance/steps.ts'

export interface SampleKind {
  /** `deployments.apps/v1` */
  readonly resource: string
  readonly kind: string
  readonly apiVersion: string
  readonly isNamespaced: boolean
  /** The object without its type and metadata. */
  readonly body: object
  /** A merge patch that changes it. */
  readonly change: object
  /** A merge patch of the `/status` subresource. Absent if the kind has none. */
  readonly status?: object
  /** For kinds with constraints on their names. */
  readonly name?: string
  /** A text in the object once the server itself has written to it. */
  readonly settles?: string
}

const labels = { app: 'a' }
const container = { name: 'c', image: 'i:1' }
const template = { metadata: { labels }, spec: { containers: [container] } }
const selector = { matchLabels: labels }
const once = { spec: { restartPolicy: 'Never', containers: [container] } }
const labelled = { metadata: { labels: { changed: 'yes' } } }
const replicas = { spec: { replicas: 2 } }
const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] }
const webhook = {
  name: 'w.example.dev',
  clientConfig: { url: 'https://127.0.0.1:1/w' },
  rules: [rule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  failurePolicy: 'Ignore',
}
const condition = (type: string) => ({
  type,
  status: 'True',
  reason: 'R',
  message: 'm',
  lastTransitionTime: '2001-01-01T00:00:00Z',
})

type Row = [resource: string, kind: string, body: object, change: object, status?: object | undefined, name?: string]

const namespaced: readonly Row[] = [
  ['configmaps', 'ConfigMap', { data: { a: 'b' } }, { data: { a: 'c' } }],
  ['secrets', 'Secret', { stringData: { a: 'b' } }, { stringData: { a: 'c' } }],
  ['serviceaccounts', 'ServiceAccount', {}, { imagePullSecrets: [{ name: 'p' }] }],
  [
    'services',
    'Service',
    { spec: { ports: [{ port: 80 }], clusterIP: 'None', selector: labels } },
    { spec: { ports: [{ port: 81 }] } },
    { status: { conditions: [condition('X')] } },
  ],
  [
    'endpoints',
    'Endpoints',
    { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }] },
    { subsets: [] },
  ],
  [
    'events',
    'Event',
    { involvedObject: { kind: 'Pod', name: 'p', namespace: '{ns}' }, reason: 'R', message: 'm', type: 'Normal' },
    { message: 'n' },
  ],
  [
    'limitranges',
    'LimitRange',
    { spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] } },
    { spec: { limits: [{ type: 'Container', default: { cpu: '2' } }] } },
  ],
  [
    'resourcequotas',
    'ResourceQuota',
    { spec: { hard: { 'count/widgets.example.dev': '5' } } },
    { spec: { hard: { 'count/widgets.example.dev': '6' } } },
    { status: { hard: { pods: '1' } } },
  ],
  [
    'pods',
    'Pod',
    { spec: { containers: [container] } },
    { spec: { containers: [{ ...container, image: 'i:2' }] } },
    { status: { phase: 'Running' } },
  ],
  ['podtemplates', 'PodTemplate', { template }, { template: { metadata: { labels: { b: 'c' } } } }],
  [
    'replicationcontrollers',
    'ReplicationController',
    { spec: { selector: labels, template } },
    replicas,
    { status: { replicas: 1 } },
  ],
  [
    'persistentvolumeclaims',
    'PersistentVolumeClaim',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    labelled,
    { status: { phase: 'Lost' } },
  ],
  [
    'deployments.apps/v1',
    'Deployment',
    { spec: { selector, template } },
    replicas,
    { status: { replicas: 1, observedGeneration: 1 } },
  ],
  ['replicasets.apps/v1', 'ReplicaSet', { spec: { selector, template } }, replicas, { status: { replicas: 1 } }],
  [
    'statefulsets.apps/v1',
    'StatefulSet',
    { spec: { selector, template, serviceName: 's' } },
    replicas,
    { status: { replicas: 1 } },
  ],
  [
    'daemonsets.apps/v1',
    'DaemonSet',
    { spec: { selector, template } },
    { spec: { minReadySeconds: 5 } },
    { status: { numberReady: 1, currentNumberScheduled: 1, desiredNumberScheduled: 1, numberMisscheduled: 0 } },
  ],
  ['controllerrevisions.apps/v1', 'ControllerRevision', { data: { a: 1 }, revision: 1 }, { revision: 2 }],
  [
    'jobs.batch/v1',
    'Job',
    { spec: { template: once } },
    { spec: { parallelism: 3 } },
    { status: { active: 1, startTime: '2001-01-01T00:00:00Z' } },
  ],
  [
    'cronjobs.batch/v1',
    'CronJob',
    { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: once } } } },
    { spec: { suspend: true } },
    { status: { lastScheduleTime: '2001-01-01T00:00:00Z' } },
  ],
  [
    'horizontalpodautoscalers.autoscaling/v2',
    'HorizontalPodAutoscaler',
    { spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 5 } },
    { spec: { maxReplicas: 6 } },
    { status: { desiredReplicas: 2, currentReplicas: 1 } },
  ],
  [
    'horizontalpodautoscalers.autoscaling/v1',
    'HorizontalPodAutoscaler',
    {
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
        maxReplicas: 5,
        targetCPUUtilizationPercentage: 50,
      },
    },
    { spec: { maxReplicas: 6 } },
    { status: { desiredReplicas: 2, currentReplicas: 1 } },
  ],
  [
    'leases.coordination.k8s.io/v1',
    'Lease',
    { spec: { holderIdentity: 'h', leaseDurationSeconds: 15, renewTime: '2001-01-01T00:00:00.000000Z' } },
    { spec: { holderIdentity: 'i' } },
  ],
  [
    'endpointslices.discovery.k8s.io/v1',
    'EndpointSlice',
    { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }], ports: [{ port: 80 }] },
    { endpoints: [{ addresses: ['10.1.2.4'] }] },
  ],
  [
    'events.events.k8s.io/v1',
    'Event',
    {
      eventTime: '2001-01-01T00:00:00.000000Z',
      reportingController: 'example.dev/c',
      reportingInstance: 'i',
      action: 'A',
      reason: 'R',
      type: 'Normal',
      note: 'n',
      regarding: { kind: 'Pod', name: 'p', namespace: '{ns}' },
    },
    { series: { count: 2, lastObservedTime: '2001-01-01T00:00:00.000000Z' } },
  ],
  [
    'ingresses.networking.k8s.io/v1',
    'Ingress',
    {
      spec: {
        rules: [
          {
            host: 'a.example.dev',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }],
            },
          },
        ],
      },
    },
    { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } },
  ],
  [
    'networkpolicies.networking.k8s.io/v1',
    'NetworkPolicy',
    { spec: { podSelector: selector } },
    { spec: { policyTypes: ['Ingress', 'Egress'] } },
  ],
  [
    'poddisruptionbudgets.policy/v1',
    'PodDisruptionBudget',
    { spec: { selector, minAvailable: 1 } },
    { spec: { minAvailable: 2 } },
    { status: { disruptionsAllowed: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 } },
  ],
  [
    'roles.rbac.authorization.k8s.io/v1',
    'Role',
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }] },
  ],
  [
    'rolebindings.rbac.authorization.k8s.io/v1',
    'RoleBinding',
    {
      roleRef: { kind: 'ClusterRole', name: 'view', apiGroup: 'rbac.authorization.k8s.io' },
      subjects: [{ kind: 'User', name: 'u' }],
    },
    { subjects: [{ kind: 'Group', name: 'g' }] },
  ],
  [
    'resourceclaims.resource.k8s.io/v1',
    'ResourceClaim',
    { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd.example.dev' } }] } } },
    labelled,
  ],
  [
    'resourceclaimtemplates.resource.k8s.io/v1',
    'ResourceClaimTemplate',
    { spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'd.example.dev' } }] } } } },
    labelled,
  ],
  [
    'csistoragecapacities.storage.k8s.io/v1',
    'CSIStorageCapacity',
    { storageClassName: 's', capacity: '1Gi' },
    { capacity: '2Gi' },
  ],
]

const clusterWide: readonly Row[] = [
  ['namespaces', 'Namespace', {}, labelled, { status: { conditions: [condition('X')] } }],
  ['nodes', 'Node', {}, { spec: { unschedulable: true } }, { status: { capacity: { cpu: '2' } } }],
  [
    'persistentvolumes',
    'PersistentVolume',
    { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/tmp' } } },
    { spec: { persistentVolumeReclaimPolicy: 'Delete' } },
    { status: { phase: 'Available' } },
  ],
  [
    'mutatingwebhookconfigurations.admissionregistration.k8s.io/v1',
    'MutatingWebhookConfiguration',
    { webhooks: [webhook] },
    { webhooks: [{ ...webhook, timeoutSeconds: 5 }] },
  ],
  [
    'validatingwebhookconfigurations.admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    { webhooks: [webhook] },
    { webhooks: [{ ...webhook, timeoutSeconds: 5 }] },
  ],
  [
    'validatingadmissionpolicies.admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicy',
    { spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] } },
    { spec: { failurePolicy: 'Ignore' } },
    { status: { observedGeneration: 1 } },
  ],
  [
    'validatingadmissionpolicybindings.admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicyBinding',
    { spec: { policyName: '{id}-none', validationActions: ['Deny'] } },
    { spec: { validationActions: ['Warn'] } },
  ],
  [
    'mutatingadmissionpolicies.admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicy',
    {
      spec: {
        matchConstraints: { resourceRules: [rule] },
        reinvocationPolicy: 'Never',
        mutations: [
          { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "test", path: "/kind", value: "X"}]' } },
        ],
      },
    },
    { spec: { failurePolicy: 'Ignore' } },
  ],
  [
    'mutatingadmissionpolicybindings.admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicyBinding',
    { spec: { policyName: '{id}-none' } },
    labelled,
  ],
  [
    'certificatesigningrequests.certificates.k8s.io/v1',
    'CertificateSigningRequest',
    {
      spec: {
        request:
          'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITk1IVUNBUUF3RXpFUk1BOEdBMVVFQXd3SWMyOXRaV0p2Wkhrd1dUQVRCZ2NxaGtqT1BRSUJCZ2dxaGtqTwpQUU1CQndOQ0FBUjMybVl1Z09qd1p0LzVHQkU3RVZmeG44R3ZZajFKZ2pLN2hldzRhQmNtYTkyVlQyOHRyYkgvCnhoRWVxWGtheEU4RzdKMU5DYjc0bStxUUtNVzd3anNWb0FBd0NnWUlLb1pJemowRUF3SURTQUF3UlFJZ0VuR3AKR1NtYldGUjNXYW5pSnV3RXFBY0MwUS9ManZHTVRBeHZzWmF5YlpRQ0lRQzlQeEtLdHpTTG1CMkxBYWw2bTRlVAoyczV3eUswZmhkKzRkMFdDUTlGVC9nPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==',
        signerName: 'example.dev/s',
        usages: ['client auth'],
      },
    },
    labelled,
  ],
  [
    'flowschemas.flowcontrol.apiserver.k8s.io/v1',
    'FlowSchema',
    { spec: { priorityLevelConfiguration: { name: 'global-default' }, matchingPrecedence: 9999 } },
    { spec: { matchingPrecedence: 9998 } },
  ],
  [
    'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io/v1',
    'PriorityLevelConfiguration',
    { spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } } },
    { spec: { limited: { nominalConcurrencyShares: 2 } } },
  ],
  ['ingressclasses.networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.dev/c' } }, labelled],
  ['runtimeclasses.node.k8s.io/v1', 'RuntimeClass', { handler: 'h' }, labelled],
  [
    'clusterroles.rbac.authorization.k8s.io/v1',
    'ClusterRole',
    { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] },
    { rules: [{ nonResourceURLs: ['/y'], verbs: ['get'] }] },
  ],
  [
    'clusterrolebindings.rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    {
      roleRef: { kind: 'ClusterRole', name: 'view', apiGroup: 'rbac.authorization.k8s.io' },
      subjects: [{ kind: 'ServiceAccount', name: 's', namespace: 'n' }],
    },
    { subjects: [{ kind: 'Group', name: '{id}' }] },
  ],
  [
    'deviceclasses.resource.k8s.io/v1',
    'DeviceClass',
    { spec: {} },
    { spec: { selectors: [{ cel: { expression: 'true' } }] } },
  ],
  [
    'resourceslices.resource.k8s.io/v1',
    'ResourceSlice',
    { spec: { driver: 'd.example.dev', pool: { name: 'p', resourceSliceCount: 1, generation: 1 }, allNodes: true } },
    { spec: { devices: [{ name: 'x' }] } },
  ],
  ['priorityclasses.scheduling.k8s.io/v1', 'PriorityClass', { value: 7 }, { description: 'd' }],
  [
    'storageclasses.storage.k8s.io/v1',
    'StorageClass',
    { provisioner: 'example.dev/p' },
    { allowVolumeExpansion: true },
  ],
  ['csidrivers.storage.k8s.io/v1', 'CSIDriver', { spec: {} }, { spec: { requiresRepublish: true } }],
  [
    'csinodes.storage.k8s.io/v1',
    'CSINode',
    { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } },
    { spec: { drivers: [] } },
  ],
  [
    'volumeattachments.storage.k8s.io/v1',
    'VolumeAttachment',
    { spec: { attacher: 'a.example.dev', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
    labelled,
    { status: { attached: true } },
  ],
  [
    'volumeattributesclasses.storage.k8s.io/v1',
    'VolumeAttributesClass',
    { driverName: 'd.example.dev', parameters: { a: 'b' } },
    labelled,
  ],
  [
    'apiservices.apiregistration.k8s.io/v1',
    'APIService',
    {
      spec: {
        group: '{id}.example.dev',
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 10,
        service: { name: 's', namespace: 'n' },
        insecureSkipTLSVerify: true,
      },
    },
    { spec: { versionPriority: 11 } },
    undefined,
    'v1.{id}.example.dev',
  ],
  [
    'customresourcedefinitions.apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    {
      spec: {
        group: '{id}.example.dev',
        scope: 'Namespaced',
        names: { plural: 'gadgets', kind: 'Gadget' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    },
    labelled,
    undefined,
    'gadgets.{id}.example.dev',
  ],
]

/** Kinds that controllers inside the server write to. */
const settled: Readonly<Record<string, string>> = {
  CustomResourceDefinition: '"type":"Established","status":"True"',
  APIService: 'ServiceNotFound',
  FlowSchema: 'Dangling',
}

function toKind(isNamespaced: boolean) {
  return ([resource, kind, body, change, status, name]: Row): SampleKind => {
    const [, group] = /^[^.]+\.(.+)$/.exec(resource) ?? []
    return {
      resource,
      kind,
      apiVersion: group ?? 'v1',
      isNamespaced,
      body,
      change,
      ...(status ? { status } : {}),
      ...(name ? { name } : {}),
      ...(settled[kind] ? { settles: settled[kind] } : {}),
    }
  }
}

export const sampleKinds: readonly SampleKind[] = [...namespaced.map(toKind(true)), ...clusterWide.map(toKind(false))]

/** The name of the object: cluster-scoped ones must not collide with those of other cases. */
export function nameOf({ isNamespaced, name }: SampleKind): string {
  return name ?? (isNamespaced ? 'a' : '{id}')
}

export function collectionOf({ isNamespaced, resource }: SampleKind): string {
  return isNamespaced ? inNamespace(resource) : inCluster(resource)
}

export function pathOf(sample: SampleKind): string {
  return `${collectionOf(sample)}/${nameOf(sample)}`
}

export function objectOf(sample: SampleKind, metadata: object = {}): object {
  const { apiVersion, kind, body } = sample
  return { apiVersion, kind, metadata: { name: nameOf(sample), ...metadata }, ...body }
}

/** `Deployment`, or with its version if two share a kind. */
export function titleOf({ kind, apiVersion }: SampleKind): string {
  return kind === 'Event' || kind === 'HorizontalPodAutoscaler' ? `${kind} of ${apiVersion}` : kind
}
