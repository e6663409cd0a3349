// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  AWSElasticBlockStoreVolumeSource,
  Affinity,
  AppArmorProfile,
  AttachedVolume,
  AzureDiskVolumeSource,
  AzureFilePersistentVolumeSource,
  AzureFileVolumeSource,
  BindingInput,
  CSIPersistentVolumeSource,
  CSIVolumeSource,
  Capabilities,
  CephFSPersistentVolumeSource,
  CephFSVolumeSource,
  CinderPersistentVolumeSource,
  CinderVolumeSource,
  ClientIPConfig,
  ClusterTrustBundleProjection,
  ComponentCondition,
  ConfigMapEnvSource,
  ConfigMapInput,
  ConfigMapKeySelector,
  ConfigMapNodeConfigSource,
  ConfigMapProjection,
  ConfigMapVolumeSource,
  Container,
  ContainerExtendedResourceRequest,
  ContainerImage,
  ContainerPort,
  ContainerResizePolicy,
  ContainerRestartRule,
  ContainerRestartRuleOnExitCodes,
  ContainerState,
  ContainerStateRunning,
  ContainerStateTerminated,
  ContainerStateWaiting,
  ContainerStatus,
  ContainerUser,
  DaemonEndpoint,
  DownwardAPIProjection,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  EmptyDirVolumeSource,
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  EndpointsInput,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  EphemeralContainer,
  EphemeralVolumeSource,
  EventInput,
  EventSeries,
  EventSource,
  ExecAction,
  FCVolumeSource,
  FileKeySelector,
  FlexPersistentVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GRPCAction,
  GitRepoVolumeSource,
  GlusterfsPersistentVolumeSource,
  GlusterfsVolumeSource,
  HTTPGetAction,
  HTTPHeader,
  HostAlias,
  HostIP,
  HostPathVolumeSource,
  ISCSIPersistentVolumeSource,
  ISCSIVolumeSource,
  ImageVolumeSource,
  ImageVolumeStatus,
  KeyToPath,
  Lifecycle,
  LifecycleHandler,
  LimitRangeInput,
  LimitRangeItem,
  LimitRangeSpec,
  LinuxContainerUser,
  LoadBalancerIngress,
  LoadBalancerStatus,
  LocalObjectReference,
  LocalVolumeSource,
  ModifyVolumeStatus,
  NFSVolumeSource,
  NamespaceCondition,
  NamespaceInput,
  NamespaceSpec,
  NamespaceStatus,
  NodeAddress,
  NodeAffinity,
  NodeAllocatableResourceClaimStatus,
  NodeCondition,
  NodeConfigSource,
  NodeConfigStatus,
  NodeDaemonEndpoints,
  NodeFeatures,
  NodeInput,
  NodeRuntimeHandler,
  NodeRuntimeHandlerFeatures,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  NodeSpec,
  NodeStatus,
  NodeSwapStatus,
  NodeSystemInfo,
  ObjectFieldSelector,
  ObjectReference,
  PersistentVolumeClaimCondition,
  PersistentVolumeClaimInput,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  PersistentVolumeClaimTemplate,
  PersistentVolumeClaimVolumeSource,
  PersistentVolumeInput,
  PersistentVolumeSpec,
  PersistentVolumeStatus,
  PhotonPersistentDiskVolumeSource,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
  PodCertificateProjection,
  PodCondition,
  PodDNSConfig,
  PodDNSConfigOption,
  PodExtendedResourceClaimStatus,
  PodIP,
  PodInput,
  PodOS,
  PodReadinessGate,
  PodResourceClaim,
  PodResourceClaimStatus,
  PodSchedulingGate,
  PodSchedulingGroup,
  PodSecurityContext,
  PodSpec,
  PodStatus,
  PodTemplateInput,
  PodTemplateSpec,
  PortStatus,
  PortworxVolumeSource,
  PreferredSchedulingTerm,
  Probe,
  ProjectedVolumeSource,
  QuobyteVolumeSource,
  RBDPersistentVolumeSource,
  RBDVolumeSource,
  ReplicationControllerCondition,
  ReplicationControllerInput,
  ReplicationControllerSpec,
  ReplicationControllerStatus,
  ResourceClaim,
  ResourceFieldSelector,
  ResourceHealth,
  ResourceQuotaInput,
  ResourceQuotaSpec,
  ResourceQuotaStatus,
  ResourceRequirements,
  ResourceStatus,
  SELinuxOptions,
  ScaleIOPersistentVolumeSource,
  ScaleIOVolumeSource,
  ScopeSelector,
  ScopedResourceSelectorRequirement,
  SeccompProfile,
  SecretEnvSource,
  SecretInput,
  SecretKeySelector,
  SecretProjection,
  SecretReference,
  SecretVolumeSource,
  SecurityContext,
  ServiceAccountInput,
  ServiceAccountTokenProjection,
  ServiceInput,
  ServicePort,
  ServiceSpec,
  ServiceStatus,
  SessionAffinityConfig,
  SleepAction,
  StorageOSPersistentVolumeSource,
  StorageOSVolumeSource,
  Sysctl,
  TCPSocketAction,
  Taint,
  Toleration,
  TopologySelectorLabelRequirement,
  TopologySelectorTerm,
  TopologySpreadConstraint,
  TypedLocalObjectReference,
  TypedObjectReference,
  Volume,
  VolumeDevice,
  VolumeMount,
  VolumeMountStatus,
  VolumeNodeAffinity,
  VolumeProjection,
  VolumeResourceRequirements,
  VolumeStatus,
  VsphereVirtualDiskVolumeSource,
  WeightedPodAffinityTerm,
  WindowsSecurityContextOptions,
} from '../../core/v1.ts'
import * as schemas from '../../structural/core/v1.ts'

