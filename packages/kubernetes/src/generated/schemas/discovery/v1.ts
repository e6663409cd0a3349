// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'discovery/v1.Endpoint': {
    type: 'object',
    required: ['addresses'],
    properties: {
      addresses: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', default: '' } },
      conditions: { $ref: 'discovery/v1.EndpointConditions', default: {} },
      deprecatedTopology: { type: 'object', additionalProperties: { type: 'string', default: '' } },
      hints: { $ref: 'discovery/v1.EndpointHints' },
      hostname: { type: 'string' },
      nodeName: { type: 'string' },
      targetRef: { $ref: 'core/v1.ObjectReference' },
      zone: { type: 'string' },
    },
  },
  'discovery/v1.EndpointConditions': {
    type: 'object',
    properties: { ready: { type: 'boolean' }, serving: { type: 'boolean' }, terminating: { type: 'boolean' } },
  },
  'discovery/v1.EndpointHints': {
    type: 'object',
    properties: {
      forNodes: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'discovery/v1.ForNode', default: {} },
      },
      forZones: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'discovery/v1.ForZone', default: {} },
      },
    },
  },
  'discovery/v1.EndpointPort': {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: {
      appProtocol: { type: 'string' },
      name: { type: 'string' },
      port: { type: 'integer', format: 'int32' },
      protocol: { type: 'string', enum: ['SCTP', 'TCP', 'UDP'] },
    },
  },
  'discovery/v1.EndpointSlice': {
    type: 'object',
    required: ['addressType'],
    properties: {
      addressType: { type: 'string', default: '', enum: ['FQDN', 'IPv4', 'IPv6'] },
      apiVersion: { type: 'string' },
      endpoints: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'discovery/v1.Endpoint', default: {} },
      },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'discovery/v1.EndpointPort', default: {} },
      },
    },
  },
  'discovery/v1.ForNode': { type: 'object', required: ['name'], properties: { name: { type: 'string', default: '' } } },
  'discovery/v1.ForZone': { type: 'object', required: ['name'], properties: { name: { type: 'string', default: '' } } },
}
