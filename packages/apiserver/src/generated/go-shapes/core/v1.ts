// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
AWSElasticBlockStoreVolumeSource volumeID:string=1 fsType?string=2 partition?int32=3 readOnly?bool=4
Affinity nodeAffinity?*NodeAffinity=1 podAffinity?*PodAffinity=2 podAntiAffinity?*PodAntiAffinity=3
AppArmorProfile type:AppArmorProfileType=1 localhostProfile?*string=2
AppArmorProfileType =string
AttachedVolume name:UniqueVolumeName=1 devicePath:string=2
AzureDataDiskCachingMode =string
AzureDataDiskKind =string
AzureDiskVolumeSource diskName:string=1 diskURI:string=2 cachingMode?*AzureDataDiskCachingMode=3 fsType?*string=4 readOnly?*bool=5 kind?*AzureDataDiskKind=6
AzureFilePersistentVolumeSource secretName:string=1 shareName:string=2 readOnly?bool=3 secretNamespace:*string=4
AzureFileVolumeSource secretName:string=1 shareName:string=2 readOnly?bool=3
Binding ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 target:ObjectReference=2
CSIPersistentVolumeSource driver:string=1 volumeHandle:string=2 readOnly?bool=3 fsType?string=4 volumeAttributes?map[string]string=5 controllerPublishSecretRef?*SecretReference=6 nodeStageSecretRef?*SecretReference=7 nodePublishSecretRef?*SecretReference=8 controllerExpandSecretRef?*SecretReference=9 nodeExpandSecretRef?*SecretReference=10
CSIVolumeSource driver:string=1 readOnly?*bool=2 fsType?*string=3 volumeAttributes?map[string]string=4 nodePublishSecretRef?*LocalObjectReference=5
Capabilities add?[]Capability=1 drop?[]Capability=2
Capability =string
CephFSPersistentVolumeSource monitors:[]string=1 path?string=2 user?string=3 secretFile?string=4 secretRef?*SecretReference=5 readOnly?bool=6
CephFSVolumeSource monitors:[]string=1 path?string=2 user?string=3 secretFile?string=4 secretRef?*LocalObjectReference=5 readOnly?bool=6
CinderPersistentVolumeSource volumeID:string=1 fsType?string=2 readOnly?bool=3 secretRef?*SecretReference=4
CinderVolumeSource volumeID:string=1 fsType?string=2 readOnly?bool=3 secretRef?*LocalObjectReference=4
ClaimResourceStatus =string
ClientIPConfig timeoutSeconds?*int32=1
ClusterTrustBundleProjection name?*string=1 signerName?*string=2 labelSelector?*meta/v1.LabelSelector=3 optional?*bool=5 path:string=4
ComponentCondition type:ComponentConditionType=1 status:ConditionStatus=2 message?string=3 error?string=4
ComponentConditionType =string
ComponentStatus ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 conditions?[]ComponentCondition=2
ConditionStatus =string
ConfigMap ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 immutable?*bool=4 data?map[string]string=2 binaryData?map[string][]uint8=3
ConfigMapEnvSource ^LocalObjectReference=1 optional?*bool=2
ConfigMapKeySelector ^LocalObjectReference=1 key:string=2 optional?*bool=3
ConfigMapNodeConfigSource namespace:string=1 name:string=2 uid?types.UID=3 resourceVersion?string=4 kubeletConfigKey:string=5
ConfigMapProjection ^LocalObjectReference=1 items?[]KeyToPath=2 optional?*bool=4
ConfigMapVolumeSource ^LocalObjectReference=1 items?[]KeyToPath=2 defaultMode?*int32=3 optional?*bool=4
Container name:string=1 image?string=2 command?[]string=3 args?[]string=4 workingDir?string=5 ports?[]ContainerPort=6 envFrom?[]EnvFromSource=19 env?[]EnvVar=7 resources?ResourceRequirements=8 resizePolicy?[]ContainerResizePolicy=23 restartPolicy?*ContainerRestartPolicy=24 restartPolicyRules?[]ContainerRestartRule=25 volumeMounts?[]VolumeMount=9 volumeDevices?[]VolumeDevice=21 livenessProbe?*Probe=10 readinessProbe?*Probe=11 startupProbe?*Probe=22 lifecycle?*Lifecycle=12 terminationMessagePath?string=13 terminationMessagePolicy?TerminationMessagePolicy=20 imagePullPolicy?PullPolicy=14 securityContext?*SecurityContext=15 stdin?bool=16 stdinOnce?bool=17 tty?bool=18
ContainerExtendedResourceRequest containerName:string=1 resourceName:string=2 requestName:string=3
ContainerImage names:[]string=1 sizeBytes?int64=2
ContainerPort name?string=1 hostPort?int32=2 containerPort:int32=3 protocol?Protocol=4 hostIP?string=5
ContainerResizePolicy resourceName:ResourceName=1 restartPolicy:ResourceResizeRestartPolicy=2
ContainerRestartPolicy =string
ContainerRestartRule action?ContainerRestartRuleAction=1 exitCodes?*ContainerRestartRuleOnExitCodes=2
ContainerRestartRuleAction =string
ContainerRestartRuleOnExitCodes operator?ContainerRestartRuleOnExitCodesOperator=1 values?[]int32=2
ContainerRestartRuleOnExitCodesOperator =string
ContainerState waiting?*ContainerStateWaiting=1 running?*ContainerStateRunning=2 terminated?*ContainerStateTerminated=3
ContainerStateRunning startedAt?meta/v1.Time=1
ContainerStateTerminated exitCode:int32=1 signal?int32=2 reason?string=3 message?string=4 startedAt?meta/v1.Time=5 finishedAt?meta/v1.Time=6 containerID?string=7
ContainerStateWaiting reason?string=1 message?string=2
ContainerStatus name:string=1 state?ContainerState=2 lastState?ContainerState=3 ready:bool=4 restartCount:int32=5 image:string=6 imageID:string=7 containerID?string=8 started?*bool=9 allocatedResources?ResourceList=10 resources?*ResourceRequirements=11 volumeMounts?[]VolumeMountStatus=12 user?*ContainerUser=13 allocatedResourcesStatus?[]ResourceStatus=14 stopSignal?*Signal=15
ContainerUser linux?*LinuxContainerUser=1
DNSPolicy =string
DaemonEndpoint Port:int32=1
DownwardAPIProjection items?[]DownwardAPIVolumeFile=1
DownwardAPIVolumeFile path:string=1 fieldRef?*ObjectFieldSelector=2 resourceFieldRef?*ResourceFieldSelector=3 mode?*int32=4
DownwardAPIVolumeSource items?[]DownwardAPIVolumeFile=1 defaultMode?*int32=2
EmptyDirVolumeSource medium?StorageMedium=1 sizeLimit?*resource.Quantity=2
EndpointAddress ip:string=1 hostname?string=3 nodeName?*string=4 targetRef?*ObjectReference=2
EndpointPort name?string=1 port:int32=2 protocol?Protocol=3 appProtocol?*string=4
EndpointSubset addresses?[]EndpointAddress=1 notReadyAddresses?[]EndpointAddress=2 ports?[]EndpointPort=3
Endpoints ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 subsets?[]EndpointSubset=2
EnvFromSource prefix?string=1 configMapRef?*ConfigMapEnvSource=2 secretRef?*SecretEnvSource=3
EnvVar name:string=1 value?string=2 valueFrom?*EnvVarSource=3
EnvVarSource fieldRef?*ObjectFieldSelector=1 resourceFieldRef?*ResourceFieldSelector=2 configMapKeyRef?*ConfigMapKeySelector=3 secretKeyRef?*SecretKeySelector=4 fileKeyRef?*FileKeySelector=5
EphemeralContainer ^EphemeralContainerCommon=1 targetContainerName?string=2
EphemeralContainerCommon name:string=1 image?string=2 command?[]string=3 args?[]string=4 workingDir?string=5 ports?[]ContainerPort=6 envFrom?[]EnvFromSource=19 env?[]EnvVar=7 resources?ResourceRequirements=8 resizePolicy?[]ContainerResizePolicy=23 restartPolicy?*ContainerRestartPolicy=24 restartPolicyRules?[]ContainerRestartRule=25 volumeMounts?[]VolumeMount=9 volumeDevices?[]VolumeDevice=21 livenessProbe?*Probe=10 readinessProbe?*Probe=11 startupProbe?*Probe=22 lifecycle?*Lifecycle=12 terminationMessagePath?string=13 terminationMessagePolicy?TerminationMessagePolicy=20 imagePullPolicy?PullPolicy=14 securityContext?*SecurityContext=15 stdin?bool=16 stdinOnce?bool=17 tty?bool=18
EphemeralVolumeSource volumeClaimTemplate?*PersistentVolumeClaimTemplate=1
Event ^meta/v1.TypeMeta metadata:meta/v1.ObjectMeta=1 involvedObject:ObjectReference=2 reason?string=3 message?string=4 source?EventSource=5 firstTimestamp?meta/v1.Time=6 lastTimestamp?meta/v1.Time=7 count?int32=8 type?string=9 eventTime?meta/v1.MicroTime=10 series?*EventSeries=11 action?string=12 related?*ObjectReference=13 reportingComponent:string=14 reportingInstance:string=15
EventSeries count?int32=1 lastObservedTime?meta/v1.MicroTime=2
EventSource component?string=1 host?string=2
ExecAction command?[]string=1
FCVolumeSource targetWWNs?[]string=1 lun?*int32=2 fsType?string=3 readOnly?bool=4 wwids?[]string=5
FileKeySelector volumeName:string=1 path:string=2 key:string=3 optional?*bool=4
FinalizerName =string
FlexPersistentVolumeSource driver:string=1 fsType?string=2 secretRef?*SecretReference=3 readOnly?bool=4 options?map[string]string=5
FlexVolumeSource driver:string=1 fsType?string=2 secretRef?*LocalObjectReference=3 readOnly?bool=4 options?map[string]string=5
FlockerVolumeSource datasetName?string=1 datasetUUID?string=2
GCEPersistentDiskVolumeSource pdName:string=1 fsType?string=2 partition?int32=3 readOnly?bool=4
GRPCAction port:int32=1 service:*string=2
GitRepoVolumeSource repository:string=1 revision?string=2 directory?string=3
GlusterfsPersistentVolumeSource endpoints:string=1 path:string=2 readOnly?bool=3 endpointsNamespace?*string=4
GlusterfsVolumeSource endpoints:string=1 path:string=2 readOnly?bool=3
HTTPGetAction path?string=1 port:intstr.IntOrString=2 host?string=3 scheme?URIScheme=4 httpHeaders?[]HTTPHeader=5
HTTPHeader name:string=1 value:string=2
HostAlias ip:string=1 hostnames?[]string=2
HostIP ip:string=1
HostPathType =string
HostPathVolumeSource path:string=1 type?*HostPathType=2
IPFamily =string
IPFamilyPolicy =string
ISCSIPersistentVolumeSource targetPortal:string=1 iqn:string=2 lun:int32=3 iscsiInterface?string=4 fsType?string=5 readOnly?bool=6 portals?[]string=7 chapAuthDiscovery?bool=8 chapAuthSession?bool=11 secretRef?*SecretReference=10 initiatorName?*string=12
ISCSIVolumeSource targetPortal:string=1 iqn:string=2 lun:int32=3 iscsiInterface?string=4 fsType?string=5 readOnly?bool=6 portals?[]string=7 chapAuthDiscovery?bool=8 chapAuthSession?bool=11 secretRef?*LocalObjectReference=10 initiatorName?*string=12
ImageVolumeSource reference?string=1 pullPolicy?PullPolicy=2
ImageVolumeStatus imageRef?string=1
KeyToPath key:string=1 path:string=2 mode?*int32=3
Lifecycle postStart?*LifecycleHandler=1 preStop?*LifecycleHandler=2 stopSignal?*Signal=3
LifecycleHandler exec?*ExecAction=1 httpGet?*HTTPGetAction=2 tcpSocket?*TCPSocketAction=3 sleep?*SleepAction=4
LimitRange ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?LimitRangeSpec=2
LimitRangeItem type:LimitType=1 max?ResourceList=2 min?ResourceList=3 default?ResourceList=4 defaultRequest?ResourceList=5 maxLimitRequestRatio?ResourceList=6
LimitRangeSpec limits:[]LimitRangeItem=1
LimitType =string
LinuxContainerUser uid:int64=1 gid:int64=2 supplementalGroups?[]int64=3
LoadBalancerIPMode =string
LoadBalancerIngress ip?string=1 hostname?string=2 ipMode?*LoadBalancerIPMode=3 ports?[]PortStatus=4
LoadBalancerStatus ingress?[]LoadBalancerIngress=1
LocalObjectReference name?string=1
LocalVolumeSource path:string=1 fsType?*string=2
ModifyVolumeStatus targetVolumeAttributesClassName?string=1 status:PersistentVolumeClaimModifyVolumeStatus=2
MountPropagationMode =string
NFSVolumeSource server:string=1 path:string=2 readOnly?bool=3
Namespace ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?NamespaceSpec=2 status?NamespaceStatus=3
NamespaceCondition type:NamespaceConditionType=1 status:ConditionStatus=2 lastTransitionTime?meta/v1.Time=4 reason?string=5 message?string=6
NamespaceConditionType =string
NamespacePhase =string
NamespaceSpec finalizers?[]FinalizerName=1
NamespaceStatus phase?NamespacePhase=1 conditions?[]NamespaceCondition=2
Node ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?NodeSpec=2 status?NodeStatus=3
NodeAddress type:NodeAddressType=1 address:string=2
NodeAddressType =string
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution?*NodeSelector=1 preferredDuringSchedulingIgnoredDuringExecution?[]PreferredSchedulingTerm=2
NodeAllocatableResourceClaimStatus resourceClaimName:string=1 containers?[]string=2 resources:map[ResourceName]resource.Quantity=3
NodeCondition type:NodeConditionType=1 status:ConditionStatus=2 lastHeartbeatTime?meta/v1.Time=3 lastTransitionTime?meta/v1.Time=4 reason?string=5 message?string=6
NodeConditionType =string
NodeConfigSource configMap?*ConfigMapNodeConfigSource=2
NodeConfigStatus assigned?*NodeConfigSource=1 active?*NodeConfigSource=2 lastKnownGood?*NodeConfigSource=3 error?string=4
NodeDaemonEndpoints kubeletEndpoint?DaemonEndpoint=1
NodeFeatures supplementalGroupsPolicy?*bool=1
NodeInclusionPolicy =string
NodePhase =string
NodeRuntimeHandler name:string=1 features?*NodeRuntimeHandlerFeatures=2
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts?*bool=1 userNamespaces?*bool=2
NodeSelector nodeSelectorTerms:[]NodeSelectorTerm=1
NodeSelectorOperator =string
NodeSelectorRequirement key:string=1 operator:NodeSelectorOperator=2 values?[]string=3
NodeSelectorTerm matchExpressions?[]NodeSelectorRequirement=1 matchFields?[]NodeSelectorRequirement=2
NodeSpec podCIDR?string=1 podCIDRs?[]string=7 providerID?string=3 unschedulable?bool=4 taints?[]Taint=5 configSource?*NodeConfigSource=6 externalID?string=2
NodeStatus capacity?ResourceList=1 allocatable?ResourceList=2 phase?NodePhase=3 conditions?[]NodeCondition=4 addresses?[]NodeAddress=5 daemonEndpoints?NodeDaemonEndpoints=6 nodeInfo?NodeSystemInfo=7 images?[]ContainerImage=8 volumesInUse?[]UniqueVolumeName=9 volumesAttached?[]AttachedVolume=10 config?*NodeConfigStatus=11 runtimeHandlers?[]NodeRuntimeHandler=12 features?*NodeFeatures=13 declaredFeatures?[]string=14
NodeSwapStatus capacity?*int64=1
NodeSystemInfo machineID:string=1 systemUUID:string=2 bootID:string=3 kernelVersion:string=4 osImage:string=5 containerRuntimeVersion:string=6 kubeletVersion:string=7 kubeProxyVersion:string=8 operatingSystem:string=9 architecture:string=10 swap?*NodeSwapStatus=11
OSName =string
ObjectFieldSelector apiVersion?string=1 fieldPath:string=2
ObjectReference kind?string=1 namespace?string=2 name?string=3 uid?types.UID=4 apiVersion?string=5 resourceVersion?string=6 fieldPath?string=7
PersistentVolume ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?PersistentVolumeSpec=2 status?PersistentVolumeStatus=3
PersistentVolumeAccessMode =string
PersistentVolumeClaim ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?PersistentVolumeClaimSpec=2 status?PersistentVolumeClaimStatus=3
PersistentVolumeClaimCondition type:PersistentVolumeClaimConditionType=1 status:ConditionStatus=2 lastProbeTime?meta/v1.Time=3 lastTransitionTime?meta/v1.Time=4 reason?string=5 message?string=6
PersistentVolumeClaimConditionType =string
PersistentVolumeClaimModifyVolumeStatus =string
PersistentVolumeClaimPhase =string
PersistentVolumeClaimSpec accessModes?[]PersistentVolumeAccessMode=1 selector?*meta/v1.LabelSelector=4 resources?VolumeResourceRequirements=2 volumeName?string=3 storageClassName?*string=5 volumeMode?*PersistentVolumeMode=6 dataSource?*TypedLocalObjectReference=7 dataSourceRef?*TypedObjectReference=8 volumeAttributesClassName?*string=9
PersistentVolumeClaimStatus phase?PersistentVolumeClaimPhase=1 accessModes?[]PersistentVolumeAccessMode=2 capacity?ResourceList=3 conditions?[]PersistentVolumeClaimCondition=4 allocatedResources?ResourceList=5 allocatedResourceStatuses?map[ResourceName]ClaimResourceStatus=7 currentVolumeAttributesClassName?*string=8 modifyVolumeStatus?*ModifyVolumeStatus=9
PersistentVolumeClaimTemplate metadata?meta/v1.ObjectMeta=1 spec:PersistentVolumeClaimSpec=2
PersistentVolumeClaimVolumeSource claimName:string=1 readOnly?bool=2
PersistentVolumeMode =string
PersistentVolumePhase =string
PersistentVolumeReclaimPolicy =string
PersistentVolumeSource gcePersistentDisk?*GCEPersistentDiskVolumeSource=1 awsElasticBlockStore?*AWSElasticBlockStoreVolumeSource=2 hostPath?*HostPathVolumeSource=3 glusterfs?*GlusterfsPersistentVolumeSource=4 nfs?*NFSVolumeSource=5 rbd?*RBDPersistentVolumeSource=6 iscsi?*ISCSIPersistentVolumeSource=7 cinder?*CinderPersistentVolumeSource=8 cephfs?*CephFSPersistentVolumeSource=9 fc?*FCVolumeSource=10 flocker?*FlockerVolumeSource=11 flexVolume?*FlexPersistentVolumeSource=12 azureFile?*AzureFilePersistentVolumeSource=13 vsphereVolume?*VsphereVirtualDiskVolumeSource=14 quobyte?*QuobyteVolumeSource=15 azureDisk?*AzureDiskVolumeSource=16 photonPersistentDisk?*PhotonPersistentDiskVolumeSource=17 portworxVolume?*PortworxVolumeSource=18 scaleIO?*ScaleIOPersistentVolumeSource=19 local?*LocalVolumeSource=20 storageos?*StorageOSPersistentVolumeSource=21 csi?*CSIPersistentVolumeSource=22
PersistentVolumeSpec capacity?ResourceList=1 ^PersistentVolumeSource=2 accessModes?[]PersistentVolumeAccessMode=3 claimRef?*ObjectReference=4 persistentVolumeReclaimPolicy?PersistentVolumeReclaimPolicy=5 storageClassName?string=6 mountOptions?[]string=7 volumeMode?*PersistentVolumeMode=8 nodeAffinity?*VolumeNodeAffinity=9 volumeAttributesClassName?*string=10
PersistentVolumeStatus phase?PersistentVolumePhase=1 message?string=2 reason?string=3 lastPhaseTransitionTime?*meta/v1.Time=4
PhotonPersistentDiskVolumeSource pdID:string=1 fsType?string=2
Pod ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?PodSpec=2 status?PodStatus=3
PodAffinity requiredDuringSchedulingIgnoredDuringExecution?[]PodAffinityTerm=1 preferredDuringSchedulingIgnoredDuringExecution?[]WeightedPodAffinityTerm=2
PodAffinityTerm labelSelector?*meta/v1.LabelSelector=1 namespaces?[]string=2 topologyKey:string=3 namespaceSelector?*meta/v1.LabelSelector=4 matchLabelKeys?[]string=5 mismatchLabelKeys?[]string=6
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution?[]PodAffinityTerm=1 preferredDuringSchedulingIgnoredDuringExecution?[]WeightedPodAffinityTerm=2
PodCertificateProjection signerName?string=1 keyType?string=2 maxExpirationSeconds?*int32=3 credentialBundlePath?string=4 keyPath?string=5 certificateChainPath?string=6 userAnnotations?map[string]string=7
PodCondition type:PodConditionType=1 observedGeneration?int64=7 status:ConditionStatus=2 lastProbeTime?meta/v1.Time=3 lastTransitionTime?meta/v1.Time=4 reason?string=5 message?string=6
PodConditionType =string
PodDNSConfig nameservers?[]string=1 searches?[]string=2 options?[]PodDNSConfigOption=3
PodDNSConfigOption name?string=1 value?*string=2
PodExtendedResourceClaimStatus requestMappings:[]ContainerExtendedResourceRequest=1 resourceClaimName:string=2
PodFSGroupChangePolicy =string
PodIP ip:string=1
PodOS name:OSName=1
PodPhase =string
PodQOSClass =string
PodReadinessGate conditionType:PodConditionType=1
PodResizeStatus =string
PodResourceClaim name:string=1 resourceClaimName?*string=3 resourceClaimTemplateName?*string=4
PodResourceClaimStatus name:string=1 resourceClaimName?*string=2
PodSELinuxChangePolicy =string
PodSchedulingGate name:string=1
PodSchedulingGroup podGroupName?*string=1
PodSecurityContext seLinuxOptions?*SELinuxOptions=1 windowsOptions?*WindowsSecurityContextOptions=8 runAsUser?*int64=2 runAsGroup?*int64=6 runAsNonRoot?*bool=3 supplementalGroups?[]int64=4 supplementalGroupsPolicy?*SupplementalGroupsPolicy=12 fsGroup?*int64=5 sysctls?[]Sysctl=7 fsGroupChangePolicy?*PodFSGroupChangePolicy=9 seccompProfile?*SeccompProfile=10 appArmorProfile?*AppArmorProfile=11 seLinuxChangePolicy?*PodSELinuxChangePolicy=13
PodSpec volumes?[]Volume=1 initContainers?[]Container=20 containers:[]Container=2 ephemeralContainers?[]EphemeralContainer=34 restartPolicy?RestartPolicy=3 terminationGracePeriodSeconds?*int64=4 activeDeadlineSeconds?*int64=5 dnsPolicy?DNSPolicy=6 nodeSelector?map[string]string=7 serviceAccountName?string=8 serviceAccount?string=9 automountServiceAccountToken?*bool=21 nodeName?string=10 hostNetwork?bool=11 hostPID?bool=12 hostIPC?bool=13 shareProcessNamespace?*bool=27 securityContext?*PodSecurityContext=14 imagePullSecrets?[]LocalObjectReference=15 hostname?string=16 subdomain?string=17 affinity?*Affinity=18 schedulerName?string=19 tolerations?[]Toleration=22 hostAliases?[]HostAlias=23 priorityClassName?string=24 priority?*int32=25 dnsConfig?*PodDNSConfig=26 readinessGates?[]PodReadinessGate=28 runtimeClassName?*string=29 enableServiceLinks?*bool=30 preemptionPolicy?*PreemptionPolicy=31 overhead?ResourceList=32 topologySpreadConstraints?[]TopologySpreadConstraint=33 setHostnameAsFQDN?*bool=35 os?*PodOS=36 hostUsers?*bool=37 schedulingGates?[]PodSchedulingGate=38 resourceClaims?[]PodResourceClaim=39 resources?*ResourceRequirements=40 hostnameOverride?*string=41 schedulingGroup?*PodSchedulingGroup=43
PodStatus observedGeneration?int64=17 phase?PodPhase=1 conditions?[]PodCondition=2 message?string=3 reason?string=4 nominatedNodeName?string=11 hostIP?string=5 hostIPs?[]HostIP=16 podIP?string=6 podIPs?[]PodIP=12 startTime?*meta/v1.Time=7 initContainerStatuses?[]ContainerStatus=10 containerStatuses?[]ContainerStatus=8 qosClass?PodQOSClass=9 ephemeralContainerStatuses?[]ContainerStatus=13 resize?PodResizeStatus=14 resourceClaimStatuses?[]PodResourceClaimStatus=15 extendedResourceClaimStatus?*PodExtendedResourceClaimStatus=18 allocatedResources?ResourceList=19 resources?*ResourceRequirements=20 nodeAllocatableResourceClaimStatuses?[]NodeAllocatableResourceClaimStatus=21
PodTemplate ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 template?PodTemplateSpec=2
PodTemplateSpec metadata?meta/v1.ObjectMeta=1 spec?PodSpec=2
PortStatus port:int32=1 protocol:Protocol=2 error?*string=3
PortworxVolumeSource volumeID:string=1 fsType?string=2 readOnly?bool=3
PreemptionPolicy =string
PreferredSchedulingTerm weight:int32=1 preference:NodeSelectorTerm=2
Probe ^ProbeHandler=1 initialDelaySeconds?int32=2 timeoutSeconds?int32=3 periodSeconds?int32=4 successThreshold?int32=5 failureThreshold?int32=6 terminationGracePeriodSeconds?*int64=7
ProbeHandler exec?*ExecAction=1 httpGet?*HTTPGetAction=2 tcpSocket?*TCPSocketAction=3 grpc?*GRPCAction=4
ProcMountType =string
ProjectedVolumeSource sources:[]VolumeProjection=1 defaultMode?*int32=2
Protocol =string
PullPolicy =string
QuobyteVolumeSource registry:string=1 volume:string=2 readOnly?bool=3 user?string=4 group?string=5 tenant?string=6
RBDPersistentVolumeSource monitors:[]string=1 image:string=2 fsType?string=3 pool?string=4 user?string=5 keyring?string=6 secretRef?*SecretReference=7 readOnly?bool=8
RBDVolumeSource monitors:[]string=1 image:string=2 fsType?string=3 pool?string=4 user?string=5 keyring?string=6 secretRef?*LocalObjectReference=7 readOnly?bool=8
RecursiveReadOnlyMode =string
ReplicationController ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?ReplicationControllerSpec=2 status?ReplicationControllerStatus=3
ReplicationControllerCondition type:ReplicationControllerConditionType=1 status:ConditionStatus=2 lastTransitionTime?meta/v1.Time=3 reason?string=4 message?string=5
ReplicationControllerConditionType =string
ReplicationControllerSpec replicas?*int32=1 minReadySeconds?int32=4 selector?map[string]string=2 template?*PodTemplateSpec=3
ReplicationControllerStatus replicas:int32=1 fullyLabeledReplicas?int32=2 readyReplicas?int32=4 availableReplicas?int32=5 observedGeneration?int64=3 conditions?[]ReplicationControllerCondition=6
ResourceClaim name:string=1 request?string=2
ResourceFieldSelector containerName?string=1 resource:string=2 divisor?resource.Quantity=3
ResourceHealth resourceID:ResourceID=1 health?ResourceHealthStatus=2 message?*string=6
ResourceHealthStatus =string
ResourceID =string
ResourceList =map[ResourceName]resource.Quantity
ResourceName =string
ResourceQuota ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?ResourceQuotaSpec=2 status?ResourceQuotaStatus=3
ResourceQuotaScope =string
ResourceQuotaSpec hard?ResourceList=1 scopes?[]ResourceQuotaScope=2 scopeSelector?*ScopeSelector=3
ResourceQuotaStatus hard?ResourceList=1 used?ResourceList=2
ResourceRequirements limits?ResourceList=1 requests?ResourceList=2 claims?[]ResourceClaim=3
ResourceResizeRestartPolicy =string
ResourceStatus name:ResourceName=1 resources?[]ResourceHealth=2
RestartPolicy =string
SELinuxOptions user?string=1 role?string=2 type?string=3 level?string=4
ScaleIOPersistentVolumeSource gateway:string=1 system:string=2 secretRef:*SecretReference=3 sslEnabled?bool=4 protectionDomain?string=5 storagePool?string=6 storageMode?string=7 volumeName?string=8 fsType?string=9 readOnly?bool=10
ScaleIOVolumeSource gateway:string=1 system:string=2 secretRef:*LocalObjectReference=3 sslEnabled?bool=4 protectionDomain?string=5 storagePool?string=6 storageMode?string=7 volumeName?string=8 fsType?string=9 readOnly?bool=10
ScopeSelector matchExpressions?[]ScopedResourceSelectorRequirement=1
ScopeSelectorOperator =string
ScopedResourceSelectorRequirement scopeName:ResourceQuotaScope=1 operator:ScopeSelectorOperator=2 values?[]string=3
SeccompProfile type:SeccompProfileType=1 localhostProfile?*string=2
SeccompProfileType =string
Secret ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 immutable?*bool=5 data?map[string][]uint8=2 stringData?map[string]string=4 type?SecretType=3
SecretEnvSource ^LocalObjectReference=1 optional?*bool=2
SecretKeySelector ^LocalObjectReference=1 key:string=2 optional?*bool=3
SecretProjection ^LocalObjectReference=1 items?[]KeyToPath=2 optional?*bool=4
SecretReference name?string=1 namespace?string=2
SecretType =string
SecretVolumeSource secretName?string=1 items?[]KeyToPath=2 defaultMode?*int32=3 optional?*bool=4
SecurityContext capabilities?*Capabilities=1 privileged?*bool=2 seLinuxOptions?*SELinuxOptions=3 windowsOptions?*WindowsSecurityContextOptions=10 runAsUser?*int64=4 runAsGroup?*int64=8 runAsNonRoot?*bool=5 readOnlyRootFilesystem?*bool=6 allowPrivilegeEscalation?*bool=7 procMount?*ProcMountType=9 seccompProfile?*SeccompProfile=11 appArmorProfile?*AppArmorProfile=12
Service ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?ServiceSpec=2 status?ServiceStatus=3
ServiceAccount ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 secrets?[]ObjectReference=2 imagePullSecrets?[]LocalObjectReference=3 automountServiceAccountToken?*bool=4
ServiceAccountTokenProjection audience?string=1 expirationSeconds?*int64=2 path:string=3
ServiceAffinity =string
ServiceExternalTrafficPolicy =string
ServiceInternalTrafficPolicy =string
ServicePort name?string=1 protocol?Protocol=2 appProtocol?*string=6 port:int32=3 targetPort?intstr.IntOrString=4 nodePort?int32=5
ServiceSpec ports?[]ServicePort=1 selector?map[string]string=2 clusterIP?string=3 clusterIPs?[]string=18 type?ServiceType=4 externalIPs?[]string=5 sessionAffinity?ServiceAffinity=7 loadBalancerIP?string=8 loadBalancerSourceRanges?[]string=9 externalName?string=10 externalTrafficPolicy?ServiceExternalTrafficPolicy=11 healthCheckNodePort?int32=12 publishNotReadyAddresses?bool=13 sessionAffinityConfig?*SessionAffinityConfig=14 ipFamilies?[]IPFamily=19 ipFamilyPolicy?*IPFamilyPolicy=17 allocateLoadBalancerNodePorts?*bool=20 loadBalancerClass?*string=21 internalTrafficPolicy?*ServiceInternalTrafficPolicy=22 trafficDistribution?*string=23
ServiceStatus loadBalancer?LoadBalancerStatus=1 conditions?[]meta/v1.Condition=2
ServiceType =string
SessionAffinityConfig clientIP?*ClientIPConfig=1
Signal =string
SleepAction seconds:int64=1
StorageMedium =string
StorageOSPersistentVolumeSource volumeName?string=1 volumeNamespace?string=2 fsType?string=3 readOnly?bool=4 secretRef?*ObjectReference=5
StorageOSVolumeSource volumeName?string=1 volumeNamespace?string=2 fsType?string=3 readOnly?bool=4 secretRef?*LocalObjectReference=5
SupplementalGroupsPolicy =string
Sysctl name:string=1 value:string=2
TCPSocketAction port:intstr.IntOrString=1 host?string=2
Taint key:string=1 value?string=2 effect:TaintEffect=3 timeAdded?*meta/v1.Time=4
TaintEffect =string
TerminationMessagePolicy =string
Toleration key?string=1 operator?TolerationOperator=2 value?string=3 effect?TaintEffect=4 tolerationSeconds?*int64=5
TolerationOperator =string
TopologySelectorLabelRequirement key:string=1 values:[]string=2
TopologySelectorTerm matchLabelExpressions?[]TopologySelectorLabelRequirement=1
TopologySpreadConstraint maxSkew:int32=1 topologyKey:string=2 whenUnsatisfiable:UnsatisfiableConstraintAction=3 labelSelector?*meta/v1.LabelSelector=4 minDomains?*int32=5 nodeAffinityPolicy?*NodeInclusionPolicy=6 nodeTaintsPolicy?*NodeInclusionPolicy=7 matchLabelKeys?[]string=8
TypedLocalObjectReference apiGroup:*string=1 kind:string=2 name:string=3
TypedObjectReference apiGroup:*string=1 kind:string=2 name:string=3 namespace?*string=4
URIScheme =string
UniqueVolumeName =string
UnsatisfiableConstraintAction =string
Volume name:string=1 ^VolumeSource=2
VolumeDevice name:string=1 devicePath:string=2
VolumeMount name:string=1 readOnly?bool=2 recursiveReadOnly?*RecursiveReadOnlyMode=7 mountPath:string=3 subPath?string=4 mountPropagation?*MountPropagationMode=5 subPathExpr?string=6
VolumeMountStatus name:string=1 mountPath:string=2 readOnly?bool=3 recursiveReadOnly?*RecursiveReadOnlyMode=4 volumeStatus?*VolumeStatus=5
VolumeNodeAffinity required?*NodeSelector=1
VolumeProjection secret?*SecretProjection=1 downwardAPI?*DownwardAPIProjection=2 configMap?*ConfigMapProjection=3 serviceAccountToken?*ServiceAccountTokenProjection=4 clusterTrustBundle?*ClusterTrustBundleProjection=5 podCertificate?*PodCertificateProjection=6
VolumeResourceRequirements limits?ResourceList=1 requests?ResourceList=2
VolumeSource hostPath?*HostPathVolumeSource=1 emptyDir?*EmptyDirVolumeSource=2 gcePersistentDisk?*GCEPersistentDiskVolumeSource=3 awsElasticBlockStore?*AWSElasticBlockStoreVolumeSource=4 gitRepo?*GitRepoVolumeSource=5 secret?*SecretVolumeSource=6 nfs?*NFSVolumeSource=7 iscsi?*ISCSIVolumeSource=8 glusterfs?*GlusterfsVolumeSource=9 persistentVolumeClaim?*PersistentVolumeClaimVolumeSource=10 rbd?*RBDVolumeSource=11 flexVolume?*FlexVolumeSource=12 cinder?*CinderVolumeSource=13 cephfs?*CephFSVolumeSource=14 flocker?*FlockerVolumeSource=15 downwardAPI?*DownwardAPIVolumeSource=16 fc?*FCVolumeSource=17 azureFile?*AzureFileVolumeSource=18 configMap?*ConfigMapVolumeSource=19 vsphereVolume?*VsphereVirtualDiskVolumeSource=20 quobyte?*QuobyteVolumeSource=21 azureDisk?*AzureDiskVolumeSource=22 photonPersistentDisk?*PhotonPersistentDiskVolumeSource=23 projected?*ProjectedVolumeSource=26 portworxVolume?*PortworxVolumeSource=24 scaleIO?*ScaleIOVolumeSource=25 storageos?*StorageOSVolumeSource=27 csi?*CSIVolumeSource=28 ephemeral?*EphemeralVolumeSource=29 image?*ImageVolumeSource=30
VolumeStatus image?*ImageVolumeStatus=1
VsphereVirtualDiskVolumeSource volumePath:string=1 fsType?string=2 storagePolicyName?string=3 storagePolicyID?string=4
WeightedPodAffinityTerm weight:int32=1 podAffinityTerm:PodAffinityTerm=2
WindowsSecurityContextOptions gmsaCredentialSpecName?*string=1 gmsaCredentialSpec?*string=2 runAsUserName?*string=3 hostProcess?*bool=4
`