export const awsElasticBlockStoreVolumeSource = (): StructuralType<AWSElasticBlockStoreVolumeSource> =>
  structural(schemas.AWSElasticBlockStoreVolumeSource)

export const affinity = (): StructuralType<Affinity> => structural(schemas.Affinity)

export const appArmorProfile = (): StructuralType<AppArmorProfile> => structural(schemas.AppArmorProfile)

export const attachedVolume = (): StructuralType<AttachedVolume> => structural(schemas.AttachedVolume)

export const azureDiskVolumeSource = (): StructuralType<AzureDiskVolumeSource> =>
  structural(schemas.AzureDiskVolumeSource)

export const azureFilePersistentVolumeSource = (): StructuralType<AzureFilePersistentVolumeSource> =>
  structural(schemas.AzureFilePersistentVolumeSource)

export const azureFileVolumeSource = (): StructuralType<AzureFileVolumeSource> =>
  structural(schemas.AzureFileVolumeSource)

export const binding = (): StructuralType<BindingInput> => structural(schemas.Binding)

export const csiPersistentVolumeSource = (): StructuralType<CSIPersistentVolumeSource> =>
  structural(schemas.CSIPersistentVolumeSource)

export const csiVolumeSource = (): StructuralType<CSIVolumeSource> => structural(schemas.CSIVolumeSource)

export const capabilities = (): StructuralType<Capabilities> => structural(schemas.Capabilities)

export const cephFSPersistentVolumeSource = (): StructuralType<CephFSPersistentVolumeSource> =>
  structural(schemas.CephFSPersistentVolumeSource)

export const cephFSVolumeSource = (): StructuralType<CephFSVolumeSource> => structural(schemas.CephFSVolumeSource)

export const cinderPersistentVolumeSource = (): StructuralType<CinderPersistentVolumeSource> =>
  structural(schemas.CinderPersistentVolumeSource)

export const cinderVolumeSource = (): StructuralType<CinderVolumeSource> => structural(schemas.CinderVolumeSource)

