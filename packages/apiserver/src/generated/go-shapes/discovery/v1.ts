// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
AddressType =string
Endpoint addresses:[]string=1 conditions?EndpointConditions=2 hostname?*string=3 targetRef?*core/v1.ObjectReference=4 deprecatedTopology?map[string]string=5 nodeName?*string=6 zone?*string=7 hints?*EndpointHints=8
EndpointConditions ready?*bool=1 serving?*bool=2 terminating?*bool=3
EndpointHints forZones?[]ForZone=1 forNodes?[]ForNode=2
EndpointPort name?*string=1 protocol?*core/v1.Protocol=2 port?*int32=3 appProtocol?*string=4
EndpointSlice ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 addressType:AddressType=4 endpoints:[]Endpoint=2 ports:[]EndpointPort=3
ForNode name:string=1
ForZone name:string=1
`
