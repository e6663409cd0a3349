// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'resource/v1.AllocatedDeviceStatus': {
    type: 'object',
    required: ['driver', 'pool', 'device'],
    properties: {
      conditions: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['type'],
        'x-kubernetes-list-type': 'map',
        items: { $ref: 'meta/v1.Condition', default: {} },
      },
      data: { $ref: 'meta/v1.RawExtension' },
      device: { type: 'string', default: '' },
      driver: { type: 'string', default: '' },
      networkData: { $ref: 'resource/v1.NetworkDeviceData' },
      pool: { type: 'string', default: '' },
      shareID: { type: 'string' },
    },
  },
  'resource/v1.AllocationResult': {
    type: 'object',
    properties: {
      allocationTimestamp: { $ref: 'meta/v1.Time' },
      devices: { $ref: 'resource/v1.DeviceAllocationResult', default: {} },
      nodeSelector: { $ref: 'core/v1.NodeSelector' },
    },
  },
  'resource/v1.CELDeviceSelector': {
    type: 'object',
    required: ['expression'],
    properties: { expression: { type: 'string', default: '' } },
  },
  'resource/v1.CapacityRequestPolicy': {
    type: 'object',
    properties: {
      default: { $ref: 'meta/v1.Quantity' },
      validRange: { $ref: 'resource/v1.CapacityRequestPolicyRange' },
      validValues: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { $ref: 'meta/v1.Quantity' } },
    },
  },
  'resource/v1.CapacityRequestPolicyRange': {
    type: 'object',
    required: ['min'],
    properties: {
      max: { $ref: 'meta/v1.Quantity' },
      min: { $ref: 'meta/v1.Quantity' },
      step: { $ref: 'meta/v1.Quantity' },
    },
  },
  'resource/v1.CapacityRequirements': {
    type: 'object',
    properties: { requests: { type: 'object', additionalProperties: { $ref: 'meta/v1.Quantity' } } },
  },
  'resource/v1.Counter': { type: 'object', required: ['value'], properties: { value: { $ref: 'meta/v1.Quantity' } } },
  'resource/v1.CounterSet': {
    type: 'object',
    required: ['name', 'counters'],
    properties: {
      counters: { type: 'object', additionalProperties: { $ref: 'resource/v1.Counter', default: {} } },
      name: { type: 'string', default: '' },
    },
  },
  'resource/v1.Device': {
    type: 'object',
    required: ['name'],
    properties: {
      allNodes: { type: 'boolean' },
      allowMultipleAllocations: { type: 'boolean' },
      attributes: { type: 'object', additionalProperties: { $ref: 'resource/v1.DeviceAttribute', default: {} } },
      bindingConditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      bindingFailureConditions: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { type: 'string', default: '' },
      },
      bindsToNode: { type: 'boolean' },
      capacity: { type: 'object', additionalProperties: { $ref: 'resource/v1.DeviceCapacity', default: {} } },
      consumesCounters: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceCounterConsumption', default: {} },
      },
      name: { type: 'string', default: '' },
      nodeAllocatableResourceMappings: {
        type: 'object',
        additionalProperties: { $ref: 'resource/v1.NodeAllocatableResourceMapping', default: {} },
      },
      nodeName: { type: 'string' },
      nodeSelector: { $ref: 'core/v1.NodeSelector' },
      taints: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceTaint', default: {} },
      },
    },
  },
  'resource/v1.DeviceAllocationConfiguration': {
    type: 'object',
    required: ['source'],
    properties: {
      opaque: { $ref: 'resource/v1.OpaqueDeviceConfiguration' },
      requests: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      source: { type: 'string', default: '', enum: ['FromClaim', 'FromClass'] },
    },
  },
  'resource/v1.DeviceAllocationResult': {
    type: 'object',
    properties: {
      config: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceAllocationConfiguration', default: {} },
      },
      results: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceRequestAllocationResult', default: {} },
      },
    },
  },
  'resource/v1.DeviceAttribute': {
    type: 'object',
    properties: {
      bool: { type: 'boolean' },
      bools: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'boolean', default: false } },
      int: { type: 'integer', format: 'int64' },
      ints: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { type: 'integer', format: 'int64', default: 0 },
      },
      string: { type: 'string' },
      strings: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      version: { type: 'string' },
      versions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'resource/v1.DeviceCapacity': {
    type: 'object',
    required: ['value'],
    properties: { requestPolicy: { $ref: 'resource/v1.CapacityRequestPolicy' }, value: { $ref: 'meta/v1.Quantity' } },
  },
  'resource/v1.DeviceClaim': {
    type: 'object',
    properties: {
      config: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceClaimConfiguration', default: {} },
      },
      constraints: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceConstraint', default: {} },
      },
      requests: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceRequest', default: {} },
      },
    },
  },
  'resource/v1.DeviceClaimConfiguration': {
    type: 'object',
    properties: {
      opaque: { $ref: 'resource/v1.OpaqueDeviceConfiguration' },
      requests: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'resource/v1.DeviceClass': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'resource/v1.DeviceClassSpec', default: {} },
    },
  },
  'resource/v1.DeviceClassConfiguration': {
    type: 'object',
    properties: { opaque: { $ref: 'resource/v1.OpaqueDeviceConfiguration' } },
  },
  'resource/v1.DeviceClassSpec': {
    type: 'object',
    properties: {
      config: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceClassConfiguration', default: {} },
      },
      extendedResourceName: { type: 'string' },
      selectors: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceSelector', default: {} },
      },
    },
  },
  'resource/v1.DeviceConstraint': {
    type: 'object',
    properties: {
      distinctAttribute: { type: 'string' },
      matchAttribute: { type: 'string' },
      requests: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'resource/v1.DeviceCounterConsumption': {
    type: 'object',
    required: ['counterSet', 'counters'],
    properties: {
      counterSet: { type: 'string', default: '' },
      counters: { type: 'object', additionalProperties: { $ref: 'resource/v1.Counter', default: {} } },
    },
  },
  'resource/v1.DeviceRequest': {
    type: 'object',
    required: ['name'],
    properties: {
      exactly: { $ref: 'resource/v1.ExactDeviceRequest' },
      firstAvailable: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceSubRequest', default: {} },
      },
      name: { type: 'string', default: '' },
    },
  },
  'resource/v1.DeviceRequestAllocationResult': {
    type: 'object',
    required: ['request', 'driver', 'pool', 'device'],
    properties: {
      adminAccess: { type: 'boolean' },
      bindingConditions: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
      bindingFailureConditions: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { type: 'string', default: '' },
      },
      consumedCapacity: { type: 'object', additionalProperties: { $ref: 'meta/v1.Quantity' } },
      device: { type: 'string', default: '' },
      driver: { type: 'string', default: '' },
      pool: { type: 'string', default: '' },
      request: { type: 'string', default: '' },
      shareID: { type: 'string' },
      tolerations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceToleration', default: {} },
      },
    },
  },
  'resource/v1.DeviceSelector': { type: 'object', properties: { cel: { $ref: 'resource/v1.CELDeviceSelector' } } },
  'resource/v1.DeviceSubRequest': {
    type: 'object',
    required: ['name', 'deviceClassName'],
    properties: {
      allocationMode: { type: 'string', enum: ['All', 'ExactCount'] },
      capacity: { $ref: 'resource/v1.CapacityRequirements' },
      count: { type: 'integer', format: 'int64' },
      deviceClassName: { type: 'string', default: '' },
      name: { type: 'string', default: '' },
      selectors: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceSelector', default: {} },
      },
      tolerations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceToleration', default: {} },
      },
    },
  },
  'resource/v1.DeviceTaint': {
    type: 'object',
    required: ['key', 'effect'],
    properties: {
      effect: { type: 'string', default: '', enum: ['NoExecute', 'NoSchedule', 'None'] },
      key: { type: 'string', default: '' },
      timeAdded: { $ref: 'meta/v1.Time' },
      value: { type: 'string' },
    },
  },
  'resource/v1.DeviceToleration': {
    type: 'object',
    properties: {
      effect: { type: 'string', enum: ['NoExecute', 'NoSchedule', 'None'] },
      key: { type: 'string' },
      operator: { type: 'string', default: 'Equal', enum: ['Equal', 'Exists'] },
      tolerationSeconds: { type: 'integer', format: 'int64' },
      value: { type: 'string' },
    },
  },
  'resource/v1.ExactDeviceRequest': {
    type: 'object',
    required: ['deviceClassName'],
    properties: {
      adminAccess: { type: 'boolean' },
      allocationMode: { type: 'string', enum: ['All', 'ExactCount'] },
      capacity: { $ref: 'resource/v1.CapacityRequirements' },
      count: { type: 'integer', format: 'int64' },
      deviceClassName: { type: 'string', default: '' },
      selectors: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceSelector', default: {} },
      },
      tolerations: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.DeviceToleration', default: {} },
      },
    },
  },
  'resource/v1.NetworkDeviceData': {
    type: 'object',
    properties: {
      hardwareAddress: { type: 'string' },
      interfaceName: { type: 'string' },
      ips: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string', default: '' } },
    },
  },
  'resource/v1.NodeAllocatableResourceMapping': {
    type: 'object',
    properties: { allocationMultiplier: { $ref: 'meta/v1.Quantity' }, capacityKey: { type: 'string' } },
  },
  'resource/v1.OpaqueDeviceConfiguration': {
    type: 'object',
    required: ['driver', 'parameters'],
    properties: { driver: { type: 'string', default: '' }, parameters: { $ref: 'meta/v1.RawExtension' } },
  },
  'resource/v1.ResourceClaim': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'resource/v1.ResourceClaimSpec', default: {} },
      status: { $ref: 'resource/v1.ResourceClaimStatus', default: {} },
    },
  },
  'resource/v1.ResourceClaimConsumerReference': {
    type: 'object',
    required: ['resource', 'name', 'uid'],
    properties: {
      apiGroup: { type: 'string' },
      name: { type: 'string', default: '' },
      resource: { type: 'string', default: '' },
      uid: { type: 'string', default: '' },
    },
  },
  'resource/v1.ResourceClaimSpec': {
    type: 'object',
    properties: { devices: { $ref: 'resource/v1.DeviceClaim', default: {} } },
  },
  'resource/v1.ResourceClaimStatus': {
    type: 'object',
    properties: {
      allocation: { $ref: 'resource/v1.AllocationResult' },
      devices: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['driver', 'device', 'pool', 'shareID'],
        'x-kubernetes-list-type': 'map',
        items: { $ref: 'resource/v1.AllocatedDeviceStatus', default: {} },
      },
      reservedFor: {
        type: 'array',
        'x-kubernetes-list-map-keys': ['uid'],
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-patch-merge-key': 'uid',
        'x-kubernetes-patch-strategy': 'merge',
        items: { $ref: 'resource/v1.ResourceClaimConsumerReference', default: {} },
      },
    },
  },
  'resource/v1.ResourceClaimTemplate': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'resource/v1.ResourceClaimTemplateSpec', default: {} },
    },
  },
  'resource/v1.ResourceClaimTemplateSpec': {
    type: 'object',
    required: ['spec'],
    properties: {
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'resource/v1.ResourceClaimSpec', default: {} },
    },
  },
  'resource/v1.ResourcePool': {
    type: 'object',
    required: ['name', 'generation', 'resourceSliceCount'],
    properties: {
      generation: { type: 'integer', format: 'int64', default: 0 },
      name: { type: 'string', default: '' },
      resourceSliceCount: { type: 'integer', format: 'int64', default: 0 },
    },
  },
  'resource/v1.ResourceSlice': {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'resource/v1.ResourceSliceSpec', default: {} },
    },
  },
  'resource/v1.ResourceSliceSpec': {
    type: 'object',
    required: ['driver', 'pool'],
    properties: {
      allNodes: { type: 'boolean' },
      devices: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.Device', default: {} },
      },
      driver: { type: 'string', default: '' },
      nodeName: { type: 'string' },
      nodeSelector: { $ref: 'core/v1.NodeSelector' },
      perDeviceNodeSelection: { type: 'boolean' },
      pool: { $ref: 'resource/v1.ResourcePool', default: {} },
      sharedCounters: {
        type: 'array',
        'x-kubernetes-list-type': 'atomic',
        items: { $ref: 'resource/v1.CounterSet', default: {} },
      },
    },
  },
}
