// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
CSIDriver ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:CSIDriverSpec=2
CSIDriverSpec attachRequired?*bool=1 podInfoOnMount?*bool=2 volumeLifecycleModes?[]VolumeLifecycleMode=3 storageCapacity?*bool=4 fsGroupPolicy?*FSGroupPolicy=5 tokenRequests?[]TokenRequest=6 requiresRepublish?*bool=7 seLinuxMount?*bool=8 nodeAllocatableUpdatePeriodSeconds?*int64=9 serviceAccountTokenInSecrets?*bool=10 preventPodSchedulingIfMissing?*bool=11
CSINode ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:CSINodeSpec=2
CSINodeDriver name:string=1 nodeID:string=2 topologyKeys:[]string=3 allocatable?*VolumeNodeResources=4
CSINodeSpec drivers:[]CSINodeDriver=1
CSIStorageCapacity ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 nodeTopology?*meta/v1.LabelSelector=2 storageClassName:string=3 capacity?*resource.Quantity=4 maximumVolumeSize?*resource.Quantity=5
FSGroupPolicy =string
StorageClass ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 provisioner:string=2 parameters?map[string]string=3 reclaimPolicy?*core/v1.PersistentVolumeReclaimPolicy=4 mountOptions?[]string=5 allowVolumeExpansion?*bool=6 volumeBindingMode?*VolumeBindingMode=7 allowedTopologies?[]core/v1.TopologySelectorTerm=8
TokenRequest audience:string=1 expirationSeconds?*int64=2
VolumeAttachment ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:VolumeAttachmentSpec=2 status?VolumeAttachmentStatus=3
VolumeAttachmentSource persistentVolumeName?*string=1 inlineVolumeSpec?*core/v1.PersistentVolumeSpec=2
VolumeAttachmentSpec attacher:string=1 source:VolumeAttachmentSource=2 nodeName:string=3
VolumeAttachmentStatus attached:bool=1 attachmentMetadata?map[string]string=2 attachError?*VolumeError=3 detachError?*VolumeError=4
VolumeAttributesClass ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 driverName:string=2 parameters?map[string]string=3
VolumeBindingMode =string
VolumeError time?meta/v1.Time=1 message?string=2 errorCode?*int32=3
VolumeLifecycleMode =string
VolumeNodeResources count?*int32=1
`
