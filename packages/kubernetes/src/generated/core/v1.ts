// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, Condition, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, type SubresourceBody, builtIn } from '../../built-in.ts'
import type { TokenRequest, TokenRequestInput } from '../authentication/v1.ts'
import type { Scale, ScaleInput } from '../autoscaling/v1.ts'
import type { IntOrString, MicroTime, Quantity, Time } from '../meta/v1.ts'
import type { Eviction, EvictionInput } from '../policy/v1.ts'

/** `bindings` in `v1`, namespaced. */
export const Binding: BuiltIn<Binding, BindingInput, never> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'Binding',
  plural: 'bindings',
  scope: 'Namespaced',
  verbs: ['create'],
})

export interface Binding {
  readonly apiVersion: 'v1'
  readonly kind: 'Binding'
  /** Nearly empty: the object is answered, not stored. */
  readonly metadata: ObjectMeta
  readonly target: ObjectReference
}

export interface BindingInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'Binding' | undefined
  readonly metadata?: AuthoredMeta | undefined
  readonly target: ObjectReference
}

/** `componentstatuses`, `cs` in `v1`, cluster-scoped. */
export const ComponentStatus: BuiltIn<ComponentStatus, never, never> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'ComponentStatus',
  plural: 'componentstatuses',
  scope: 'Cluster',
  shortNames: ['cs'],
  verbs: ['get', 'list'],
})

export interface ComponentStatus {
  readonly apiVersion: 'v1'
  readonly kind: 'ComponentStatus'
  readonly metadata: ObjectMeta
  readonly conditions?: readonly ComponentCondition[] | undefined
}

/** `configmaps`, `cm` in `v1`, namespaced. */
export const ConfigMap: BuiltIn<ConfigMap, ConfigMapInput, never> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  shortNames: ['cm'],
})

export interface ConfigMap {
  readonly apiVersion: 'v1'
  readonly kind: 'ConfigMap'
  readonly metadata: ObjectMeta
  /** Base64. */
  readonly binaryData?: Readonly<Record<string, string>> | undefined
  readonly data?: Readonly<Record<string, string>> | undefined
  readonly immutable?: boolean | undefined
}

export interface ConfigMapInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'ConfigMap' | undefined
  readonly metadata: AuthoredMeta
  /** Base64. */
  readonly binaryData?: Readonly<Record<string, string>> | undefined
  readonly data?: Readonly<Record<string, string>> | undefined
  readonly immutable?: boolean | undefined
}

/** `endpoints`, `ep` in `v1`, namespaced. */
export const Endpoints: BuiltIn<Endpoints, EndpointsInput, never> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  scope: 'Namespaced',
  shortNames: ['ep'],
})

export interface Endpoints {
  readonly apiVersion: 'v1'
  readonly kind: 'Endpoints'
  readonly metadata: ObjectMeta
  readonly subsets?: readonly EndpointSubset[] | undefined
}

export interface EndpointsInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'Endpoints' | undefined
  readonly metadata: AuthoredMeta
  readonly subsets?: readonly EndpointSubset[] | undefined
}

/** `events`, `ev` in `v1`, namespaced. */
export const Event: BuiltIn<Event, EventInput, never> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
  shortNames: ['ev'],
})

export interface Event {
  readonly apiVersion: 'v1'
  readonly kind: 'Event'
  readonly metadata: ObjectMeta
  readonly action?: string | undefined
  readonly count?: number | undefined
  readonly eventTime?: MicroTime | null | undefined
  readonly firstTimestamp?: Time | null | undefined
  readonly involvedObject: ObjectReference
  readonly lastTimestamp?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly related?: ObjectReference | undefined
  readonly reportingComponent?: string | undefined
  readonly reportingInstance?: string | undefined
  readonly series?: EventSeries | undefined
  readonly source?: EventSource | undefined
  readonly type?: string | undefined
}

export interface EventInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'Event' | undefined
  readonly metadata: AuthoredMeta
  readonly action?: string | undefined
  readonly count?: number | undefined
  readonly eventTime?: MicroTime | null | undefined
  readonly firstTimestamp?: Time | null | undefined
  readonly involvedObject: ObjectReference
  readonly lastTimestamp?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly related?: ObjectReference | undefined
  readonly reportingComponent?: string | undefined
  readonly reportingInstance?: string | undefined
  readonly series?: EventSeries | undefined
  readonly source?: EventSource | undefined
  readonly type?: string | undefined
}

/** `limitranges`, `limits` in `v1`, namespaced. */
export const LimitRange: BuiltIn<LimitRange, LimitRangeInput, never> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  scope: 'Namespaced',
  shortNames: ['limits'],
})

export interface LimitRange {
  readonly apiVersion: 'v1'
  readonly kind: 'LimitRange'
  readonly metadata: ObjectMeta
  readonly spec: LimitRangeSpec
}

export interface LimitRangeInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'LimitRange' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: LimitRangeSpec
}

/** `namespaces`, `ns` in `v1`, cluster-scoped. */
export const Namespace: BuiltIn<Namespace, NamespaceInput, NamespaceStatus> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  scope: 'Cluster',
  shortNames: ['ns'],
  subresources: ['finalize', 'status'],
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
})

export interface Namespace {
  readonly apiVersion: 'v1'
  readonly kind: 'Namespace'
  readonly metadata: ObjectMeta
  readonly spec: NamespaceSpec
  readonly status?: NamespaceStatus | undefined
}

export interface NamespaceInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'Namespace' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: NamespaceSpec | undefined
}

/** `nodes`, `no` in `v1`, cluster-scoped. */
export const Node: BuiltIn<Node, NodeInput, NodeStatus> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  scope: 'Cluster',
  shortNames: ['no'],
  subresources: ['proxy', 'status'],
})

export interface Node {
  readonly apiVersion: 'v1'
  readonly kind: 'Node'
  readonly metadata: ObjectMeta
  readonly spec: NodeSpec
  readonly status?: NodeStatus | undefined
}

export interface NodeInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'Node' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: NodeSpec | undefined
}

/** `persistentvolumeclaims`, `pvc` in `v1`, namespaced. */
export const PersistentVolumeClaim: BuiltIn<
  PersistentVolumeClaim,
  PersistentVolumeClaimInput,
  PersistentVolumeClaimStatus
> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  scope: 'Namespaced',
  shortNames: ['pvc'],
  subresources: ['status'],
})

export interface PersistentVolumeClaim {
  readonly apiVersion: 'v1'
  readonly kind: 'PersistentVolumeClaim'
  readonly metadata: ObjectMeta
  readonly spec: PersistentVolumeClaimSpec
  readonly status?: PersistentVolumeClaimStatus | undefined
}

export interface PersistentVolumeClaimInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'PersistentVolumeClaim' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: PersistentVolumeClaimSpec | undefined
}

/** `persistentvolumes`, `pv` in `v1`, cluster-scoped. */
export const PersistentVolume: BuiltIn<
  PersistentVolume,
  PersistentVolumeInput,
  PersistentVolumeStatus
> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  scope: 'Cluster',
  shortNames: ['pv'],
  subresources: ['status'],
})

export interface PersistentVolume {
  readonly apiVersion: 'v1'
  readonly kind: 'PersistentVolume'
  readonly metadata: ObjectMeta
  readonly spec: PersistentVolumeSpec
  readonly status?: PersistentVolumeStatus | undefined
}

export interface PersistentVolumeInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'PersistentVolume' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: PersistentVolumeSpec | undefined
}

/** `pods`, `po` in `v1`, namespaced. */
export const Pod: BuiltIn<
  Pod,
  PodInput,
  PodStatus,
  { readonly binding: SubresourceBody<Binding, BindingInput>; readonly eviction: SubresourceBody<Eviction, EvictionInput> }
> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
  shortNames: ['po'],
  categories: ['all'],
  subresources: ['attach', 'binding', 'ephemeralcontainers', 'eviction', 'exec', 'log', 'portforward', 'proxy', 'resize', 'status'],
})

