/** Tables of per-kind differences: generation, unconditional updates, deletion, names, and so on. */

/** Kinds whose `metadata.generation` counts changes of the desired state. */
const counted = kindSet(`
  apps: Deployment ReplicaSet DaemonSet StatefulSet
  : ReplicationController Pod PodTemplate
  batch: Job CronJob
  policy: PodDisruptionBudget
  networking.k8s.io: Ingress IngressClass NetworkPolicy
  discovery.k8s.io: EndpointSlice
  scheduling.k8s.io: PriorityClass
  flowcontrol.apiserver.k8s.io: FlowSchema PriorityLevelConfiguration
  resource.k8s.io: ResourceSlice DeviceClass
  admissionregistration.k8s.io: MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
  apiextensions.k8s.io: CustomResourceDefinition
`)

/** Kinds for which a PUT must have a resourceVersion. */
const conditional = kindSet(`
  apiextensions.k8s.io: CustomResourceDefinition
  apiregistration.k8s.io: APIService
  coordination.k8s.io: Lease
  policy: PodDisruptionBudget
  node.k8s.io: RuntimeClass
  storage.k8s.io: CSIDriver CSINode CSIStorageCapacity VolumeAttachment
  admissionregistration.k8s.io: MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
`)

/** Kinds that a PUT creates if they do not exist. */
const createdByUpdate = kindSet(`
  coordination.k8s.io: Lease
  rbac.authorization.k8s.io: Role RoleBinding ClusterRole ClusterRoleBinding
  : Event Endpoints Service LimitRange
  events.k8s.io: Event
  node.k8s.io: RuntimeClass
`)

/** Kinds whose deletion returns the object. */
const returned = kindSet(`
  : Pod Service Namespace PersistentVolume PersistentVolumeClaim ServiceAccount PodTemplate ResourceQuota
  storage.k8s.io: CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass
  resource.k8s.io: DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
`)

/** Kinds whose dependents are orphaned by default. */
const orphaning = kindSet(`
  : ReplicationController
  batch: Job
`)

/** Kinds that the garbage collector ignores. */
const uncollected = kindSet(`
  : Event
  apiextensions.k8s.io: CustomResourceDefinition
  events.k8s.io: Event
`)

/** Kinds whose names only have to be valid path segments. */
const pathNamed = kindSet(`
  apiregistration.k8s.io: APIService
  rbac.authorization.k8s.io: Role RoleBinding ClusterRole ClusterRoleBinding
`)

/** Kinds whose names are DNS labels. */
const labelNamed = kindSet(`
  : Namespace Service
  apps: StatefulSet
`)

/** Groups that validate finalizers no more strictly than custom resources do. */
const laxGroups: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'policy',
])

/**
 * Checks of the metadata that kinds repeat on update, besides the server's common ones: its change, its state, or both in
 * either order. They affect only how often a problem is listed. Kinds that are not listed check the change.
 */
const checkedAgain: readonly (readonly [readonly MetaCheck[], ReadonlySet<string>])[] = [
  [
    ['change', 'state'],
    kindSet(`
      : ConfigMap Secret Pod ServiceAccount PersistentVolumeClaim Endpoints
      networking.k8s.io: Ingress
      node.k8s.io: RuntimeClass
    `),
  ],
  [
    ['state', 'change'],
    kindSet(`
      : Namespace Node
      batch: Job
      rbac.authorization.k8s.io: Role RoleBinding ClusterRole ClusterRoleBinding
      storage.k8s.io: StorageClass
    `),
  ],
  [
    ['state'],
    kindSet(`
      : LimitRange
      discovery.k8s.io: EndpointSlice
      flowcontrol.apiserver.k8s.io: FlowSchema PriorityLevelConfiguration
      admissionregistration.k8s.io: MutatingWebhookConfiguration ValidatingWebhookConfiguration
    `),
  ],
  [
    [],
    kindSet(`
      : Event
      events.k8s.io: Event
      policy: PodDisruptionBudget
    `),
  ],
]