export const clientIPConfig = (): StructuralType<ClientIPConfig> => structural(schemas.ClientIPConfig)

export const clusterTrustBundleProjection = (): StructuralType<ClusterTrustBundleProjection> =>
  structural(schemas.ClusterTrustBundleProjection)

export const componentCondition = (): StructuralType<ComponentCondition> => structural(schemas.ComponentCondition)

export const configMap = (): StructuralType<ConfigMapInput> => structural(schemas.ConfigMap)

export const configMapEnvSource = (): StructuralType<ConfigMapEnvSource> => structural(schemas.ConfigMapEnvSource)

export const configMapKeySelector = (): StructuralType<ConfigMapKeySelector> => structural(schemas.ConfigMapKeySelector)

export const configMapNodeConfigSource = (): StructuralType<ConfigMapNodeConfigSource> =>
  structural(schemas.ConfigMapNodeConfigSource)

export const configMapProjection = (): StructuralType<ConfigMapProjection> => structural(schemas.ConfigMapProjection)

export const configMapVolumeSource = (): StructuralType<ConfigMapVolumeSource> =>
  structural(schemas.ConfigMapVolumeSource)

export const container = (): StructuralType<Container> => structural(schemas.Container)

export const containerExtendedResourceRequest = (): StructuralType<ContainerExtendedResourceRequest> =>
  structural(schemas.ContainerExtendedResourceRequest)

export const containerImage = (): StructuralType<ContainerImage> => structural(schemas.ContainerImage)

export const containerPort = (): StructuralType<ContainerPort> => structural(schemas.ContainerPort)

export const containerResizePolicy = (): StructuralType<ContainerResizePolicy> =>
  structural(schemas.ContainerResizePolicy)

export const containerRestartRule = (): StructuralType<ContainerRestartRule> => structural(schemas.ContainerRestartRule)

export const containerRestartRuleOnExitCodes = (): StructuralType<ContainerRestartRuleOnExitCodes> =>
  structural(schemas.ContainerRestartRuleOnExitCodes)

export const containerState = (): StructuralType<ContainerState> => structural(schemas.ContainerState)

export const containerStateRunning = (): StructuralType<ContainerStateRunning> =>
  structural(schemas.ContainerStateRunning)

export const containerStateTerminated = (): StructuralType<ContainerStateTerminated> =>
  structural(schemas.ContainerStateTerminated)

export const containerStateWaiting = (): StructuralType<ContainerStateWaiting> =>
  structural(schemas.ContainerStateWaiting)

export const containerStatus = (): StructuralType<ContainerStatus> => structural(schemas.ContainerStatus)

export const containerUser = (): StructuralType<ContainerUser> => structural(schemas.ContainerUser)

export const daemonEndpoint = (): StructuralType<DaemonEndpoint> => structural(schemas.DaemonEndpoint)

export const downwardAPIProjection = (): StructuralType<DownwardAPIProjection> =>
  structural(schemas.DownwardAPIProjection)

export const downwardAPIVolumeFile = (): StructuralType<DownwardAPIVolumeFile> =>
  structural(schemas.DownwardAPIVolumeFile)

export const downwardAPIVolumeSource = (): StructuralType<DownwardAPIVolumeSource> =>
  structural(schemas.DownwardAPIVolumeSource)

export const emptyDirVolumeSource = (): StructuralType<EmptyDirVolumeSource> => structural(schemas.EmptyDirVolumeSource)

export const endpointAddress = (): StructuralType<EndpointAddress> => structural(schemas.EndpointAddress)

export const endpointPort = (): StructuralType<EndpointPort> => structural(schemas.EndpointPort)

export const endpointSubset = (): StructuralType<EndpointSubset> => structural(schemas.EndpointSubset)

export const endpoints = (): StructuralType<EndpointsInput> => structural(schemas.Endpoints)