export interface Pod {
  readonly apiVersion: 'v1'
  readonly kind: 'Pod'
  readonly metadata: ObjectMeta
  readonly spec: PodSpec
  readonly status?: PodStatus | undefined
}

export interface PodInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'Pod' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: PodSpec
}

/** `podtemplates` in `v1`, namespaced. */
export const PodTemplate: BuiltIn<PodTemplate, PodTemplateInput, never> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  scope: 'Namespaced',
})

export interface PodTemplate {
  readonly apiVersion: 'v1'
  readonly kind: 'PodTemplate'
  readonly metadata: ObjectMeta
  readonly template: PodTemplateSpec
}

export interface PodTemplateInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'PodTemplate' | undefined
  readonly metadata: AuthoredMeta
  readonly template: PodTemplateSpec
}

/** `replicationcontrollers`, `rc` in `v1`, namespaced. */
export const ReplicationController: BuiltIn<
  ReplicationController,
  ReplicationControllerInput,
  ReplicationControllerStatus,
  { readonly scale: SubresourceBody<Scale, ScaleInput> }
> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  scope: 'Namespaced',
  shortNames: ['rc'],
  categories: ['all'],
  subresources: ['scale', 'status'],
})

export interface ReplicationController {
  readonly apiVersion: 'v1'
  readonly kind: 'ReplicationController'
  readonly metadata: ObjectMeta
  readonly spec: ReplicationControllerSpec
  readonly status?: ReplicationControllerStatus | undefined
}

export interface ReplicationControllerInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'ReplicationController' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: ReplicationControllerSpec | undefined
}

/** `resourcequotas`, `quota` in `v1`, namespaced. */
export const ResourceQuota: BuiltIn<ResourceQuota, ResourceQuotaInput, ResourceQuotaStatus> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  scope: 'Namespaced',
  shortNames: ['quota'],
  subresources: ['status'],
})

export interface ResourceQuota {
  readonly apiVersion: 'v1'
  readonly kind: 'ResourceQuota'
  readonly metadata: ObjectMeta
  readonly spec: ResourceQuotaSpec
  readonly status?: ResourceQuotaStatus | undefined
}

export interface ResourceQuotaInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'ResourceQuota' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: ResourceQuotaSpec | undefined
}

/** `secrets` in `v1`, namespaced. */
export const Secret: BuiltIn<Secret, SecretInput, never> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
})

export interface Secret {
  readonly apiVersion: 'v1'
  readonly kind: 'Secret'
  readonly metadata: ObjectMeta
  /** Base64. */
  readonly data?: Readonly<Record<string, string>> | undefined
  readonly immutable?: boolean | undefined
  readonly type?: string | undefined
}

export interface SecretInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'Secret' | undefined
  readonly metadata: AuthoredMeta
  /** Base64. */
  readonly data?: Readonly<Record<string, string>> | undefined
  readonly immutable?: boolean | undefined
  readonly stringData?: Readonly<Record<string, string>> | undefined
  readonly type?: string | undefined
}

/** `serviceaccounts`, `sa` in `v1`, namespaced. */
export const ServiceAccount: BuiltIn<
  ServiceAccount,
  ServiceAccountInput,
  never,
  { readonly token: SubresourceBody<TokenRequest, TokenRequestInput> }
> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  scope: 'Namespaced',
  shortNames: ['sa'],
  subresources: ['token'],
})

export interface ServiceAccount {
  readonly apiVersion: 'v1'
  readonly kind: 'ServiceAccount'
  readonly metadata: ObjectMeta
  readonly automountServiceAccountToken?: boolean | undefined
  readonly imagePullSecrets?: readonly LocalObjectReference[] | undefined
  readonly secrets?: readonly ObjectReference[] | undefined
}

export interface ServiceAccountInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'ServiceAccount' | undefined
  readonly metadata: AuthoredMeta
  readonly automountServiceAccountToken?: boolean | undefined
  readonly imagePullSecrets?: readonly LocalObjectReference[] | undefined
  readonly secrets?: readonly ObjectReference[] | undefined
}

/** `services`, `svc` in `v1`, namespaced. */
export const Service: BuiltIn<Service, ServiceInput, ServiceStatus> = /*#__PURE__*/ builtIn({
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  scope: 'Namespaced',
  shortNames: ['svc'],
  categories: ['all'],
  subresources: ['proxy', 'status'],
})

export interface Service {
  readonly apiVersion: 'v1'
  readonly kind: 'Service'
  readonly metadata: ObjectMeta
  readonly spec: ServiceSpec
  readonly status?: ServiceStatus | undefined
}

export interface ServiceInput {
  readonly apiVersion?: 'v1' | undefined
  readonly kind?: 'Service' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: ServiceSpec | undefined
}

export interface AWSElasticBlockStoreVolumeSource {
  readonly fsType?: string | undefined
  readonly partition?: number | undefined
  readonly readOnly?: boolean | undefined
  readonly volumeID: string
}

export interface Affinity {
  readonly nodeAffinity?: NodeAffinity | undefined
  readonly podAffinity?: PodAffinity | undefined
  readonly podAntiAffinity?: PodAntiAffinity | undefined
}

export interface AppArmorProfile {
  readonly localhostProfile?: string | undefined
  readonly type: 'Localhost' | 'RuntimeDefault' | 'Unconfined'
}

export interface AttachedVolume {
  readonly devicePath: string
  readonly name: string
}

export interface AzureDiskVolumeSource {
  /** @default 'ReadWrite' */
  readonly cachingMode?: 'None' | 'ReadOnly' | 'ReadWrite' | undefined
  readonly diskName: string
  readonly diskURI: string
  /** @default 'ext4' */
  readonly fsType?: string | undefined
  /** @default 'Shared' */
  readonly kind?: 'Dedicated' | 'Managed' | 'Shared' | undefined
  readonly readOnly?: boolean | undefined
}

export interface AzureFilePersistentVolumeSource {
  readonly readOnly?: boolean | undefined
  readonly secretName: string
  readonly secretNamespace?: string | null | undefined
  readonly shareName: string
}

export interface AzureFileVolumeSource {
  readonly readOnly?: boolean | undefined
  readonly secretName: string
  readonly shareName: string
}

export interface CSIPersistentVolumeSource {
  readonly controllerExpandSecretRef?: SecretReference | undefined
  readonly controllerPublishSecretRef?: SecretReference | undefined
  readonly driver: string
  readonly fsType?: string | undefined
  readonly nodeExpandSecretRef?: SecretReference | undefined
  readonly nodePublishSecretRef?: SecretReference | undefined
  readonly nodeStageSecretRef?: SecretReference | undefined
  readonly readOnly?: boolean | undefined
  readonly volumeAttributes?: Readonly<Record<string, string>> | undefined
  readonly volumeHandle: string
}

export interface CSIVolumeSource {
  readonly driver: string
  readonly fsType?: string | undefined
  readonly nodePublishSecretRef?: LocalObjectReference | undefined
  readonly readOnly?: boolean | undefined
  readonly volumeAttributes?: Readonly<Record<string, string>> | undefined
}

export interface Capabilities {
  readonly add?: readonly string[] | undefined
  readonly drop?: readonly string[] | undefined
}

export interface CephFSPersistentVolumeSource {
  readonly monitors: readonly string[]
  readonly path?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretFile?: string | undefined
  readonly secretRef?: SecretReference | undefined
  readonly user?: string | undefined
}

export interface CephFSVolumeSource {
  readonly monitors: readonly string[]
  readonly path?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretFile?: string | undefined
  readonly secretRef?: LocalObjectReference | undefined
  readonly user?: string | undefined
}

export interface CinderPersistentVolumeSource {
  readonly fsType?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: SecretReference | undefined
  readonly volumeID: string
}

export interface CinderVolumeSource {
  readonly fsType?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: LocalObjectReference | undefined
  readonly volumeID: string
}

