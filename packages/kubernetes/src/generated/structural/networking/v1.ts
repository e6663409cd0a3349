// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { TypedLocalObjectReference } from '../core/v1.ts'
import { Condition, IntOrString, LabelSelector, ObjectMeta } from '../meta/v1.ts'

export const ServiceBackendPort: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: { name: { type: 'string' }, number: { type: 'integer', format: 'int32' } },
}

export const IngressServiceBackend: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, port: ServiceBackendPort },
}

export const IngressBackend: StructuralSchema = {
  type: 'object',
  properties: { resource: TypedLocalObjectReference, service: IngressServiceBackend },
}

export const HTTPIngressPath: StructuralSchema = {
  type: 'object',
  required: ['backend', 'pathType'],
  properties: {
    backend: IngressBackend,
    path: { type: 'string' },
    pathType: { type: 'string', enum: ['Exact', 'ImplementationSpecific', 'Prefix'] },
  },
}

export const HTTPIngressRuleValue: StructuralSchema = {
  type: 'object',
  required: ['paths'],
  properties: { paths: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: HTTPIngressPath } },
}

export const ParentReference: StructuralSchema = {
  type: 'object',
  required: ['name', 'resource'],
  properties: {
    group: { type: 'string' },
    name: { type: 'string' },
    namespace: { type: 'string' },
    resource: { type: 'string' },
  },
}

export const IPAddressSpec: StructuralSchema = {
  type: 'object',
  required: ['parentRef'],
  properties: { parentRef: ParentReference },
}

export const IPAddress: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ObjectMeta, spec: IPAddressSpec },
}

export const IPBlock: StructuralSchema = {
  type: 'object',
  required: ['cidr'],
  properties: {
    cidr: { type: 'string' },
    except: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const IngressRule: StructuralSchema = {
  type: 'object',
  properties: { host: { type: 'string' }, http: HTTPIngressRuleValue },
}

export const IngressTLS: StructuralSchema = {
  type: 'object',
  properties: {
    hosts: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    secretName: { type: 'string' },
  },
}

export const IngressSpec: StructuralSchema = {
  type: 'object',
  properties: {
    defaultBackend: IngressBackend,
    ingressClassName: { type: 'string' },
    rules: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: IngressRule },
    tls: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: IngressTLS },
  },
}

export const IngressPortStatus: StructuralSchema = {
  type: 'object',
  required: ['port', 'protocol'],
  properties: {
    error: { type: 'string' },
    port: { type: 'integer', format: 'int32' },
    protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] },
  },
}

export const IngressLoadBalancerIngress: StructuralSchema = {
  type: 'object',
  properties: {
    hostname: { type: 'string' },
    ip: { type: 'string' },
    ports: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: IngressPortStatus },
  },
}

export const IngressLoadBalancerStatus: StructuralSchema = {
  type: 'object',
  properties: { ingress: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: IngressLoadBalancerIngress } },
}

export const IngressStatus: StructuralSchema = {
  type: 'object',
  properties: { loadBalancer: IngressLoadBalancerStatus },
}

export const Ingress: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: IngressSpec,
    status: IngressStatus,
  },
}

export const IngressClassParametersReference: StructuralSchema = {
  type: 'object',
  required: ['kind', 'name'],
  properties: {
    apiGroup: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    namespace: { type: 'string' },
    scope: { type: 'string' },
  },
}

export const IngressClassSpec: StructuralSchema = {
  type: 'object',
  properties: { controller: { type: 'string' }, parameters: IngressClassParametersReference },
}

export const IngressClass: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: IngressClassSpec,
  },
}

export const NetworkPolicyPort: StructuralSchema = {
  type: 'object',
  properties: {
    endPort: { type: 'integer', format: 'int32' },
    port: IntOrString,
    protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] },
  },
}

export const NetworkPolicyPeer: StructuralSchema = {
  type: 'object',
  properties: { ipBlock: IPBlock, namespaceSelector: LabelSelector, podSelector: LabelSelector },
}

export const NetworkPolicyEgressRule: StructuralSchema = {
  type: 'object',
  properties: {
    ports: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NetworkPolicyPort },
    to: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NetworkPolicyPeer },
  },
}

export const NetworkPolicyIngressRule: StructuralSchema = {
  type: 'object',
  properties: {
    from: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NetworkPolicyPeer },
    ports: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NetworkPolicyPort },
  },
}

export const NetworkPolicySpec: StructuralSchema = {
  type: 'object',
  properties: {
    egress: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NetworkPolicyEgressRule },
    ingress: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: NetworkPolicyIngressRule },
    podSelector: LabelSelector,
    policyTypes: {
      type: 'array',
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'string', enum: ['Egress', 'Ingress'] },
    },
  },
}

export const NetworkPolicy: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: NetworkPolicySpec,
  },
}

export const ServiceCIDRSpec: StructuralSchema = {
  type: 'object',
  properties: { cidrs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } } },
}

export const ServiceCIDRStatus: StructuralSchema = {
  type: 'object',
  properties: {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: Condition,
    },
  },
}

export const ServiceCIDR: StructuralSchema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ServiceCIDRSpec,
    status: ServiceCIDRStatus,
  },
}