export const envFromSource = (): StructuralType<EnvFromSource> => structural(schemas.EnvFromSource)

export const envVar = (): StructuralType<EnvVar> => structural(schemas.EnvVar)

export const envVarSource = (): StructuralType<EnvVarSource> => structural(schemas.EnvVarSource)

export const ephemeralContainer = (): StructuralType<EphemeralContainer> => structural(schemas.EphemeralContainer)

export const ephemeralVolumeSource = (): StructuralType<EphemeralVolumeSource> =>
  structural(schemas.EphemeralVolumeSource)

export const event = (): StructuralType<EventInput> => structural(schemas.Event)

export const eventSeries = (): StructuralType<EventSeries> => structural(schemas.EventSeries)

export const eventSource = (): StructuralType<EventSource> => structural(schemas.EventSource)

export const execAction = (): StructuralType<ExecAction> => structural(schemas.ExecAction)

export const fcVolumeSource = (): StructuralType<FCVolumeSource> => structural(schemas.FCVolumeSource)

export const fileKeySelector = (): StructuralType<FileKeySelector> => structural(schemas.FileKeySelector)

export const flexPersistentVolumeSource = (): StructuralType<FlexPersistentVolumeSource> =>
  structural(schemas.FlexPersistentVolumeSource)

export const flexVolumeSource = (): StructuralType<FlexVolumeSource> => structural(schemas.FlexVolumeSource)

export const flockerVolumeSource = (): StructuralType<FlockerVolumeSource> => structural(schemas.FlockerVolumeSource)

export const gcePersistentDiskVolumeSource = (): StructuralType<GCEPersistentDiskVolumeSource> =>
  structural(schemas.GCEPersistentDiskVolumeSource)

export const grpcAction = (): StructuralType<GRPCAction> => structural(schemas.GRPCAction)

export const gitRepoVolumeSource = (): StructuralType<GitRepoVolumeSource> => structural(schemas.GitRepoVolumeSource)

export const glusterfsPersistentVolumeSource = (): StructuralType<GlusterfsPersistentVolumeSource> =>
  structural(schemas.GlusterfsPersistentVolumeSource)

export const glusterfsVolumeSource = (): StructuralType<GlusterfsVolumeSource> =>
  structural(schemas.GlusterfsVolumeSource)

export const httpGetAction = (): StructuralType<HTTPGetAction> => structural(schemas.HTTPGetAction)

export const httpHeader = (): StructuralType<HTTPHeader> => structural(schemas.HTTPHeader)

export const hostAlias = (): StructuralType<HostAlias> => structural(schemas.HostAlias)

export const hostIP = (): StructuralType<HostIP> => structural(schemas.HostIP)

export const hostPathVolumeSource = (): StructuralType<HostPathVolumeSource> => structural(schemas.HostPathVolumeSource)

export const iscsiPersistentVolumeSource = (): StructuralType<ISCSIPersistentVolumeSource> =>
  structural(schemas.ISCSIPersistentVolumeSource)

export const iscsiVolumeSource = (): StructuralType<ISCSIVolumeSource> => structural(schemas.ISCSIVolumeSource)

export const imageVolumeSource = (): StructuralType<ImageVolumeSource> => structural(schemas.ImageVolumeSource)

export const imageVolumeStatus = (): StructuralType<ImageVolumeStatus> => structural(schemas.ImageVolumeStatus)

export const keyToPath = (): StructuralType<KeyToPath> => structural(schemas.KeyToPath)

export const lifecycle = (): StructuralType<Lifecycle> => structural(schemas.Lifecycle)

export const lifecycleHandler = (): StructuralType<LifecycleHandler> => structural(schemas.LifecycleHandler)

export const limitRange = (): StructuralType<LimitRangeInput> => structural(schemas.LimitRange)

export const limitRangeItem = (): StructuralType<LimitRangeItem> => structural(schemas.LimitRangeItem)