export interface ClientIPConfig {
  readonly timeoutSeconds?: number | undefined
}

export interface ClusterTrustBundleProjection {
  readonly labelSelector?: LabelSelector | undefined
  readonly name?: string | undefined
  readonly optional?: boolean | undefined
  readonly path: string
  readonly signerName?: string | undefined
}

export interface ComponentCondition {
  readonly error?: string | undefined
  readonly message?: string | undefined
  readonly status: string
  readonly type: string
}

export interface ConfigMapEnvSource {
  readonly name?: string | undefined
  readonly optional?: boolean | undefined
}

export interface ConfigMapKeySelector {
  readonly key: string
  readonly name?: string | undefined
  readonly optional?: boolean | undefined
}

export interface ConfigMapNodeConfigSource {
  readonly kubeletConfigKey: string
  readonly name: string
  readonly namespace: string
  readonly resourceVersion?: string | undefined
  readonly uid?: string | undefined
}

export interface ConfigMapProjection {
  readonly items?: readonly KeyToPath[] | undefined
  readonly name?: string | undefined
  readonly optional?: boolean | undefined
}

export interface ConfigMapVolumeSource {
  readonly defaultMode?: number | undefined
  readonly items?: readonly KeyToPath[] | undefined
  readonly name?: string | undefined
  readonly optional?: boolean | undefined
}

export interface Container {
  readonly args?: readonly string[] | undefined
  readonly command?: readonly string[] | undefined
  readonly env?: readonly EnvVar[] | undefined
  readonly envFrom?: readonly EnvFromSource[] | undefined
  readonly image?: string | undefined
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never' | undefined
  readonly lifecycle?: Lifecycle | undefined
  readonly livenessProbe?: Probe | undefined
  readonly name: string
  readonly ports?: readonly ContainerPort[] | undefined
  readonly readinessProbe?: Probe | undefined
  readonly resizePolicy?: readonly ContainerResizePolicy[] | undefined
  readonly resources?: ResourceRequirements | undefined
  readonly restartPolicy?: string | undefined
  readonly restartPolicyRules?: readonly ContainerRestartRule[] | undefined
  readonly securityContext?: SecurityContext | undefined
  readonly startupProbe?: Probe | undefined
  readonly stdin?: boolean | undefined
  readonly stdinOnce?: boolean | undefined
  readonly terminationMessagePath?: string | undefined
  readonly terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File' | undefined
  readonly tty?: boolean | undefined
  readonly volumeDevices?: readonly VolumeDevice[] | undefined
  readonly volumeMounts?: readonly VolumeMount[] | undefined
  readonly workingDir?: string | undefined
}

export interface ContainerExtendedResourceRequest {
  readonly containerName: string
  readonly requestName: string
  readonly resourceName: string
}

export interface ContainerImage {
  readonly names?: readonly string[] | null | undefined
  readonly sizeBytes?: number | undefined
}

export interface ContainerPort {
  readonly containerPort: number
  readonly hostIP?: string | undefined
  readonly hostPort?: number | undefined
  readonly name?: string | undefined
  /** @default 'TCP' */
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP' | undefined
}

export interface ContainerResizePolicy {
  readonly resourceName: string
  readonly restartPolicy: string
}

export interface ContainerRestartRule {
  readonly action: string
  readonly exitCodes?: ContainerRestartRuleOnExitCodes | undefined
}

export interface ContainerRestartRuleOnExitCodes {
  readonly operator: string
  readonly values?: readonly number[] | undefined
}

export interface ContainerState {
  readonly running?: ContainerStateRunning | undefined
  readonly terminated?: ContainerStateTerminated | undefined
  readonly waiting?: ContainerStateWaiting | undefined
}

export interface ContainerStateRunning {
  readonly startedAt?: Time | null | undefined
}

export interface ContainerStateTerminated {
  readonly containerID?: string | undefined
  readonly exitCode: number
  readonly finishedAt?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly signal?: number | undefined
  readonly startedAt?: Time | null | undefined
}

export interface ContainerStateWaiting {
  readonly message?: string | undefined
  readonly reason?: string | undefined
}

export interface ContainerStatus {
  readonly allocatedResources?: Readonly<Record<string, Quantity>> | undefined
  readonly allocatedResourcesStatus?: readonly ResourceStatus[] | undefined
  readonly containerID?: string | undefined
  readonly image: string
  readonly imageID: string
  readonly lastState?: ContainerState | undefined
  readonly name: string
  readonly ready: boolean
  readonly resources?: ResourceRequirements | undefined
  readonly restartCount: number
  readonly started?: boolean | undefined
  readonly state?: ContainerState | undefined
  readonly stopSignal?: 'SIGABRT' | 'SIGALRM' | 'SIGBUS' | 'SIGCHLD' | 'SIGCLD' | 'SIGCONT' | 'SIGFPE' | 'SIGHUP' | 'SIGILL' | 'SIGINT' | 'SIGIO' | 'SIGIOT' | 'SIGKILL' | 'SIGPIPE' | 'SIGPOLL' | 'SIGPROF' | 'SIGPWR' | 'SIGQUIT' | 'SIGRTMAX' | 'SIGRTMAX-1' | 'SIGRTMAX-10' | 'SIGRTMAX-11' | 'SIGRTMAX-12' | 'SIGRTMAX-13' | 'SIGRTMAX-14' | 'SIGRTMAX-2' | 'SIGRTMAX-3' | 'SIGRTMAX-4' | 'SIGRTMAX-5' | 'SIGRTMAX-6' | 'SIGRTMAX-7' | 'SIGRTMAX-8' | 'SIGRTMAX-9' | 'SIGRTMIN' | 'SIGRTMIN+1' | 'SIGRTMIN+10' | 'SIGRTMIN+11' | 'SIGRTMIN+12' | 'SIGRTMIN+13' | 'SIGRTMIN+14' | 'SIGRTMIN+15' | 'SIGRTMIN+2' | 'SIGRTMIN+3' | 'SIGRTMIN+4' | 'SIGRTMIN+5' | 'SIGRTMIN+6' | 'SIGRTMIN+7' | 'SIGRTMIN+8' | 'SIGRTMIN+9' | 'SIGSEGV' | 'SIGSTKFLT' | 'SIGSTOP' | 'SIGSYS' | 'SIGTERM' | 'SIGTRAP' | 'SIGTSTP' | 'SIGTTIN' | 'SIGTTOU' | 'SIGURG' | 'SIGUSR1' | 'SIGUSR2' | 'SIGVTALRM' | 'SIGWINCH' | 'SIGXCPU' | 'SIGXFSZ' | undefined
  readonly user?: ContainerUser | undefined
  readonly volumeMounts?: readonly VolumeMountStatus[] | undefined
}

export interface ContainerUser {
  readonly linux?: LinuxContainerUser | undefined
}

export interface DaemonEndpoint {
  readonly Port: number
}

export interface DownwardAPIProjection {
  readonly items?: readonly DownwardAPIVolumeFile[] | undefined
}

export interface DownwardAPIVolumeFile {
  readonly fieldRef?: ObjectFieldSelector | undefined
  readonly mode?: number | undefined
  readonly path: string
  readonly resourceFieldRef?: ResourceFieldSelector | undefined
}

export interface DownwardAPIVolumeSource {
  readonly defaultMode?: number | undefined
  readonly items?: readonly DownwardAPIVolumeFile[] | undefined
}

export interface EmptyDirVolumeSource {
  readonly medium?: string | undefined
  readonly sizeLimit?: Quantity | undefined
}

export interface EndpointAddress {
  readonly hostname?: string | undefined
  readonly ip: string
  readonly nodeName?: string | undefined
  readonly targetRef?: ObjectReference | undefined
}

export interface EndpointPort {
  readonly appProtocol?: string | undefined
  readonly name?: string | undefined
  readonly port: number
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP' | undefined
}

