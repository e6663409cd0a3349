// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { ObjectReference } from '../core/v1.ts'
import { ObjectMeta } from '../meta/v1.ts'

export const EndpointConditions: StructuralSchema = {
  type: 'object',
  properties: { ready: { type: 'boolean' }, serving: { type: 'boolean' }, terminating: { type: 'boolean' } },
}

export const ForNode: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
}

export const ForZone: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
}

export const EndpointHints: StructuralSchema = {
  type: 'object',
  properties: {
    forNodes: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ForNode },
    forZones: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: ForZone },
  },
}

export const Endpoint: StructuralSchema = {
  type: 'object',
  required: ['addresses'],
  properties: {
    addresses: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    conditions: EndpointConditions,
    deprecatedTopology: { type: 'object', additionalProperties: { type: 'string' } },
    hints: EndpointHints,
    hostname: { type: 'string' },
    nodeName: { type: 'string' },
    targetRef: ObjectReference,
    zone: { type: 'string' },
  },
}

export const EndpointPort: StructuralSchema = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    appProtocol: { type: 'string' },
    name: { type: 'string' },
    port: { type: 'integer', format: 'int32' },
    protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] },
  },
}

export const EndpointSlice: StructuralSchema = {
  type: 'object',
  required: ['addressType'],
  properties: {
    addressType: { type: 'string', enum: ['FQDN', 'IPv4', 'IPv6'] },
    apiVersion: { type: 'string' },
    endpoints: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Endpoint },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    ports: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: EndpointPort },
  },
}