export const limitRangeSpec = (): StructuralType<LimitRangeSpec> => structural(schemas.LimitRangeSpec)

export const linuxContainerUser = (): StructuralType<LinuxContainerUser> => structural(schemas.LinuxContainerUser)

export const loadBalancerIngress = (): StructuralType<LoadBalancerIngress> => structural(schemas.LoadBalancerIngress)

export const loadBalancerStatus = (): StructuralType<LoadBalancerStatus> => structural(schemas.LoadBalancerStatus)

export const localObjectReference = (): StructuralType<LocalObjectReference> => structural(schemas.LocalObjectReference)

export const localVolumeSource = (): StructuralType<LocalVolumeSource> => structural(schemas.LocalVolumeSource)

export const modifyVolumeStatus = (): StructuralType<ModifyVolumeStatus> => structural(schemas.ModifyVolumeStatus)

export const nfsVolumeSource = (): StructuralType<NFSVolumeSource> => structural(schemas.NFSVolumeSource)

export const namespace = (): StructuralType<NamespaceInput> => structural(schemas.Namespace)

export const namespaceCondition = (): StructuralType<NamespaceCondition> => structural(schemas.NamespaceCondition)

export const namespaceSpec = (): StructuralType<NamespaceSpec> => structural(schemas.NamespaceSpec)

export const namespaceStatus = (): StructuralType<NamespaceStatus> => structural(schemas.NamespaceStatus)

export const node = (): StructuralType<NodeInput> => structural(schemas.Node)

export const nodeAddress = (): StructuralType<NodeAddress> => structural(schemas.NodeAddress)

export const nodeAffinity = (): StructuralType<NodeAffinity> => structural(schemas.NodeAffinity)

export const nodeAllocatableResourceClaimStatus = (): StructuralType<NodeAllocatableResourceClaimStatus> =>
  structural(schemas.NodeAllocatableResourceClaimStatus)

export const nodeCondition = (): StructuralType<NodeCondition> => structural(schemas.NodeCondition)

export const nodeConfigSource = (): StructuralType<NodeConfigSource> => structural(schemas.NodeConfigSource)

export const nodeConfigStatus = (): StructuralType<NodeConfigStatus> => structural(schemas.NodeConfigStatus)

export const nodeDaemonEndpoints = (): StructuralType<NodeDaemonEndpoints> => structural(schemas.NodeDaemonEndpoints)

export const nodeFeatures = (): StructuralType<NodeFeatures> => structural(schemas.NodeFeatures)

export const nodeRuntimeHandler = (): StructuralType<NodeRuntimeHandler> => structural(schemas.NodeRuntimeHandler)

export const nodeRuntimeHandlerFeatures = (): StructuralType<NodeRuntimeHandlerFeatures> =>
  structural(schemas.NodeRuntimeHandlerFeatures)

export const nodeSelector = (): StructuralType<NodeSelector> => structural(schemas.NodeSelector)

export const nodeSelectorRequirement = (): StructuralType<NodeSelectorRequirement> =>
  structural(schemas.NodeSelectorRequirement)

export const nodeSelectorTerm = (): StructuralType<NodeSelectorTerm> => structural(schemas.NodeSelectorTerm)

export const nodeSpec = (): StructuralType<NodeSpec> => structural(schemas.NodeSpec)

export const nodeStatus = (): StructuralType<NodeStatus> => structural(schemas.NodeStatus)

export const nodeSwapStatus = (): StructuralType<NodeSwapStatus> => structural(schemas.NodeSwapStatus)

export const nodeSystemInfo = (): StructuralType<NodeSystemInfo> => structural(schemas.NodeSystemInfo)

export const objectFieldSelector = (): StructuralType<ObjectFieldSelector> => structural(schemas.ObjectFieldSelector)

export const objectReference = (): StructuralType<ObjectReference> => structural(schemas.ObjectReference)

