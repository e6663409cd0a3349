// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'networking/v1.HTTPIngressPath': {
    type: 'object',
    required: ['pathType', 'backend'],
    properties: {
      backend: { $ref: 'networking/v1.IngressBackend', default: {} },
      path: { type: 'string' },
      pathType: { type: 'string', enum: ['Exact', 'ImplementationSpecific', 'Prefix'] },
    },
  },
  'networking/v1.HTTPIngressRuleValue': {
    type: 'object',
    required: ['paths'],
    properties: {
      paths: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.HTTPIngressPath', default: {} },
      },
    },
  },
  'networking/v1.IPAddress': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'networking/v1.IPAddressSpec', default: {} },
    },
  },
  'networking/v1.IPAddressSpec': {
    type: 'object',
    required: ['parentRef'],
    properties: { parentRef: { $ref: 'networking/v1.ParentReference' } },
  },
  'networking/v1.IPBlock': {
    type: 'object',
    required: ['cidr'],
    properties: {
      cidr: { type: 'string', default: '' },
      except: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'networking/v1.Ingress': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'networking/v1.IngressSpec', default: {} },
      status: { $ref: 'networking/v1.IngressStatus', default: {} },
    },
  },
  'networking/v1.IngressBackend': {
    type: 'object',
    properties: {
      resource: { $ref: 'core/v1.TypedLocalObjectReference' },
      service: { $ref: 'networking/v1.IngressServiceBackend' },
    },
  },
  'networking/v1.IngressClass': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'networking/v1.IngressClassSpec', default: {} },
    },
  },
  'networking/v1.IngressClassParametersReference': {
    type: 'object',
    required: ['kind', 'name'],
    properties: {
      apiGroup: { type: 'string' },
      kind: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
      namespace: { type: 'string' },
      scope: { type: 'string' },
    },
  },
  'networking/v1.IngressClassSpec': {
    type: 'object',
    properties: {
      controller: { type: 'string' },
      parameters: { $ref: 'networking/v1.IngressClassParametersReference' },
    },
  },
  'networking/v1.IngressLoadBalancerIngress': {
    type: 'object',
    properties: {
      hostname: { type: 'string' },
      ip: { type: 'string' },
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.IngressPortStatus', default: {} },
      },
    },
  },
  'networking/v1.IngressLoadBalancerStatus': {
    type: 'object',
    properties: {
      ingress: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.IngressLoadBalancerIngress', default: {} },
      },
    },
  },
  'networking/v1.IngressPortStatus': {
    type: 'object',
    required: ['port', 'protocol'],
    properties: {
      error: { type: 'string' },
      port: { type: 'integer', format: 'int32', default: 0 },
      protocol: { type: 'string', default: '', enum: ['SCTP', 'TCP', 'UDP'] },
    },
  },
  'networking/v1.IngressRule': {
    type: 'object',
    properties: { host: { type: 'string' }, http: { $ref: 'networking/v1.HTTPIngressRuleValue' } },
  },
  'networking/v1.IngressServiceBackend': {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', default: '' },
      port: { $ref: 'networking/v1.ServiceBackendPort', default: {} },
    },
  },
  'networking/v1.IngressSpec': {
    type: 'object',
    properties: {
      defaultBackend: { $ref: 'networking/v1.IngressBackend' },
      ingressClassName: { type: 'string' },
      rules: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.IngressRule', default: {} },
      },
      tls: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.IngressTLS', default: {} },
      },
    },
  },
  'networking/v1.IngressStatus': {
    type: 'object',
    properties: { loadBalancer: { $ref: 'networking/v1.IngressLoadBalancerStatus', default: {} } },
  },
  'networking/v1.IngressTLS': {
    type: 'object',
    properties: {
      hosts: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      secretName: { type: 'string' },
    },
  },
  'networking/v1.NetworkPolicy': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'networking/v1.NetworkPolicySpec', default: {} },
    },
  },
  'networking/v1.NetworkPolicyEgressRule': {
    type: 'object',
    properties: {
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.NetworkPolicyPort', default: {} },
      },
      to: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.NetworkPolicyPeer', default: {} },
      },
    },
  },
  'networking/v1.NetworkPolicyIngressRule': {
    type: 'object',
    properties: {
      from: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.NetworkPolicyPeer', default: {} },
      },
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.NetworkPolicyPort', default: {} },
      },
    },
  },
  'networking/v1.NetworkPolicyPeer': {
    type: 'object',
    properties: {
      ipBlock: { $ref: 'networking/v1.IPBlock' },
      namespaceSelector: { $ref: 'meta/v1.LabelSelector' },
      podSelector: { $ref: 'meta/v1.LabelSelector' },
    },
  },
  'networking/v1.NetworkPolicyPort': {
    type: 'object',
    properties: {
      endPort: { type: 'integer', format: 'int32' },
      port: { $ref: 'meta/v1.IntOrString' },
      protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] },
    },
  },
  'networking/v1.NetworkPolicySpec': {
    type: 'object',
    properties: {
      egress: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.NetworkPolicyEgressRule', default: {} },
      },
      ingress: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'networking/v1.NetworkPolicyIngressRule', default: {} },
      },
      podSelector: { $ref: 'meta/v1.LabelSelector', default: {} },
      policyTypes: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { type: 'string', default: '', enum: ['Egress', 'Ingress'] },
      },
    },
  },
  'networking/v1.ParentReference': {
    type: 'object',
    required: ['resource', 'name'],
    properties: {
      group: { type: 'string' },
      name: { type: 'string' },
      namespace: { type: 'string' },
      resource: { type: 'string' },
    },
  },
  'networking/v1.ServiceBackendPort': {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: { name: { type: 'string' }, number: { type: 'integer', format: 'int32' } },
  },
  'networking/v1.ServiceCIDR': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'networking/v1.ServiceCIDRSpec', default: {} },
      status: { $ref: 'networking/v1.ServiceCIDRStatus', default: {} },
    },
  },
  'networking/v1.ServiceCIDRSpec': {
    type: 'object',
    properties: {
      cidrs: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'networking/v1.ServiceCIDRStatus': {
    type: 'object',
    properties: {
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'type',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'meta/v1.Condition', default: {} },
      },
    },
  },
}