export interface EndpointSubset {
  readonly addresses?: readonly EndpointAddress[] | undefined
  readonly notReadyAddresses?: readonly EndpointAddress[] | undefined
  readonly ports?: readonly EndpointPort[] | undefined
}

export interface EnvFromSource {
  readonly configMapRef?: ConfigMapEnvSource | undefined
  readonly prefix?: string | undefined
  readonly secretRef?: SecretEnvSource | undefined
}

export interface EnvVar {
  readonly name: string
  readonly value?: string | undefined
  readonly valueFrom?: EnvVarSource | undefined
}

export interface EnvVarSource {
  readonly configMapKeyRef?: ConfigMapKeySelector | undefined
  readonly fieldRef?: ObjectFieldSelector | undefined
  readonly fileKeyRef?: FileKeySelector | undefined
  readonly resourceFieldRef?: ResourceFieldSelector | undefined
  readonly secretKeyRef?: SecretKeySelector | undefined
}

export interface EphemeralContainer {
  readonly args?: readonly string[] | undefined
  readonly command?: readonly string[] | undefined
  readonly env?: readonly EnvVar[] | undefined
  readonly envFrom?: readonly EnvFromSource[] | undefined
  readonly image?: string | undefined
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never' | undefined
  readonly lifecycle?: Lifecycle | undefined
  readonly livenessProbe?: Probe | undefined
  readonly name: string
  readonly ports?: readonly ContainerPort[] | undefined
  readonly readinessProbe?: Probe | undefined
  readonly resizePolicy?: readonly ContainerResizePolicy[] | undefined
  readonly resources?: ResourceRequirements | undefined
  readonly restartPolicy?: string | undefined
  readonly restartPolicyRules?: readonly ContainerRestartRule[] | undefined
  readonly securityContext?: SecurityContext | undefined
  readonly startupProbe?: Probe | undefined
  readonly stdin?: boolean | undefined
  readonly stdinOnce?: boolean | undefined
  readonly targetContainerName?: string | undefined
  readonly terminationMessagePath?: string | undefined
  readonly terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File' | undefined
  readonly tty?: boolean | undefined
  readonly volumeDevices?: readonly VolumeDevice[] | undefined
  readonly volumeMounts?: readonly VolumeMount[] | undefined
  readonly workingDir?: string | undefined
}

export interface EphemeralVolumeSource {
  readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate | undefined
}

export interface EventSeries {
  readonly count?: number | undefined
  readonly lastObservedTime?: MicroTime | null | undefined
}

export interface EventSource {
  readonly component?: string | undefined
  readonly host?: string | undefined
}

export interface ExecAction {
  readonly command?: readonly string[] | undefined
}

export interface FCVolumeSource {
  readonly fsType?: string | undefined
  readonly lun?: number | undefined
  readonly readOnly?: boolean | undefined
  readonly targetWWNs?: readonly string[] | undefined
  readonly wwids?: readonly string[] | undefined
}

export interface FileKeySelector {
  readonly key: string
  readonly optional?: boolean | undefined
  readonly path: string
  readonly volumeName: string
}

export interface FlexPersistentVolumeSource {
  readonly driver: string
  readonly fsType?: string | undefined
  readonly options?: Readonly<Record<string, string>> | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: SecretReference | undefined
}

export interface FlexVolumeSource {
  readonly driver: string
  readonly fsType?: string | undefined
  readonly options?: Readonly<Record<string, string>> | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: LocalObjectReference | undefined
}

export interface FlockerVolumeSource {
  readonly datasetName?: string | undefined
  readonly datasetUUID?: string | undefined
}

export interface GCEPersistentDiskVolumeSource {
  readonly fsType?: string | undefined
  readonly partition?: number | undefined
  readonly pdName: string
  readonly readOnly?: boolean | undefined
}

export interface GRPCAction {
  readonly port: number
  readonly service?: string | null | undefined
}

export interface GitRepoVolumeSource {
  readonly directory?: string | undefined
  readonly repository: string
  readonly revision?: string | undefined
}

export interface GlusterfsPersistentVolumeSource {
  readonly endpoints: string
  readonly endpointsNamespace?: string | undefined
  readonly path: string
  readonly readOnly?: boolean | undefined
}

export interface GlusterfsVolumeSource {
  readonly endpoints: string
  readonly path: string
  readonly readOnly?: boolean | undefined
}

export interface HTTPGetAction {
  readonly host?: string | undefined
  readonly httpHeaders?: readonly HTTPHeader[] | undefined
  readonly path?: string | undefined
  readonly port: IntOrString
  readonly scheme?: 'HTTP' | 'HTTPS' | undefined
}

export interface HTTPHeader {
  readonly name: string
  readonly value: string
}

export interface HostAlias {
  readonly hostnames?: readonly string[] | undefined
  readonly ip: string
}

export interface HostIP {
  readonly ip: string
}

export interface HostPathVolumeSource {
  readonly path: string
  readonly type?: '' | 'BlockDevice' | 'CharDevice' | 'Directory' | 'DirectoryOrCreate' | 'File' | 'FileOrCreate' | 'Socket' | undefined
}

export interface ISCSIPersistentVolumeSource {
  readonly chapAuthDiscovery?: boolean | undefined
  readonly chapAuthSession?: boolean | undefined
  readonly fsType?: string | undefined
  readonly initiatorName?: string | undefined
  readonly iqn: string
  /** @default 'default' */
  readonly iscsiInterface?: string | undefined
  readonly lun: number
  readonly portals?: readonly string[] | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: SecretReference | undefined
  readonly targetPortal: string
}

export interface ISCSIVolumeSource {
  readonly chapAuthDiscovery?: boolean | undefined
  readonly chapAuthSession?: boolean | undefined
  readonly fsType?: string | undefined
  readonly initiatorName?: string | undefined
  readonly iqn: string
  /** @default 'default' */
  readonly iscsiInterface?: string | undefined
  readonly lun: number
  readonly portals?: readonly string[] | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: LocalObjectReference | undefined
  readonly targetPortal: string
}

export interface ImageVolumeSource {
  readonly pullPolicy?: 'Always' | 'IfNotPresent' | 'Never' | undefined
  readonly reference?: string | undefined
}

export interface ImageVolumeStatus {
  readonly imageRef: string
}

export interface KeyToPath {
  readonly key: string
  readonly mode?: number | undefined
  readonly path: string
}

export interface Lifecycle {
  readonly postStart?: LifecycleHandler | undefined
  readonly preStop?: LifecycleHandler | undefined
  readonly stopSignal?: 'SIGABRT' | 'SIGALRM' | 'SIGBUS' | 'SIGCHLD' | 'SIGCLD' | 'SIGCONT' | 'SIGFPE' | 'SIGHUP' | 'SIGILL' | 'SIGINT' | 'SIGIO' | 'SIGIOT' | 'SIGKILL' | 'SIGPIPE' | 'SIGPOLL' | 'SIGPROF' | 'SIGPWR' | 'SIGQUIT' | 'SIGRTMAX' | 'SIGRTMAX-1' | 'SIGRTMAX-10' | 'SIGRTMAX-11' | 'SIGRTMAX-12' | 'SIGRTMAX-13' | 'SIGRTMAX-14' | 'SIGRTMAX-2' | 'SIGRTMAX-3' | 'SIGRTMAX-4' | 'SIGRTMAX-5' | 'SIGRTMAX-6' | 'SIGRTMAX-7' | 'SIGRTMAX-8' | 'SIGRTMAX-9' | 'SIGRTMIN' | 'SIGRTMIN+1' | 'SIGRTMIN+10' | 'SIGRTMIN+11' | 'SIGRTMIN+12' | 'SIGRTMIN+13' | 'SIGRTMIN+14' | 'SIGRTMIN+15' | 'SIGRTMIN+2' | 'SIGRTMIN+3' | 'SIGRTMIN+4' | 'SIGRTMIN+5' | 'SIGRTMIN+6' | 'SIGRTMIN+7' | 'SIGRTMIN+8' | 'SIGRTMIN+9' | 'SIGSEGV' | 'SIGSTKFLT' | 'SIGSTOP' | 'SIGSYS' | 'SIGTERM' | 'SIGTRAP' | 'SIGTSTP' | 'SIGTTIN' | 'SIGTTOU' | 'SIGURG' | 'SIGUSR1' | 'SIGUSR2' | 'SIGVTALRM' | 'SIGWINCH' | 'SIGXCPU' | 'SIGXFSZ' | undefined
}