export const persistentVolume = (): StructuralType<PersistentVolumeInput> => structural(schemas.PersistentVolume)

export const persistentVolumeClaim = (): StructuralType<PersistentVolumeClaimInput> =>
  structural(schemas.PersistentVolumeClaim)

export const persistentVolumeClaimCondition = (): StructuralType<PersistentVolumeClaimCondition> =>
  structural(schemas.PersistentVolumeClaimCondition)

export const persistentVolumeClaimSpec = (): StructuralType<PersistentVolumeClaimSpec> =>
  structural(schemas.PersistentVolumeClaimSpec)

export const persistentVolumeClaimStatus = (): StructuralType<PersistentVolumeClaimStatus> =>
  structural(schemas.PersistentVolumeClaimStatus)

export const persistentVolumeClaimTemplate = (): StructuralType<PersistentVolumeClaimTemplate> =>
  structural(schemas.PersistentVolumeClaimTemplate)

export const persistentVolumeClaimVolumeSource = (): StructuralType<PersistentVolumeClaimVolumeSource> =>
  structural(schemas.PersistentVolumeClaimVolumeSource)

export const persistentVolumeSpec = (): StructuralType<PersistentVolumeSpec> => structural(schemas.PersistentVolumeSpec)

export const persistentVolumeStatus = (): StructuralType<PersistentVolumeStatus> =>
  structural(schemas.PersistentVolumeStatus)

export const photonPersistentDiskVolumeSource = (): StructuralType<PhotonPersistentDiskVolumeSource> =>
  structural(schemas.PhotonPersistentDiskVolumeSource)

export const pod = (): StructuralType<PodInput> => structural(schemas.Pod)

export const podAffinity = (): StructuralType<PodAffinity> => structural(schemas.PodAffinity)

export const podAffinityTerm = (): StructuralType<PodAffinityTerm> => structural(schemas.PodAffinityTerm)

export const podAntiAffinity = (): StructuralType<PodAntiAffinity> => structural(schemas.PodAntiAffinity)

export const podCertificateProjection = (): StructuralType<PodCertificateProjection> =>
  structural(schemas.PodCertificateProjection)

export const podCondition = (): StructuralType<PodCondition> => structural(schemas.PodCondition)

export const podDNSConfig = (): StructuralType<PodDNSConfig> => structural(schemas.PodDNSConfig)

export const podDNSConfigOption = (): StructuralType<PodDNSConfigOption> => structural(schemas.PodDNSConfigOption)

export const podExtendedResourceClaimStatus = (): StructuralType<PodExtendedResourceClaimStatus> =>
  structural(schemas.PodExtendedResourceClaimStatus)

export const podIP = (): StructuralType<PodIP> => structural(schemas.PodIP)

export const podOS = (): StructuralType<PodOS> => structural(schemas.PodOS)

export const podReadinessGate = (): StructuralType<PodReadinessGate> => structural(schemas.PodReadinessGate)

export const podResourceClaim = (): StructuralType<PodResourceClaim> => structural(schemas.PodResourceClaim)

export const podResourceClaimStatus = (): StructuralType<PodResourceClaimStatus> =>
  structural(schemas.PodResourceClaimStatus)

export const podSchedulingGate = (): StructuralType<PodSchedulingGate> => structural(schemas.PodSchedulingGate)

export const podSchedulingGroup = (): StructuralType<PodSchedulingGroup> => structural(schemas.PodSchedulingGroup)

export const podSecurityContext = (): StructuralType<PodSecurityContext> => structural(schemas.PodSecurityContext)

export const podSpec = (): StructuralType<PodSpec> => structural(schemas.PodSpec)

export const podStatus = (): StructuralType<PodStatus> => structural(schemas.PodStatus)

export const podTemplate = (): StructuralType<PodTemplateInput> => structural(schemas.PodTemplate)

export const podTemplateSpec = (): StructuralType<PodTemplateSpec> => structural(schemas.PodTemplateSpec)

