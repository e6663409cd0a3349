// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { NodeSelector } from '../core/v1.ts'
import { Condition, ObjectMeta, Quantity, RawExtension, Time } from '../meta/v1.ts'

export const NetworkDeviceData: StructuralSchema = {
  type: 'object',
  properties: {
    hardwareAddress: { type: 'string' },
    interfaceName: { type: 'string' },
    ips: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const AllocatedDeviceStatus: StructuralSchema = {
  type: 'object',
  required: ['device', 'driver', 'pool'],
  properties: {
    conditions: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: Condition,
    },
    data: RawExtension,
    device: { type: 'string' },
    driver: { type: 'string' },
    networkData: NetworkDeviceData,
    pool: { type: 'string' },
    shareID: { type: 'string' },
  },
}

export const OpaqueDeviceConfiguration: StructuralSchema = {
  type: 'object',
  required: ['driver', 'parameters'],
  properties: { driver: { type: 'string' }, parameters: RawExtension },
}

export const DeviceAllocationConfiguration: StructuralSchema = {
  type: 'object',
  required: ['source'],
  properties: {
    opaque: OpaqueDeviceConfiguration,
    requests: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    source: { type: 'string', enum: ['FromClaim', 'FromClass'] },
  },
}

export const DeviceToleration: StructuralSchema = {
  type: 'object',
  properties: {
    effect: { type: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] },
    key: { type: 'string' },
    operator: { type: 'string', enum: ['Equal', 'Exists'], default: 'Equal' },
    tolerationSeconds: { type: 'integer', format: 'int64' },
    value: { type: 'string' },
  },
}

export const DeviceRequestAllocationResult: StructuralSchema = {
  type: 'object',
  required: ['device', 'driver', 'pool', 'request'],
  properties: {
    adminAccess: { type: 'boolean' },
    bindingConditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    bindingFailureConditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    consumedCapacity: { type: 'object', additionalProperties: Quantity },
    device: { type: 'string' },
    driver: { type: 'string' },
    pool: { type: 'string' },
    request: { type: 'string' },
    shareID: { type: 'string' },
    tolerations: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceToleration },
  },
}

export const DeviceAllocationResult: StructuralSchema = {
  type: 'object',
  properties: {
    config: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceAllocationConfiguration },
    results: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceRequestAllocationResult },
  },
}

export const AllocationResult: StructuralSchema = {
  type: 'object',
  properties: { allocationTimestamp: Time, devices: DeviceAllocationResult, nodeSelector: NodeSelector },
}

export const CELDeviceSelector: StructuralSchema = {
  type: 'object',
  required: ['expression'],
  properties: { expression: { type: 'string' } },
}

export const CapacityRequestPolicyRange: StructuralSchema = {
  type: 'object',
  required: ['min'],
  properties: { max: Quantity, min: Quantity, step: Quantity },
}

export const CapacityRequestPolicy: StructuralSchema = {
  type: 'object',
  properties: {
    default: Quantity,
    validRange: CapacityRequestPolicyRange,
    validValues: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Quantity },
  },
}

export const CapacityRequirements: StructuralSchema = {
  type: 'object',
  properties: { requests: { type: 'object', additionalProperties: Quantity } },
}

export const Counter: StructuralSchema = { type: 'object', required: ['value'], properties: { value: Quantity } }

export const CounterSet: StructuralSchema = {
  type: 'object',
  required: ['counters', 'name'],
  properties: { counters: { type: 'object', additionalProperties: Counter }, name: { type: 'string' } },
}

export const DeviceAttribute: StructuralSchema = {
  type: 'object',
  properties: {
    bool: { type: 'boolean' },
    bools: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'boolean' } },
    int: { type: 'integer', format: 'int64' },
    ints: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'integer', format: 'int64' } },
    string: { type: 'string' },
    strings: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    version: { type: 'string' },
    versions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const DeviceCapacity: StructuralSchema = {
  type: 'object',
  required: ['value'],
  properties: { requestPolicy: CapacityRequestPolicy, value: Quantity },
}

export const DeviceCounterConsumption: StructuralSchema = {
  type: 'object',
  required: ['counterSet', 'counters'],
  properties: { counterSet: { type: 'string' }, counters: { type: 'object', additionalProperties: Counter } },
}

export const NodeAllocatableResourceMapping: StructuralSchema = {
  type: 'object',
  properties: { allocationMultiplier: Quantity, capacityKey: { type: 'string' } },
}

export const DeviceTaint: StructuralSchema = {
  type: 'object',
  required: ['effect', 'key'],
  properties: {
    effect: { type: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] },
    key: { type: 'string' },
    timeAdded: Time,
    value: { type: 'string' },
  },
}

