// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, Condition, LabelSelector, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { TypedLocalObjectReference } from '../core/v1.ts'
import type { IntOrString } from '../meta/v1.ts'

/** `ingressclasses` in `networking.k8s.io/v1`, cluster-scoped. */
export const IngressClass: BuiltIn<IngressClass, IngressClassInput, never> = /*#__PURE__*/ builtIn({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  scope: 'Cluster',
})

export interface IngressClass {
  readonly apiVersion: 'networking.k8s.io/v1'
  readonly kind: 'IngressClass'
  readonly metadata: ObjectMeta
  readonly spec: IngressClassSpec
}

export interface IngressClassInput {
  readonly apiVersion?: 'networking.k8s.io/v1' | undefined
  readonly kind?: 'IngressClass' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: IngressClassSpec | undefined
}

/** `ingresses`, `ing` in `networking.k8s.io/v1`, namespaced. */
export const Ingress: BuiltIn<Ingress, IngressInput, IngressStatus> = /*#__PURE__*/ builtIn({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  scope: 'Namespaced',
  shortNames: ['ing'],
  subresources: ['status'],
})

export interface Ingress {
  readonly apiVersion: 'networking.k8s.io/v1'
  readonly kind: 'Ingress'
  readonly metadata: ObjectMeta
  readonly spec: IngressSpec
  readonly status?: IngressStatus | undefined
}

export interface IngressInput {
  readonly apiVersion?: 'networking.k8s.io/v1' | undefined
  readonly kind?: 'Ingress' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: IngressSpec | undefined
}

/** `ipaddresses`, `ip` in `networking.k8s.io/v1`, cluster-scoped. */
export const IPAddress: BuiltIn<IPAddress, IPAddressInput, never> = /*#__PURE__*/ builtIn({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IPAddress',
  plural: 'ipaddresses',
  scope: 'Cluster',
  shortNames: ['ip'],
})

export interface IPAddress {
  readonly apiVersion: 'networking.k8s.io/v1'
  readonly kind: 'IPAddress'
  readonly metadata: ObjectMeta
  readonly spec: IPAddressSpec
}

export interface IPAddressInput {
  readonly apiVersion?: 'networking.k8s.io/v1' | undefined
  readonly kind?: 'IPAddress' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: IPAddressSpec
}

/** `networkpolicies`, `netpol` in `networking.k8s.io/v1`, namespaced. */
export const NetworkPolicy: BuiltIn<NetworkPolicy, NetworkPolicyInput, never> = /*#__PURE__*/ builtIn({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  scope: 'Namespaced',
  shortNames: ['netpol'],
})

export interface NetworkPolicy {
  readonly apiVersion: 'networking.k8s.io/v1'
  readonly kind: 'NetworkPolicy'
  readonly metadata: ObjectMeta
  readonly spec: NetworkPolicySpec
}

export interface NetworkPolicyInput {
  readonly apiVersion?: 'networking.k8s.io/v1' | undefined
  readonly kind?: 'NetworkPolicy' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: NetworkPolicySpec | undefined
}

/** `servicecidrs` in `networking.k8s.io/v1`, cluster-scoped. */
export const ServiceCIDR: BuiltIn<ServiceCIDR, ServiceCIDRInput, ServiceCIDRStatus> = /*#__PURE__*/ builtIn({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'ServiceCIDR',
  plural: 'servicecidrs',
  scope: 'Cluster',
  subresources: ['status'],
})

export interface ServiceCIDR {
  readonly apiVersion: 'networking.k8s.io/v1'
  readonly kind: 'ServiceCIDR'
  readonly metadata: ObjectMeta
  readonly spec: ServiceCIDRSpec
  readonly status?: ServiceCIDRStatus | undefined
}

export interface ServiceCIDRInput {
  readonly apiVersion?: 'networking.k8s.io/v1' | undefined
  readonly kind?: 'ServiceCIDR' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: ServiceCIDRSpec | undefined
}

export interface HTTPIngressPath {
  readonly backend: IngressBackend
  readonly path?: string | undefined
  readonly pathType: 'Exact' | 'ImplementationSpecific' | 'Prefix'
}

export interface HTTPIngressRuleValue {
  readonly paths: readonly HTTPIngressPath[]
}

export interface IPAddressSpec {
  readonly parentRef: ParentReference
}

export interface IPBlock {
  readonly cidr: string
  readonly except?: readonly string[] | undefined
}

export interface IngressBackend {
  readonly resource?: TypedLocalObjectReference | undefined
  readonly service?: IngressServiceBackend | undefined
}

export interface IngressClassParametersReference {
  readonly apiGroup?: string | undefined
  readonly kind: string
  readonly name: string
  readonly namespace?: string | undefined
  readonly scope?: string | null | undefined
}

export interface IngressClassSpec {
  readonly controller?: string | undefined
  readonly parameters?: IngressClassParametersReference | undefined
}

export interface IngressLoadBalancerIngress {
  readonly hostname?: string | undefined
  readonly ip?: string | undefined
  readonly ports?: readonly IngressPortStatus[] | undefined
}

export interface IngressLoadBalancerStatus {
  readonly ingress?: readonly IngressLoadBalancerIngress[] | undefined
}

export interface IngressPortStatus {
  readonly error?: string | undefined
  readonly port: number
  readonly protocol: 'SCTP' | 'TCP' | 'UDP'
}

export interface IngressRule {
  readonly host?: string | undefined
  readonly http?: HTTPIngressRuleValue | undefined
}

export interface IngressServiceBackend {
  readonly name: string
  readonly port?: ServiceBackendPort | undefined
}

export interface IngressSpec {
  readonly defaultBackend?: IngressBackend | undefined
  readonly ingressClassName?: string | undefined
  readonly rules?: readonly IngressRule[] | undefined
  readonly tls?: readonly IngressTLS[] | undefined
}

export interface IngressStatus {
  readonly loadBalancer?: IngressLoadBalancerStatus | undefined
}

export interface IngressTLS {
  readonly hosts?: readonly string[] | undefined
  readonly secretName?: string | undefined
}

export interface NetworkPolicyEgressRule {
  readonly ports?: readonly NetworkPolicyPort[] | undefined
  readonly to?: readonly NetworkPolicyPeer[] | undefined
}

export interface NetworkPolicyIngressRule {
  readonly from?: readonly NetworkPolicyPeer[] | undefined
  readonly ports?: readonly NetworkPolicyPort[] | undefined
}

export interface NetworkPolicyPeer {
  readonly ipBlock?: IPBlock | undefined
  readonly namespaceSelector?: LabelSelector | undefined
  readonly podSelector?: LabelSelector | undefined
}

export interface NetworkPolicyPort {
  readonly endPort?: number | undefined
  readonly port?: IntOrString | undefined
  readonly protocol?: 'SCTP' | 'TCP' | 'UDP' | undefined
}

export interface NetworkPolicySpec {
  readonly egress?: readonly NetworkPolicyEgressRule[] | undefined
  readonly ingress?: readonly NetworkPolicyIngressRule[] | undefined
  readonly podSelector?: LabelSelector | undefined
  readonly policyTypes?: readonly ('Egress' | 'Ingress')[] | undefined
}

export interface ParentReference {
  readonly group?: string | undefined
  readonly name: string
  readonly namespace?: string | undefined
  readonly resource: string
}

export interface ServiceBackendPort {
  readonly name?: string | undefined
  readonly number?: number | undefined
}

export interface ServiceCIDRSpec {
  readonly cidrs?: readonly string[] | undefined
}

export interface ServiceCIDRStatus {
  readonly conditions?: readonly Condition[] | undefined
}