export const portStatus = (): StructuralType<PortStatus> => structural(schemas.PortStatus)

export const portworxVolumeSource = (): StructuralType<PortworxVolumeSource> => structural(schemas.PortworxVolumeSource)

export const preferredSchedulingTerm = (): StructuralType<PreferredSchedulingTerm> =>
  structural(schemas.PreferredSchedulingTerm)

export const probe = (): StructuralType<Probe> => structural(schemas.Probe)

export const projectedVolumeSource = (): StructuralType<ProjectedVolumeSource> =>
  structural(schemas.ProjectedVolumeSource)

export const quobyteVolumeSource = (): StructuralType<QuobyteVolumeSource> => structural(schemas.QuobyteVolumeSource)

export const rbdPersistentVolumeSource = (): StructuralType<RBDPersistentVolumeSource> =>
  structural(schemas.RBDPersistentVolumeSource)

export const rbdVolumeSource = (): StructuralType<RBDVolumeSource> => structural(schemas.RBDVolumeSource)

export const replicationController = (): StructuralType<ReplicationControllerInput> =>
  structural(schemas.ReplicationController)

export const replicationControllerCondition = (): StructuralType<ReplicationControllerCondition> =>
  structural(schemas.ReplicationControllerCondition)

export const replicationControllerSpec = (): StructuralType<ReplicationControllerSpec> =>
  structural(schemas.ReplicationControllerSpec)

export const replicationControllerStatus = (): StructuralType<ReplicationControllerStatus> =>
  structural(schemas.ReplicationControllerStatus)

export const resourceClaim = (): StructuralType<ResourceClaim> => structural(schemas.ResourceClaim)

export const resourceFieldSelector = (): StructuralType<ResourceFieldSelector> =>
  structural(schemas.ResourceFieldSelector)

export const resourceHealth = (): StructuralType<ResourceHealth> => structural(schemas.ResourceHealth)

export const resourceQuota = (): StructuralType<ResourceQuotaInput> => structural(schemas.ResourceQuota)

export const resourceQuotaSpec = (): StructuralType<ResourceQuotaSpec> => structural(schemas.ResourceQuotaSpec)

export const resourceQuotaStatus = (): StructuralType<ResourceQuotaStatus> => structural(schemas.ResourceQuotaStatus)

export const resourceRequirements = (): StructuralType<ResourceRequirements> => structural(schemas.ResourceRequirements)

export const resourceStatus = (): StructuralType<ResourceStatus> => structural(schemas.ResourceStatus)

export const seLinuxOptions = (): StructuralType<SELinuxOptions> => structural(schemas.SELinuxOptions)

export const scaleIOPersistentVolumeSource = (): StructuralType<ScaleIOPersistentVolumeSource> =>
  structural(schemas.ScaleIOPersistentVolumeSource)

export const scaleIOVolumeSource = (): StructuralType<ScaleIOVolumeSource> => structural(schemas.ScaleIOVolumeSource)

export const scopeSelector = (): StructuralType<ScopeSelector> => structural(schemas.ScopeSelector)

export const scopedResourceSelectorRequirement = (): StructuralType<ScopedResourceSelectorRequirement> =>
  structural(schemas.ScopedResourceSelectorRequirement)

export const seccompProfile = (): StructuralType<SeccompProfile> => structural(schemas.SeccompProfile)

export const secret = (): StructuralType<SecretInput> => structural(schemas.Secret)

export const secretEnvSource = (): StructuralType<SecretEnvSource> => structural(schemas.SecretEnvSource)

export const secretKeySelector = (): StructuralType<SecretKeySelector> => structural(schemas.SecretKeySelector)

export const secretProjection = (): StructuralType<SecretProjection> => structural(schemas.SecretProjection)

export const secretReference = (): StructuralType<SecretReference> => structural(schemas.SecretReference)

