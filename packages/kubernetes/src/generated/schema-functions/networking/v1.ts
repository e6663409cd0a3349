// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  HTTPIngressPath,
  HTTPIngressRuleValue,
  IPAddressInput,
  IPAddressSpec,
  IPBlock,
  IngressBackend,
  IngressClassInput,
  IngressClassParametersReference,
  IngressClassSpec,
  IngressInput,
  IngressLoadBalancerIngress,
  IngressLoadBalancerStatus,
  IngressPortStatus,
  IngressRule,
  IngressServiceBackend,
  IngressSpec,
  IngressStatus,
  IngressTLS,
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
  NetworkPolicyInput,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
  ParentReference,
  ServiceBackendPort,
  ServiceCIDRInput,
  ServiceCIDRSpec,
  ServiceCIDRStatus,
} from '../../networking/v1.ts'
import * as schemas from '../../structural/networking/v1.ts'

export const httpIngressPath = (): StructuralType<HTTPIngressPath> => structural(schemas.HTTPIngressPath)

export const httpIngressRuleValue = (): StructuralType<HTTPIngressRuleValue> => structural(schemas.HTTPIngressRuleValue)

export const ipAddress = (): StructuralType<IPAddressInput> => structural(schemas.IPAddress)

export const ipAddressSpec = (): StructuralType<IPAddressSpec> => structural(schemas.IPAddressSpec)

export const ipBlock = (): StructuralType<IPBlock> => structural(schemas.IPBlock)

export const ingress = (): StructuralType<IngressInput> => structural(schemas.Ingress)

export const ingressBackend = (): StructuralType<IngressBackend> => structural(schemas.IngressBackend)

export const ingressClass = (): StructuralType<IngressClassInput> => structural(schemas.IngressClass)

export const ingressClassParametersReference = (): StructuralType<IngressClassParametersReference> =>
  structural(schemas.IngressClassParametersReference)

export const ingressClassSpec = (): StructuralType<IngressClassSpec> => structural(schemas.IngressClassSpec)

export const ingressLoadBalancerIngress = (): StructuralType<IngressLoadBalancerIngress> =>
  structural(schemas.IngressLoadBalancerIngress)

export const ingressLoadBalancerStatus = (): StructuralType<IngressLoadBalancerStatus> =>
  structural(schemas.IngressLoadBalancerStatus)

export const ingressPortStatus = (): StructuralType<IngressPortStatus> => structural(schemas.IngressPortStatus)

export const ingressRule = (): StructuralType<IngressRule> => structural(schemas.IngressRule)

export const ingressServiceBackend = (): StructuralType<IngressServiceBackend> =>
  structural(schemas.IngressServiceBackend)

export const ingressSpec = (): StructuralType<IngressSpec> => structural(schemas.IngressSpec)

export const ingressStatus = (): StructuralType<IngressStatus> => structural(schemas.IngressStatus)

export const ingressTLS = (): StructuralType<IngressTLS> => structural(schemas.IngressTLS)

export const networkPolicy = (): StructuralType<NetworkPolicyInput> => structural(schemas.NetworkPolicy)

export const networkPolicyEgressRule = (): StructuralType<NetworkPolicyEgressRule> =>
  structural(schemas.NetworkPolicyEgressRule)

export const networkPolicyIngressRule = (): StructuralType<NetworkPolicyIngressRule> =>
  structural(schemas.NetworkPolicyIngressRule)

export const networkPolicyPeer = (): StructuralType<NetworkPolicyPeer> => structural(schemas.NetworkPolicyPeer)

export const networkPolicyPort = (): StructuralType<NetworkPolicyPort> => structural(schemas.NetworkPolicyPort)

export const networkPolicySpec = (): StructuralType<NetworkPolicySpec> => structural(schemas.NetworkPolicySpec)

export const parentReference = (): StructuralType<ParentReference> => structural(schemas.ParentReference)

export const serviceBackendPort = (): StructuralType<ServiceBackendPort> => structural(schemas.ServiceBackendPort)

export const serviceCIDR = (): StructuralType<ServiceCIDRInput> => structural(schemas.ServiceCIDR)

export const serviceCIDRSpec = (): StructuralType<ServiceCIDRSpec> => structural(schemas.ServiceCIDRSpec)

export const serviceCIDRStatus = (): StructuralType<ServiceCIDRStatus> => structural(schemas.ServiceCIDRStatus)