export interface LifecycleHandler {
  readonly exec?: ExecAction | undefined
  readonly httpGet?: HTTPGetAction | undefined
  readonly sleep?: SleepAction | undefined
  readonly tcpSocket?: TCPSocketAction | undefined
}

export interface LimitRangeItem {
  readonly default?: Readonly<Record<string, Quantity>> | undefined
  readonly defaultRequest?: Readonly<Record<string, Quantity>> | undefined
  readonly max?: Readonly<Record<string, Quantity>> | undefined
  readonly maxLimitRequestRatio?: Readonly<Record<string, Quantity>> | undefined
  readonly min?: Readonly<Record<string, Quantity>> | undefined
  readonly type: string
}

export interface LimitRangeSpec {
  readonly limits: readonly LimitRangeItem[]
}

export interface LinuxContainerUser {
  readonly gid: number
  readonly supplementalGroups?: readonly number[] | undefined
  readonly uid: number
}

export interface LoadBalancerIngress {
  readonly hostname?: string | undefined
  readonly ip?: string | undefined
  readonly ipMode?: string | undefined
  readonly ports?: readonly PortStatus[] | undefined
}

export interface LoadBalancerStatus {
  readonly ingress?: readonly LoadBalancerIngress[] | undefined
}

export interface LocalObjectReference {
  readonly name?: string | undefined
}

export interface LocalVolumeSource {
  readonly fsType?: string | undefined
  readonly path: string
}

export interface ModifyVolumeStatus {
  readonly status: 'InProgress' | 'Infeasible' | 'Pending'
  readonly targetVolumeAttributesClassName?: string | undefined
}

export interface NFSVolumeSource {
  readonly path: string
  readonly readOnly?: boolean | undefined
  readonly server: string
}

export interface NamespaceCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface NamespaceSpec {
  readonly finalizers?: readonly string[] | undefined
}

export interface NamespaceStatus {
  readonly conditions?: readonly NamespaceCondition[] | undefined
  readonly phase?: 'Active' | 'Terminating' | undefined
}

export interface NodeAddress {
  readonly address: string
  readonly type: string
}

export interface NodeAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[] | undefined
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector | undefined
}

export interface NodeAllocatableResourceClaimStatus {
  readonly containers?: readonly string[] | undefined
  readonly resourceClaimName: string
  readonly resources: Readonly<Record<string, Quantity>>
}

export interface NodeCondition {
  readonly lastHeartbeatTime?: Time | null | undefined
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface NodeConfigSource {
  readonly configMap?: ConfigMapNodeConfigSource | undefined
}

export interface NodeConfigStatus {
  readonly active?: NodeConfigSource | undefined
  readonly assigned?: NodeConfigSource | undefined
  readonly error?: string | undefined
  readonly lastKnownGood?: NodeConfigSource | undefined
}

export interface NodeDaemonEndpoints {
  readonly kubeletEndpoint: DaemonEndpoint
}

export interface NodeFeatures {
  readonly supplementalGroupsPolicy?: boolean | undefined
}

export interface NodeRuntimeHandler {
  readonly features?: NodeRuntimeHandlerFeatures | undefined
  readonly name?: string | undefined
}

export interface NodeRuntimeHandlerFeatures {
  readonly recursiveReadOnlyMounts?: boolean | undefined
  readonly userNamespaces?: boolean | undefined
}

export interface NodeSelector {
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[]
}

export interface NodeSelectorRequirement {
  readonly key: string
  readonly operator: 'DoesNotExist' | 'Exists' | 'Gt' | 'In' | 'Lt' | 'NotIn'
  readonly values?: readonly string[] | undefined
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[] | undefined
  readonly matchFields?: readonly NodeSelectorRequirement[] | undefined
}

export interface NodeSpec {
  readonly configSource?: NodeConfigSource | undefined
  readonly externalID?: string | undefined
  readonly podCIDR?: string | undefined
  readonly podCIDRs?: readonly string[] | undefined
  readonly providerID?: string | undefined
  readonly taints?: readonly Taint[] | undefined
  readonly unschedulable?: boolean | undefined
}

export interface NodeStatus {
  readonly addresses?: readonly NodeAddress[] | undefined
  readonly allocatable?: Readonly<Record<string, Quantity>> | undefined
  readonly capacity?: Readonly<Record<string, Quantity>> | undefined
  readonly conditions?: readonly NodeCondition[] | undefined
  readonly config?: NodeConfigStatus | undefined
  readonly daemonEndpoints: NodeDaemonEndpoints
  readonly declaredFeatures?: readonly string[] | undefined
  readonly features?: NodeFeatures | undefined
  readonly images?: readonly ContainerImage[] | undefined
  readonly nodeInfo: NodeSystemInfo
  readonly phase?: 'Pending' | 'Running' | 'Terminated' | undefined
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[] | undefined
  readonly volumesAttached?: readonly AttachedVolume[] | undefined
  readonly volumesInUse?: readonly string[] | undefined
}

export interface NodeSwapStatus {
  readonly capacity?: number | undefined
}

export interface NodeSystemInfo {
  readonly architecture: string
  readonly bootID: string
  readonly containerRuntimeVersion: string
  readonly kernelVersion: string
  readonly kubeProxyVersion: string
  readonly kubeletVersion: string
  readonly machineID: string
  readonly operatingSystem: string
  readonly osImage: string
  readonly swap?: NodeSwapStatus | undefined
  readonly systemUUID: string
}

export interface ObjectFieldSelector {
  readonly apiVersion?: string | undefined
  readonly fieldPath: string
}

export interface ObjectReference {
  readonly apiVersion?: string | undefined
  readonly fieldPath?: string | undefined
  readonly kind?: string | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly resourceVersion?: string | undefined
  readonly uid?: string | undefined
}

export interface PersistentVolumeClaimCondition {
  readonly lastProbeTime?: Time | null | undefined
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface PersistentVolumeClaimSpec {
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[] | undefined
  readonly dataSource?: TypedLocalObjectReference | undefined
  readonly dataSourceRef?: TypedObjectReference | undefined
  readonly resources?: VolumeResourceRequirements | undefined
  readonly selector?: LabelSelector | undefined
  readonly storageClassName?: string | undefined
  readonly volumeAttributesClassName?: string | undefined
  readonly volumeMode?: 'Block' | 'Filesystem' | undefined
  readonly volumeName?: string | undefined
}

export interface PersistentVolumeClaimStatus {
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[] | undefined
  readonly allocatedResourceStatuses?: Readonly<Record<string, 'ControllerResizeInProgress' | 'ControllerResizeInfeasible' | 'NodeResizeInProgress' | 'NodeResizeInfeasible' | 'NodeResizePending'>> | undefined
  readonly allocatedResources?: Readonly<Record<string, Quantity>> | undefined
  readonly capacity?: Readonly<Record<string, Quantity>> | undefined
  readonly conditions?: readonly PersistentVolumeClaimCondition[] | undefined
  readonly currentVolumeAttributesClassName?: string | undefined
  readonly modifyVolumeStatus?: ModifyVolumeStatus | undefined
  readonly phase?: 'Bound' | 'Lost' | 'Pending' | undefined
}

export interface PersistentVolumeClaimTemplate {
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: PersistentVolumeClaimSpec
}

export interface PersistentVolumeClaimVolumeSource {
  readonly claimName: string
  readonly readOnly?: boolean | undefined
}

export interface PersistentVolumeSpec {
  readonly accessModes?: readonly ('ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod')[] | undefined
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined
  readonly azureDisk?: AzureDiskVolumeSource | undefined
  readonly azureFile?: AzureFilePersistentVolumeSource | undefined
  readonly capacity?: Readonly<Record<string, Quantity>> | undefined
  readonly cephfs?: CephFSPersistentVolumeSource | undefined
  readonly cinder?: CinderPersistentVolumeSource | undefined
  readonly claimRef?: ObjectReference | undefined
  readonly csi?: CSIPersistentVolumeSource | undefined
  readonly fc?: FCVolumeSource | undefined
  readonly flexVolume?: FlexPersistentVolumeSource | undefined
  readonly flocker?: FlockerVolumeSource | undefined
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined
  readonly glusterfs?: GlusterfsPersistentVolumeSource | undefined
  readonly hostPath?: HostPathVolumeSource | undefined
  readonly iscsi?: ISCSIPersistentVolumeSource | undefined
  readonly local?: LocalVolumeSource | undefined
  readonly mountOptions?: readonly string[] | undefined
  readonly nfs?: NFSVolumeSource | undefined
  readonly nodeAffinity?: VolumeNodeAffinity | undefined
  readonly persistentVolumeReclaimPolicy?: 'Delete' | 'Recycle' | 'Retain' | undefined
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined
  readonly portworxVolume?: PortworxVolumeSource | undefined
  readonly quobyte?: QuobyteVolumeSource | undefined
  readonly rbd?: RBDPersistentVolumeSource | undefined
  readonly scaleIO?: ScaleIOPersistentVolumeSource | undefined
  readonly storageClassName?: string | undefined
  readonly storageos?: StorageOSPersistentVolumeSource | undefined
  readonly volumeAttributesClassName?: string | undefined
  readonly volumeMode?: 'Block' | 'Filesystem' | undefined
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined
}

export interface PersistentVolumeStatus {
  readonly lastPhaseTransitionTime?: Time | undefined
  readonly message?: string | undefined
  readonly phase?: 'Available' | 'Bound' | 'Failed' | 'Pending' | 'Released' | undefined
  readonly reason?: string | undefined
}

export interface PhotonPersistentDiskVolumeSource {
  readonly fsType?: string | undefined
  readonly pdID: string
}

export interface PodAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[] | undefined
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[] | undefined
}

export interface PodAffinityTerm {
  readonly labelSelector?: LabelSelector | undefined
  readonly matchLabelKeys?: readonly string[] | undefined
  readonly mismatchLabelKeys?: readonly string[] | undefined
  readonly namespaceSelector?: LabelSelector | undefined
  readonly namespaces?: readonly string[] | undefined
  readonly topologyKey: string
}

export interface PodAntiAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[] | undefined
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[] | undefined
}