export const secretVolumeSource = (): StructuralType<SecretVolumeSource> => structural(schemas.SecretVolumeSource)

export const securityContext = (): StructuralType<SecurityContext> => structural(schemas.SecurityContext)

export const service = (): StructuralType<ServiceInput> => structural(schemas.Service)

export const serviceAccount = (): StructuralType<ServiceAccountInput> => structural(schemas.ServiceAccount)

export const serviceAccountTokenProjection = (): StructuralType<ServiceAccountTokenProjection> =>
  structural(schemas.ServiceAccountTokenProjection)

export const servicePort = (): StructuralType<ServicePort> => structural(schemas.ServicePort)

export const serviceSpec = (): StructuralType<ServiceSpec> => structural(schemas.ServiceSpec)

export const serviceStatus = (): StructuralType<ServiceStatus> => structural(schemas.ServiceStatus)

export const sessionAffinityConfig = (): StructuralType<SessionAffinityConfig> =>
  structural(schemas.SessionAffinityConfig)

export const sleepAction = (): StructuralType<SleepAction> => structural(schemas.SleepAction)

export const storageOSPersistentVolumeSource = (): StructuralType<StorageOSPersistentVolumeSource> =>
  structural(schemas.StorageOSPersistentVolumeSource)

export const storageOSVolumeSource = (): StructuralType<StorageOSVolumeSource> =>
  structural(schemas.StorageOSVolumeSource)

export const sysctl = (): StructuralType<Sysctl> => structural(schemas.Sysctl)

export const tcpSocketAction = (): StructuralType<TCPSocketAction> => structural(schemas.TCPSocketAction)

export const taint = (): StructuralType<Taint> => structural(schemas.Taint)

export const toleration = (): StructuralType<Toleration> => structural(schemas.Toleration)

export const topologySelectorLabelRequirement = (): StructuralType<TopologySelectorLabelRequirement> =>
  structural(schemas.TopologySelectorLabelRequirement)

export const topologySelectorTerm = (): StructuralType<TopologySelectorTerm> => structural(schemas.TopologySelectorTerm)

export const topologySpreadConstraint = (): StructuralType<TopologySpreadConstraint> =>
  structural(schemas.TopologySpreadConstraint)

export const typedLocalObjectReference = (): StructuralType<TypedLocalObjectReference> =>
  structural(schemas.TypedLocalObjectReference)

export const typedObjectReference = (): StructuralType<TypedObjectReference> => structural(schemas.TypedObjectReference)

export const volume = (): StructuralType<Volume> => structural(schemas.Volume)

export const volumeDevice = (): StructuralType<VolumeDevice> => structural(schemas.VolumeDevice)

export const volumeMount = (): StructuralType<VolumeMount> => structural(schemas.VolumeMount)

export const volumeMountStatus = (): StructuralType<VolumeMountStatus> => structural(schemas.VolumeMountStatus)

export const volumeNodeAffinity = (): StructuralType<VolumeNodeAffinity> => structural(schemas.VolumeNodeAffinity)

export const volumeProjection = (): StructuralType<VolumeProjection> => structural(schemas.VolumeProjection)

export const volumeResourceRequirements = (): StructuralType<VolumeResourceRequirements> =>
  structural(schemas.VolumeResourceRequirements)

export const volumeStatus = (): StructuralType<VolumeStatus> => structural(schemas.VolumeStatus)

export const vsphereVirtualDiskVolumeSource = (): StructuralType<VsphereVirtualDiskVolumeSource> =>
  structural(schemas.VsphereVirtualDiskVolumeSource)

export const weightedPodAffinityTerm = (): StructuralType<WeightedPodAffinityTerm> =>
  structural(schemas.WeightedPodAffinityTerm)

export const windowsSecurityContextOptions = (): StructuralType<WindowsSecurityContextOptions> =>
  structural(schemas.WindowsSecurityContextOptions)