export const Device: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    allNodes: { type: 'boolean' },
    allowMultipleAllocations: { type: 'boolean' },
    attributes: { type: 'object', additionalProperties: DeviceAttribute },
    bindingConditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    bindingFailureConditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
    bindsToNode: { type: 'boolean' },
    capacity: { type: 'object', additionalProperties: DeviceCapacity },
    consumesCounters: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceCounterConsumption },
    name: { type: 'string' },
    nodeAllocatableResourceMappings: { type: 'object', additionalProperties: NodeAllocatableResourceMapping },
    nodeName: { type: 'string' },
    nodeSelector: NodeSelector,
    taints: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceTaint },
  },
}

export const DeviceClaimConfiguration: StructuralSchema = {
  type: 'object',
  properties: {
    opaque: OpaqueDeviceConfiguration,
    requests: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const DeviceConstraint: StructuralSchema = {
  type: 'object',
  properties: {
    distinctAttribute: { type: 'string' },
    matchAttribute: { type: 'string' },
    requests: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
  },
}

export const DeviceSelector: StructuralSchema = { type: 'object', properties: { cel: CELDeviceSelector } }

export const ExactDeviceRequest: StructuralSchema = {
  type: 'object',
  required: ['deviceClassName'],
  properties: {
    adminAccess: { type: 'boolean' },
    allocationMode: { type: 'string', enum: ['All', 'ExactCount'] },
    capacity: CapacityRequirements,
    count: { type: 'integer', format: 'int64' },
    deviceClassName: { type: 'string' },
    selectors: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceSelector },
    tolerations: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceToleration },
  },
}

export const DeviceSubRequest: StructuralSchema = {
  type: 'object',
  required: ['deviceClassName', 'name'],
  properties: {
    allocationMode: { type: 'string', enum: ['All', 'ExactCount'] },
    capacity: CapacityRequirements,
    count: { type: 'integer', format: 'int64' },
    deviceClassName: { type: 'string' },
    name: { type: 'string' },
    selectors: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceSelector },
    tolerations: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceToleration },
  },
}

export const DeviceRequest: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    exactly: ExactDeviceRequest,
    firstAvailable: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceSubRequest },
    name: { type: 'string' },
  },
}

export const DeviceClaim: StructuralSchema = {
  type: 'object',
  properties: {
    config: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceClaimConfiguration },
    constraints: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceConstraint },
    requests: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceRequest },
  },
}

export const DeviceClassConfiguration: StructuralSchema = {
  type: 'object',
  properties: { opaque: OpaqueDeviceConfiguration },
}

export const DeviceClassSpec: StructuralSchema = {
  type: 'object',
  properties: {
    config: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceClassConfiguration },
    extendedResourceName: { type: 'string' },
    selectors: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: DeviceSelector },
  },
}

export const DeviceClass: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ObjectMeta, spec: DeviceClassSpec },
}

export const ResourceClaimSpec: StructuralSchema = { type: 'object', properties: { devices: DeviceClaim } }

export const ResourceClaimConsumerReference: StructuralSchema = {
  type: 'object',
  required: ['name', 'resource', 'uid'],
  properties: {
    apiGroup: { type: 'string' },
    name: { type: 'string' },
    resource: { type: 'string' },
    uid: { type: 'string' },
  },
}

export const ResourceClaimStatus: StructuralSchema = {
  type: 'object',
  properties: {
    allocation: AllocationResult,
    devices: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: AllocatedDeviceStatus },
    reservedFor: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: ResourceClaimConsumerReference,
    },
  },
}

export const ResourceClaim: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ResourceClaimSpec,
    status: ResourceClaimStatus,
  },
}

export const ResourceClaimTemplateSpec: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: { metadata: ObjectMeta, spec: ResourceClaimSpec },
}

export const ResourceClaimTemplate: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ResourceClaimTemplateSpec,
  },
}

export const ResourcePool: StructuralSchema = {
  type: 'object',
  required: ['generation', 'name', 'resourceSliceCount'],
  properties: {
    generation: { type: 'integer', format: 'int64' },
    name: { type: 'string' },
    resourceSliceCount: { type: 'integer', format: 'int64' },
  },
}

export const ResourceSliceSpec: StructuralSchema = {
  type: 'object',
  required: ['driver', 'pool'],
  properties: {
    allNodes: { type: 'boolean' },
    devices: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: Device },
    driver: { type: 'string' },
    nodeName: { type: 'string' },
    nodeSelector: NodeSelector,
    perDeviceNodeSelection: { type: 'boolean' },
    pool: ResourcePool,
    sharedCounters: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: CounterSet },
  },
}

export const ResourceSlice: StructuralSchema = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: ObjectMeta,
    spec: ResourceSliceSpec,
  },
}