export interface PodCertificateProjection {
  readonly certificateChainPath?: string | undefined
  readonly credentialBundlePath?: string | undefined
  readonly keyPath?: string | undefined
  readonly keyType: string
  readonly maxExpirationSeconds?: number | undefined
  readonly signerName: string
  readonly userAnnotations?: Readonly<Record<string, string>> | undefined
}

export interface PodCondition {
  readonly lastProbeTime?: Time | null | undefined
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly observedGeneration?: number | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface PodDNSConfig {
  readonly nameservers?: readonly string[] | undefined
  readonly options?: readonly PodDNSConfigOption[] | undefined
  readonly searches?: readonly string[] | undefined
}

export interface PodDNSConfigOption {
  readonly name?: string | undefined
  readonly value?: string | undefined
}

export interface PodExtendedResourceClaimStatus {
  readonly requestMappings: readonly ContainerExtendedResourceRequest[]
  readonly resourceClaimName: string
}

export interface PodIP {
  readonly ip: string
}

export interface PodOS {
  readonly name: string
}

export interface PodReadinessGate {
  readonly conditionType: string
}

export interface PodResourceClaim {
  readonly name: string
  readonly resourceClaimName?: string | undefined
  readonly resourceClaimTemplateName?: string | undefined
}

export interface PodResourceClaimStatus {
  readonly name: string
  readonly resourceClaimName?: string | undefined
}

export interface PodSchedulingGate {
  readonly name: string
}

export interface PodSchedulingGroup {
  readonly podGroupName?: string | undefined
}

export interface PodSecurityContext {
  readonly appArmorProfile?: AppArmorProfile | undefined
  readonly fsGroup?: number | undefined
  readonly fsGroupChangePolicy?: 'Always' | 'OnRootMismatch' | undefined
  readonly runAsGroup?: number | undefined
  readonly runAsNonRoot?: boolean | undefined
  readonly runAsUser?: number | undefined
  readonly seLinuxChangePolicy?: string | undefined
  readonly seLinuxOptions?: SELinuxOptions | undefined
  readonly seccompProfile?: SeccompProfile | undefined
  readonly supplementalGroups?: readonly number[] | undefined
  readonly supplementalGroupsPolicy?: 'Merge' | 'Strict' | undefined
  readonly sysctls?: readonly Sysctl[] | undefined
  readonly windowsOptions?: WindowsSecurityContextOptions | undefined
}

export interface PodSpec {
  readonly activeDeadlineSeconds?: number | undefined
  readonly affinity?: Affinity | undefined
  readonly automountServiceAccountToken?: boolean | undefined
  readonly containers: readonly Container[]
  readonly dnsConfig?: PodDNSConfig | undefined
  readonly dnsPolicy?: 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None' | undefined
  readonly enableServiceLinks?: boolean | undefined
  readonly ephemeralContainers?: readonly EphemeralContainer[] | undefined
  readonly hostAliases?: readonly HostAlias[] | undefined
  readonly hostIPC?: boolean | undefined
  readonly hostNetwork?: boolean | undefined
  readonly hostPID?: boolean | undefined
  readonly hostUsers?: boolean | undefined
  readonly hostname?: string | undefined
  readonly hostnameOverride?: string | undefined
  readonly imagePullSecrets?: readonly LocalObjectReference[] | undefined
  readonly initContainers?: readonly Container[] | undefined
  readonly nodeName?: string | undefined
  readonly nodeSelector?: Readonly<Record<string, string>> | undefined
  readonly os?: PodOS | undefined
  readonly overhead?: Readonly<Record<string, Quantity>> | undefined
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority' | undefined
  readonly priority?: number | undefined
  readonly priorityClassName?: string | undefined
  readonly readinessGates?: readonly PodReadinessGate[] | undefined
  readonly resourceClaims?: readonly PodResourceClaim[] | undefined
  readonly resources?: ResourceRequirements | undefined
  readonly restartPolicy?: 'Always' | 'Never' | 'OnFailure' | undefined
  readonly runtimeClassName?: string | undefined
  readonly schedulerName?: string | undefined
  readonly schedulingGates?: readonly PodSchedulingGate[] | undefined
  readonly schedulingGroup?: PodSchedulingGroup | undefined
  readonly securityContext?: PodSecurityContext | undefined
  readonly serviceAccount?: string | undefined
  readonly serviceAccountName?: string | undefined
  readonly setHostnameAsFQDN?: boolean | undefined
  readonly shareProcessNamespace?: boolean | undefined
  readonly subdomain?: string | undefined
  readonly terminationGracePeriodSeconds?: number | undefined
  readonly tolerations?: readonly Toleration[] | undefined
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[] | undefined
  readonly volumes?: readonly Volume[] | undefined
}

export interface PodStatus {
  readonly allocatedResources?: Readonly<Record<string, Quantity>> | undefined
  readonly conditions?: readonly PodCondition[] | undefined
  readonly containerStatuses?: readonly ContainerStatus[] | undefined
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[] | undefined
  readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus | undefined
  readonly hostIP?: string | undefined
  readonly hostIPs?: readonly HostIP[] | undefined
  readonly initContainerStatuses?: readonly ContainerStatus[] | undefined
  readonly message?: string | undefined
  readonly nodeAllocatableResourceClaimStatuses?: readonly NodeAllocatableResourceClaimStatus[] | undefined
  readonly nominatedNodeName?: string | undefined
  readonly observedGeneration?: number | undefined
  readonly phase?: 'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown' | undefined
  readonly podIP?: string | undefined
  readonly podIPs?: readonly PodIP[] | undefined
  readonly qosClass?: 'BestEffort' | 'Burstable' | 'Guaranteed' | undefined
  readonly reason?: string | undefined
  readonly resize?: string | undefined
  readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[] | undefined
  readonly resources?: ResourceRequirements | undefined
  readonly startTime?: Time | undefined
}

export interface PodTemplateSpec {
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: PodSpec
}

export interface PortStatus {
  readonly error?: string | undefined
  readonly port: number
  readonly protocol: 'SCTP' | 'TCP' | 'UDP'
}

export interface PortworxVolumeSource {
  readonly fsType?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly volumeID: string
}

export interface PreferredSchedulingTerm {
  readonly preference: NodeSelectorTerm
  readonly weight: number
}

export interface Probe {
  readonly exec?: ExecAction | undefined
  readonly failureThreshold?: number | undefined
  readonly grpc?: GRPCAction | undefined
  readonly httpGet?: HTTPGetAction | undefined
  readonly initialDelaySeconds?: number | undefined
  readonly periodSeconds?: number | undefined
  readonly successThreshold?: number | undefined
  readonly tcpSocket?: TCPSocketAction | undefined
  readonly terminationGracePeriodSeconds?: number | undefined
  readonly timeoutSeconds?: number | undefined
}

export interface ProjectedVolumeSource {
  readonly defaultMode?: number | undefined
  readonly sources?: readonly VolumeProjection[] | null | undefined
}

export interface QuobyteVolumeSource {
  readonly group?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly registry: string
  readonly tenant?: string | undefined
  readonly user?: string | undefined
  readonly volume: string
}

export interface RBDPersistentVolumeSource {
  readonly fsType?: string | undefined
  readonly image: string
  /** @default '/etc/ceph/keyring' */
  readonly keyring?: string | undefined
  readonly monitors: readonly string[]
  /** @default 'rbd' */
  readonly pool?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: SecretReference | undefined
  /** @default 'admin' */
  readonly user?: string | undefined
}

export interface RBDVolumeSource {
  readonly fsType?: string | undefined
  readonly image: string
  /** @default '/etc/ceph/keyring' */
  readonly keyring?: string | undefined
  readonly monitors: readonly string[]
  /** @default 'rbd' */
  readonly pool?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: LocalObjectReference | undefined
  /** @default 'admin' */
  readonly user?: string | undefined
}

export interface ReplicationControllerCondition {
  readonly lastTransitionTime?: Time | null | undefined
  readonly message?: string | undefined
  readonly reason?: string | undefined
  readonly status: string
  readonly type: string
}

export interface ReplicationControllerSpec {
  readonly minReadySeconds?: number | undefined
  /** @default 1 */
  readonly replicas?: number | undefined
  readonly selector?: Readonly<Record<string, string>> | undefined
  readonly template?: PodTemplateSpec | undefined
}

export interface ReplicationControllerStatus {
  readonly availableReplicas?: number | undefined
  readonly conditions?: readonly ReplicationControllerCondition[] | undefined
  readonly fullyLabeledReplicas?: number | undefined
  readonly observedGeneration?: number | undefined
  readonly readyReplicas?: number | undefined
  readonly replicas: number
}

export interface ResourceClaim {
  readonly name: string
  readonly request?: string | undefined
}

export interface ResourceFieldSelector {
  readonly containerName?: string | undefined
  readonly divisor?: Quantity | undefined
  readonly resource: string
}

export interface ResourceHealth {
  readonly health?: string | undefined
  readonly message?: string | undefined
  readonly resourceID: string
}

export interface ResourceQuotaSpec {
  readonly hard?: Readonly<Record<string, Quantity>> | undefined
  readonly scopeSelector?: ScopeSelector | undefined
  readonly scopes?: readonly ('BestEffort' | 'CrossNamespacePodAffinity' | 'NotBestEffort' | 'NotTerminating' | 'PriorityClass' | 'Terminating' | 'VolumeAttributesClass')[] | undefined
}

export interface ResourceQuotaStatus {
  readonly hard?: Readonly<Record<string, Quantity>> | undefined
  readonly used?: Readonly<Record<string, Quantity>> | undefined
}

export interface ResourceRequirements {
  readonly claims?: readonly ResourceClaim[] | undefined
  readonly limits?: Readonly<Record<string, Quantity>> | undefined
  readonly requests?: Readonly<Record<string, Quantity>> | undefined
}

export interface ResourceStatus {
  readonly name: string
  readonly resources?: readonly ResourceHealth[] | undefined
}

export interface SELinuxOptions {
  readonly level?: string | undefined
  readonly role?: string | undefined
  readonly type?: string | undefined
  readonly user?: string | undefined
}

export interface ScaleIOPersistentVolumeSource {
  /** @default 'xfs' */
  readonly fsType?: string | undefined
  readonly gateway: string
  readonly protectionDomain?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef: SecretReference
  readonly sslEnabled?: boolean | undefined
  /** @default 'ThinProvisioned' */
  readonly storageMode?: string | undefined
  readonly storagePool?: string | undefined
  readonly system: string
  readonly volumeName?: string | undefined
}

export interface ScaleIOVolumeSource {
  /** @default 'xfs' */
  readonly fsType?: string | undefined
  readonly gateway: string
  readonly protectionDomain?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef: LocalObjectReference
  readonly sslEnabled?: boolean | undefined
  /** @default 'ThinProvisioned' */
  readonly storageMode?: string | undefined
  readonly storagePool?: string | undefined
  readonly system: string
  readonly volumeName?: string | undefined
}

export interface ScopeSelector {
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[] | undefined
}

export interface ScopedResourceSelectorRequirement {
  readonly operator: 'DoesNotExist' | 'Exists' | 'In' | 'NotIn'
  readonly scopeName: 'BestEffort' | 'CrossNamespacePodAffinity' | 'NotBestEffort' | 'NotTerminating' | 'PriorityClass' | 'Terminating' | 'VolumeAttributesClass'
  readonly values?: readonly string[] | undefined
}

export interface SeccompProfile {
  readonly localhostProfile?: string | undefined
  readonly type: 'Localhost' | 'RuntimeDefault' | 'Unconfined'
}

export interface SecretEnvSource {
  readonly name?: string | undefined
  readonly optional?: boolean | undefined
}

export interface SecretKeySelector {
  readonly key: string
  readonly name?: string | undefined
  readonly optional?: boolean | undefined
}

export interface SecretProjection {
  readonly items?: readonly KeyToPath[] | undefined
  readonly name?: string | undefined
  readonly optional?: boolean | undefined
}

export interface SecretReference {
  readonly name?: string | undefined
  readonly namespace?: string | undefined
}

export interface SecretVolumeSource {
  readonly defaultMode?: number | undefined
  readonly items?: readonly KeyToPath[] | undefined
  readonly optional?: boolean | undefined
  readonly secretName?: string | undefined
}

export interface SecurityContext {
  readonly allowPrivilegeEscalation?: boolean | undefined
  readonly appArmorProfile?: AppArmorProfile | undefined
  readonly capabilities?: Capabilities | undefined
  readonly privileged?: boolean | undefined
  readonly procMount?: 'Default' | 'Unmasked' | undefined
  readonly readOnlyRootFilesystem?: boolean | undefined
  readonly runAsGroup?: number | undefined
  readonly runAsNonRoot?: boolean | undefined
  readonly runAsUser?: number | undefined
  readonly seLinuxOptions?: SELinuxOptions | undefined
  readonly seccompProfile?: SeccompProfile | undefined
  readonly windowsOptions?: WindowsSecurityContextOptions | undefined
}

export interface ServiceAccountTokenProjection {
  readonly audience?: string | undefined
  readonly expirationSeconds?: number | undefined
  readonly path: string
}

export interface ServicePort {
  readonly appProtocol?: string | undefined
  readonly name?: string | undefined
  readonly nodePort?: number | undefined
  readonly port: number
  /** @default 'TCP' */
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP' | undefined
  readonly targetPort?: IntOrString | undefined
}

export interface ServiceSpec {
  readonly allocateLoadBalancerNodePorts?: boolean | undefined
  readonly clusterIP?: string | undefined
  readonly clusterIPs?: readonly string[] | undefined
  readonly externalIPs?: readonly string[] | undefined
  readonly externalName?: string | undefined
  readonly externalTrafficPolicy?: 'Cluster' | 'Local' | undefined
  readonly healthCheckNodePort?: number | undefined
  readonly internalTrafficPolicy?: 'Cluster' | 'Local' | undefined
  readonly ipFamilies?: readonly ('' | 'IPv4' | 'IPv6')[] | undefined
  readonly ipFamilyPolicy?: 'PreferDualStack' | 'RequireDualStack' | 'SingleStack' | undefined
  readonly loadBalancerClass?: string | undefined
  readonly loadBalancerIP?: string | undefined
  readonly loadBalancerSourceRanges?: readonly string[] | undefined
  readonly ports?: readonly ServicePort[] | undefined
  readonly publishNotReadyAddresses?: boolean | undefined
  readonly selector?: Readonly<Record<string, string>> | undefined
  readonly sessionAffinity?: 'ClientIP' | 'None' | undefined
  readonly sessionAffinityConfig?: SessionAffinityConfig | undefined
  readonly trafficDistribution?: string | undefined
  readonly type?: 'ClusterIP' | 'ExternalName' | 'LoadBalancer' | 'NodePort' | undefined
}

export interface ServiceStatus {
  readonly conditions?: readonly Condition[] | undefined
  readonly loadBalancer?: LoadBalancerStatus | undefined
}

export interface SessionAffinityConfig {
  readonly clientIP?: ClientIPConfig | undefined
}

export interface SleepAction {
  readonly seconds: number
}

export interface StorageOSPersistentVolumeSource {
  readonly fsType?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: ObjectReference | undefined
  readonly volumeName?: string | undefined
  readonly volumeNamespace?: string | undefined
}

export interface StorageOSVolumeSource {
  readonly fsType?: string | undefined
  readonly readOnly?: boolean | undefined
  readonly secretRef?: LocalObjectReference | undefined
  readonly volumeName?: string | undefined
  readonly volumeNamespace?: string | undefined
}

export interface Sysctl {
  readonly name: string
  readonly value: string
}

export interface TCPSocketAction {
  readonly host?: string | undefined
  readonly port: IntOrString
}

export interface Taint {
  readonly effect: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
  readonly key: string
  readonly timeAdded?: Time | undefined
  readonly value?: string | undefined
}

export interface Toleration {
  readonly effect?: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule' | undefined
  readonly key?: string | undefined
  readonly operator?: 'Equal' | 'Exists' | 'Gt' | 'Lt' | undefined
  readonly tolerationSeconds?: number | undefined
  readonly value?: string | undefined
}

export interface TopologySelectorLabelRequirement {
  readonly key: string
  readonly values: readonly string[]
}

export interface TopologySelectorTerm {
  readonly matchLabelExpressions?: readonly TopologySelectorLabelRequirement[] | undefined
}

export interface TopologySpreadConstraint {
  readonly labelSelector?: LabelSelector | undefined
  readonly matchLabelKeys?: readonly string[] | undefined
  readonly maxSkew: number
  readonly minDomains?: number | undefined
  readonly nodeAffinityPolicy?: 'Honor' | 'Ignore' | undefined
  readonly nodeTaintsPolicy?: 'Honor' | 'Ignore' | undefined
  readonly topologyKey: string
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway'
}

export interface TypedLocalObjectReference {
  readonly apiGroup?: string | null | undefined
  readonly kind: string
  readonly name: string
}

export interface TypedObjectReference {
  readonly apiGroup?: string | null | undefined
  readonly kind: string
  readonly name: string
  readonly namespace?: string | undefined
}

export interface Volume {
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined
  readonly azureDisk?: AzureDiskVolumeSource | undefined
  readonly azureFile?: AzureFileVolumeSource | undefined
  readonly cephfs?: CephFSVolumeSource | undefined
  readonly cinder?: CinderVolumeSource | undefined
  readonly configMap?: ConfigMapVolumeSource | undefined
  readonly csi?: CSIVolumeSource | undefined
  readonly downwardAPI?: DownwardAPIVolumeSource | undefined
  readonly emptyDir?: EmptyDirVolumeSource | undefined
  readonly ephemeral?: EphemeralVolumeSource | undefined
  readonly fc?: FCVolumeSource | undefined
  readonly flexVolume?: FlexVolumeSource | undefined
  readonly flocker?: FlockerVolumeSource | undefined
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined
  readonly gitRepo?: GitRepoVolumeSource | undefined
  readonly glusterfs?: GlusterfsVolumeSource | undefined
  readonly hostPath?: HostPathVolumeSource | undefined
  readonly image?: ImageVolumeSource | undefined
  readonly iscsi?: ISCSIVolumeSource | undefined
  readonly name: string
  readonly nfs?: NFSVolumeSource | undefined
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource | undefined
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined
  readonly portworxVolume?: PortworxVolumeSource | undefined
  readonly projected?: ProjectedVolumeSource | undefined
  readonly quobyte?: QuobyteVolumeSource | undefined
  readonly rbd?: RBDVolumeSource | undefined
  readonly scaleIO?: ScaleIOVolumeSource | undefined
  readonly secret?: SecretVolumeSource | undefined
  readonly storageos?: StorageOSVolumeSource | undefined
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined
}

export interface VolumeDevice {
  readonly devicePath: string
  readonly name: string
}

export interface VolumeMount {
  readonly mountPath: string
  readonly mountPropagation?: 'Bidirectional' | 'HostToContainer' | 'None' | undefined
  readonly name: string
  readonly readOnly?: boolean | undefined
  readonly recursiveReadOnly?: string | undefined
  readonly subPath?: string | undefined
  readonly subPathExpr?: string | undefined
}

export interface VolumeMountStatus {
  readonly mountPath: string
  readonly name: string
  readonly readOnly?: boolean | undefined
  readonly recursiveReadOnly?: string | undefined
  readonly volumeStatus?: VolumeStatus | undefined
}

export interface VolumeNodeAffinity {
  readonly required?: NodeSelector | undefined
}

export interface VolumeProjection {
  readonly clusterTrustBundle?: ClusterTrustBundleProjection | undefined
  readonly configMap?: ConfigMapProjection | undefined
  readonly downwardAPI?: DownwardAPIProjection | undefined
  readonly podCertificate?: PodCertificateProjection | undefined
  readonly secret?: SecretProjection | undefined
  readonly serviceAccountToken?: ServiceAccountTokenProjection | undefined
}

export interface VolumeResourceRequirements {
  readonly limits?: Readonly<Record<string, Quantity>> | undefined
  readonly requests?: Readonly<Record<string, Quantity>> | undefined
}

export interface VolumeStatus {
  readonly image?: ImageVolumeStatus | undefined
}

export interface VsphereVirtualDiskVolumeSource {
  readonly fsType?: string | undefined
  readonly storagePolicyID?: string | undefined
  readonly storagePolicyName?: string | undefined
  readonly volumePath: string
}

export interface WeightedPodAffinityTerm {
  readonly podAffinityTerm: PodAffinityTerm
  readonly weight: number
}

export interface WindowsSecurityContextOptions {
  readonly gmsaCredentialSpec?: string | undefined
  readonly gmsaCredentialSpecName?: string | undefined
  readonly hostProcess?: boolean | undefined
  readonly runAsUserName?: string | undefined
}