/** Fields that a write of the status never owns, where they are more than the spec; mostly because they are restored. */
const statusResets: Readonly<Record<string, readonly string[]>> = {
  ':Pod': ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'],
  'apps:Deployment': ['spec', 'metadata.labels'],
  'certificates.k8s.io:CertificateSigningRequest': ['spec', 'status.conditions'],
  'networking.k8s.io:ServiceCIDR': ['metadata', 'spec'],
  'resource.k8s.io:ResourceClaim': ['metadata', 'spec'],
  'storage.k8s.io:VolumeAttachment': ['metadata', 'spec'],
  'flowcontrol.apiserver.k8s.io:FlowSchema': ['metadata', 'spec'],
  'flowcontrol.apiserver.k8s.io:PriorityLevelConfiguration': ['metadata', 'spec'],
  'admissionregistration.k8s.io:ValidatingAdmissionPolicy': ['metadata', 'spec'],
  'apiextensions.k8s.io:CustomResourceDefinition': ['metadata', 'spec'],
  'apiregistration.k8s.io:APIService': ['metadata', 'spec'],
}

/** Fields that a write of the object itself never owns, besides its status. */
const ownResets: Readonly<Record<string, readonly string[]>> = {
  'certificates.k8s.io:CertificateSigningRequest': ['spec'],
}

/** Kinds that are created with their status: a kubelet registers its node together with its capacity. */
const bornWithStatus = kindSet(`
  : Node
`)

/** Kinds whose controllers change metadata through the status subresource. */
const openStatuses = kindSet(`
  apiextensions.k8s.io: CustomResourceDefinition
`)

export type MetaCheck = 'change' | 'state'

export interface BuiltInRules {
  readonly metaChecks: readonly MetaCheck[]
  readonly statusResets: readonly string[]
  /** Whether a write of the status restores the `statusResets`. */
  readonly hasClosedStatus: boolean
  readonly ownResets: readonly string[]
  /** Whether a create keeps the status. */
  readonly isBornWithStatus: boolean
  readonly checksFinalizers: boolean
  readonly countsGeneration: boolean
  readonly updatesUnconditionally: boolean
  readonly createsOnUpdate: boolean
  readonly returnsDeleted: boolean
  readonly defaultPropagation: 'Background' | 'Orphan'
  readonly isCollected: boolean
  readonly nameRule: 'pathSegment' | 'dns1123Label' | 'dns1123Subdomain'
}

export function rulesFor(group: string, kind: string): BuiltInRules {
  const name = `${group}:${kind}`
  return {
    metaChecks: checkedAgain.find(([, kinds]) => kinds.has(name))?.[0] ?? ['change'],
    statusResets: statusResets[name] ?? ['spec'],
    hasClosedStatus: !openStatuses.has(name),
    ownResets: ownResets[name] ?? [],
    isBornWithStatus: bornWithStatus.has(name),
    checksFinalizers: !laxGroups.has(group),
    countsGeneration: counted.has(name),
    updatesUnconditionally: !conditional.has(name),
    createsOnUpdate: createdByUpdate.has(name),
    returnsDeleted: returned.has(name),
    defaultPropagation: orphaning.has(name) ? 'Orphan' : 'Background',
    isCollected: !uncollected.has(name),
    nameRule: pathNamed.has(name) ? 'pathSegment' : labelNamed.has(name) ? 'dns1123Label' : 'dns1123Subdomain',
  }
}

/** One line per group, with an empty name for the core group: `apps: Deployment ReplicaSet`. */
function kindSet(lines: string): ReadonlySet<string> {
  const entries = lines.split('\n').filter((line) => line.includes(':'))
  return new Set(
    entries.flatMap((line) => {
      const [group, kinds] = line.split(':') as [string, string]
      return kinds
        .trim()
        .split(/\s+/)
        .map((kind) => `${group.trim()}:${kind}`)
    }),
  )
}
