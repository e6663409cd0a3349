// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
AllocatedDeviceStatus driver:string=1 pool:string=2 device:string=3 shareID?*string=7 conditions:[]meta/v1.Condition=4 data?*runtime.RawExtension=5 networkData?*NetworkDeviceData=6
AllocationConfigSource =string
AllocationResult devices?DeviceAllocationResult=1 nodeSelector?*core/v1.NodeSelector=3 allocationTimestamp?*meta/v1.Time=5
CELDeviceSelector expression:string=1
CapacityRequestPolicy default:*resource.Quantity=1 validValues?[]resource.Quantity=3 validRange?*CapacityRequestPolicyRange=4
CapacityRequestPolicyRange min?*resource.Quantity=1 max?*resource.Quantity=2 step?*resource.Quantity=3
CapacityRequirements requests?map[QualifiedName]resource.Quantity=1
Counter value:resource.Quantity=1
CounterSet name:string=1 counters?map[string]Counter=2
Device name:string=1 attributes?map[QualifiedName]DeviceAttribute=2 capacity?map[QualifiedName]DeviceCapacity=3 consumesCounters?[]DeviceCounterConsumption=4 nodeName?*string=5 nodeSelector?*core/v1.NodeSelector=6 allNodes?*bool=7 taints?[]DeviceTaint=8 bindsToNode?*bool=9 bindingConditions?[]string=10 bindingFailureConditions?[]string=11 allowMultipleAllocations?*bool=12 nodeAllocatableResourceMappings?map[core/v1.ResourceName]NodeAllocatableResourceMapping=13
DeviceAllocationConfiguration source:AllocationConfigSource=1 requests?[]string=2 ^DeviceConfiguration=3
DeviceAllocationMode =string
DeviceAllocationResult results?[]DeviceRequestAllocationResult=1 config?[]DeviceAllocationConfiguration=2
DeviceAttribute int?*int64=2 bool?*bool=3 string?*string=4 version?*string=5 ints?[]int64=6 bools?[]bool=7 strings?[]string=8 versions?[]string=9
DeviceCapacity value:resource.Quantity=1 requestPolicy?*CapacityRequestPolicy=2
DeviceClaim requests:[]DeviceRequest=1 constraints?[]DeviceConstraint=2 config?[]DeviceClaimConfiguration=3
DeviceClaimConfiguration requests?[]string=1 ^DeviceConfiguration=2
DeviceClass ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:DeviceClassSpec=2
DeviceClassConfiguration ^DeviceConfiguration=1
DeviceClassSpec selectors?[]DeviceSelector=1 config?[]DeviceClassConfiguration=2 extendedResourceName?*string=4
DeviceConfiguration opaque?*OpaqueDeviceConfiguration=1
DeviceConstraint requests?[]string=1 matchAttribute?*FullyQualifiedName=2 distinctAttribute?*FullyQualifiedName=3
DeviceCounterConsumption counterSet:string=1 counters?map[string]Counter=2
DeviceRequest name:string=1 exactly?*ExactDeviceRequest=2 firstAvailable?[]DeviceSubRequest=3
DeviceRequestAllocationResult request:string=1 driver:string=2 pool:string=3 device:string=4 adminAccess?*bool=5 tolerations?[]DeviceToleration=6 bindingConditions?[]string=7 bindingFailureConditions?[]string=8 shareID?*types.UID=9 consumedCapacity?map[QualifiedName]resource.Quantity=10
DeviceSelector cel?*CELDeviceSelector=1
DeviceSubRequest name:string=1 deviceClassName:string=2 selectors?[]DeviceSelector=3 allocationMode?DeviceAllocationMode=4 count?int64=5 tolerations?[]DeviceToleration=6 capacity?*CapacityRequirements=7
DeviceTaint key:string=1 value?string=2 effect:DeviceTaintEffect=3 timeAdded?*meta/v1.Time=4
DeviceTaintEffect =string
DeviceToleration key?string=1 operator?DeviceTolerationOperator=2 value?string=3 effect?DeviceTaintEffect=4 tolerationSeconds?*int64=5
DeviceTolerationOperator =string
ExactDeviceRequest deviceClassName:string=1 selectors?[]DeviceSelector=2 allocationMode?DeviceAllocationMode=3 count?int64=4 adminAccess?*bool=5 tolerations?[]DeviceToleration=6 capacity?*CapacityRequirements=7
FullyQualifiedName =string
NetworkDeviceData interfaceName?string=1 ips?[]string=2 hardwareAddress?string=3
NodeAllocatableResourceMapping capacityKey?*QualifiedName=1 allocationMultiplier?*resource.Quantity=2
OpaqueDeviceConfiguration driver:string=1 parameters:runtime.RawExtension=2
QualifiedName =string
ResourceClaim ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:ResourceClaimSpec=2 status?ResourceClaimStatus=3
ResourceClaimConsumerReference apiGroup?string=1 resource:string=3 name:string=4 uid:types.UID=5
ResourceClaimSpec devices:DeviceClaim=1
ResourceClaimStatus allocation?*AllocationResult=1 reservedFor?[]ResourceClaimConsumerReference=2 devices?[]AllocatedDeviceStatus=4
ResourceClaimTemplate ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:ResourceClaimTemplateSpec=2
ResourceClaimTemplateSpec metadata?meta/v1.ObjectMeta=1 spec:ResourceClaimSpec=2
ResourcePool name:string=1 generation:int64=2 resourceSliceCount:int64=3
ResourceSlice ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:ResourceSliceSpec=2
ResourceSliceSpec driver:string=1 pool:ResourcePool=2 nodeName?*string=3 nodeSelector?*core/v1.NodeSelector=4 allNodes?*bool=5 devices?[]Device=6 perDeviceNodeSelection?*bool=7 sharedCounters?[]CounterSet=8
`
