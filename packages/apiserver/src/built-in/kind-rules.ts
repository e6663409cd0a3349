/** What is particular to single built-in kinds, as tables: who counts generations, who may be overwritten blindly, and so on. */

/** Kinds whose `metadata.generation` counts changes of what is wanted. */
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

/** Kinds that a PUT must name the version of. */
const conditional = kindSet(`
  apiextensions.k8s.io: CustomResourceDefinition
  apiregistration.k8s.io: APIService
  coordination.k8s.io: Lease
  policy: PodDisruptionBudget
  node.k8s.io: RuntimeClass
  storage.k8s.io: CSIDriver CSINode CSIStorageCapacity VolumeAttachment
  admissionregistration.k8s.io: MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
`)

/** Kinds that a PUT creates when they are not there. */
const createdByUpdate = kindSet(`
  coordination.k8s.io: Lease
  rbac.authorization.k8s.io: Role RoleBinding ClusterRole ClusterRoleBinding
  : Event Endpoints Service LimitRange
  events.k8s.io: Event
  node.k8s.io: RuntimeClass
`)

/** Kinds whose deletion answers with the object. */
const returned = kindSet(`
  : Pod Service Namespace PersistentVolume PersistentVolumeClaim ServiceAccount PodTemplate ResourceQuota
  storage.k8s.io: CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass
  resource.k8s.io: DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
`)

/** Kinds whose dependents stay unless the caller says otherwise. */
const orphaning = kindSet(`
  : ReplicationController
  batch: Job
`)

/** Kinds the garbage collector takes no notice of. */
const uncollected = kindSet(`
  : Event
  apiextensions.k8s.io: CustomResourceDefinition
  events.k8s.io: Event
`)

/** Kinds whose names become a segment of a path and nothing more. */
const pathNamed = kindSet(`
  apiregistration.k8s.io: APIService
  rbac.authorization.k8s.io: Role RoleBinding ClusterRole ClusterRoleBinding
`)

/** Kinds whose names are one DNS label. */
const labelNamed = kindSet(`
  : Namespace Service
  apps: StatefulSet
`)

/** Groups that look at finalizers no closer than custom resources do. */
const laxGroups: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'policy',
])

/**
 * What kinds check of the metadata of an update besides what the server itself checks of all of them: how it changed, what it
 * is, or both in one order or the other. It makes no difference but to how often a problem is listed. Any other: how it
 * changed.
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

/** What a write of the status never comes to own, where that is more than the spec; mostly because it is put back. */
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

/** What nobody comes to own by writing the object itself, beside its status. */
const ownResets: Readonly<Record<string, readonly string[]>> = {
  'certificates.k8s.io:CertificateSigningRequest': ['spec'],
}

/** Kinds that are created together with their status: those who make a node say at once what it has. */
const bornWithStatus = kindSet(`
  : Node
`)

/** Kinds whose controllers change metadata by writing the status. */
const openStatuses = kindSet(`
  apiextensions.k8s.io: CustomResourceDefinition
`)

export type MetaCheck = 'change' | 'state'

export interface BuiltInRules {
  readonly metaChecks: readonly MetaCheck[]
  readonly statusResets: readonly string[]
  /** Whether a write of the status really puts these back. */
  readonly hasClosedStatus: boolean
  readonly ownResets: readonly string[]
  /** Whether a status that comes with a new object stays. */
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

/** One line a group, the core group's name being empty: `apps: Deployment ReplicaSet`. */
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
