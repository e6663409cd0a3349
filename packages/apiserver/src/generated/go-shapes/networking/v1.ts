// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
HTTPIngressPath path?string=1 pathType:*PathType=3 backend:IngressBackend=2
HTTPIngressRuleValue paths:[]HTTPIngressPath=1
IPAddress ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?IPAddressSpec=2
IPAddressSpec parentRef?*ParentReference=1
IPBlock cidr:string=1 except?[]string=2
Ingress ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?IngressSpec=2 status?IngressStatus=3
IngressBackend service?*IngressServiceBackend=4 resource?*core/v1.TypedLocalObjectReference=3
IngressClass ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?IngressClassSpec=2
IngressClassParametersReference apiGroup?*string=1 kind:string=2 name:string=3 scope:*string=4 namespace?*string=5
IngressClassSpec controller?string=1 parameters?*IngressClassParametersReference=2
IngressLoadBalancerIngress ip?string=1 hostname?string=2 ports?[]IngressPortStatus=4
IngressLoadBalancerStatus ingress?[]IngressLoadBalancerIngress=1
IngressPortStatus port:int32=1 protocol:core/v1.Protocol=2 error?*string=3
IngressRule host?string=1 ^IngressRuleValue=2
IngressRuleValue http?*HTTPIngressRuleValue=1
IngressServiceBackend name:string=1 port?ServiceBackendPort=2
IngressSpec ingressClassName?*string=4 defaultBackend?*IngressBackend=1 tls?[]IngressTLS=2 rules?[]IngressRule=3
IngressStatus loadBalancer?IngressLoadBalancerStatus=1
IngressTLS hosts?[]string=1 secretName?string=2
NetworkPolicy ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?NetworkPolicySpec=2
NetworkPolicyEgressRule ports?[]NetworkPolicyPort=1 to?[]NetworkPolicyPeer=2
NetworkPolicyIngressRule ports?[]NetworkPolicyPort=1 from?[]NetworkPolicyPeer=2
NetworkPolicyPeer podSelector?*meta/v1.LabelSelector=1 namespaceSelector?*meta/v1.LabelSelector=2 ipBlock?*IPBlock=3
NetworkPolicyPort protocol?*core/v1.Protocol=1 port?*intstr.IntOrString=2 endPort?*int32=3
NetworkPolicySpec podSelector:meta/v1.LabelSelector=1 ingress?[]NetworkPolicyIngressRule=2 egress?[]NetworkPolicyEgressRule=3 policyTypes?[]PolicyType=4
ParentReference group?string=1 resource?string=2 namespace?string=3 name?string=4
PathType =string
PolicyType =string
ServiceBackendPort name?string=1 number?int32=2
ServiceCIDR ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec?ServiceCIDRSpec=2 status?ServiceCIDRStatus=3
ServiceCIDRSpec cidrs?[]string=1
ServiceCIDRStatus conditions?[]meta/v1.Condition=1
`
