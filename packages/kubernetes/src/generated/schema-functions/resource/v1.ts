// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type {
  AllocatedDeviceStatus,
  AllocationResult,
  CELDeviceSelector,
  CapacityRequestPolicy,
  CapacityRequestPolicyRange,
  CapacityRequirements,
  Counter,
  CounterSet,
  Device,
  DeviceAllocationConfiguration,
  DeviceAllocationResult,
  DeviceAttribute,
  DeviceCapacity,
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceClassConfiguration,
  DeviceClassInput,
  DeviceClassSpec,
  DeviceConstraint,
  DeviceCounterConsumption,
  DeviceRequest,
  DeviceRequestAllocationResult,
  DeviceSelector,
  DeviceSubRequest,
  DeviceTaint,
  DeviceToleration,
  ExactDeviceRequest,
  NetworkDeviceData,
  NodeAllocatableResourceMapping,
  OpaqueDeviceConfiguration,
  ResourceClaimConsumerReference,
  ResourceClaimInput,
  ResourceClaimSpec,
  ResourceClaimStatus,
  ResourceClaimTemplateInput,
  ResourceClaimTemplateSpec,
  ResourcePool,
  ResourceSliceInput,
  ResourceSliceSpec,
} from '../../resource/v1.ts'
import * as schemas from '../../structural/resource/v1.ts'

export const allocatedDeviceStatus = (): StructuralType<AllocatedDeviceStatus> =>
  structural(schemas.AllocatedDeviceStatus)

export const allocationResult = (): StructuralType<AllocationResult> => structural(schemas.AllocationResult)

export const celDeviceSelector = (): StructuralType<CELDeviceSelector> => structural(schemas.CELDeviceSelector)

export const capacityRequestPolicy = (): StructuralType<CapacityRequestPolicy> =>
  structural(schemas.CapacityRequestPolicy)

export const capacityRequestPolicyRange = (): StructuralType<CapacityRequestPolicyRange> =>
  structural(schemas.CapacityRequestPolicyRange)

export const capacityRequirements = (): StructuralType<CapacityRequirements> => structural(schemas.CapacityRequirements)

export const counter = (): StructuralType<Counter> => structural(schemas.Counter)

export const counterSet = (): StructuralType<CounterSet> => structural(schemas.CounterSet)

export const device = (): StructuralType<Device> => structural(schemas.Device)

export const deviceAllocationConfiguration = (): StructuralType<DeviceAllocationConfiguration> =>
  structural(schemas.DeviceAllocationConfiguration)

export const deviceAllocationResult = (): StructuralType<DeviceAllocationResult> =>
  structural(schemas.DeviceAllocationResult)

export const deviceAttribute = (): StructuralType<DeviceAttribute> => structural(schemas.DeviceAttribute)

export const deviceCapacity = (): StructuralType<DeviceCapacity> => structural(schemas.DeviceCapacity)

export const deviceClaim = (): StructuralType<DeviceClaim> => structural(schemas.DeviceClaim)

export const deviceClaimConfiguration = (): StructuralType<DeviceClaimConfiguration> =>
  structural(schemas.DeviceClaimConfiguration)

export const deviceClass = (): StructuralType<DeviceClassInput> => structural(schemas.DeviceClass)

export const deviceClassConfiguration = (): StructuralType<DeviceClassConfiguration> =>
  structural(schemas.DeviceClassConfiguration)

export const deviceClassSpec = (): StructuralType<DeviceClassSpec> => structural(schemas.DeviceClassSpec)

export const deviceConstraint = (): StructuralType<DeviceConstraint> => structural(schemas.DeviceConstraint)

export const deviceCounterConsumption = (): StructuralType<DeviceCounterConsumption> =>
  structural(schemas.DeviceCounterConsumption)

export const deviceRequest = (): StructuralType<DeviceRequest> => structural(schemas.DeviceRequest)

export const deviceRequestAllocationResult = (): StructuralType<DeviceRequestAllocationResult> =>
  structural(schemas.DeviceRequestAllocationResult)

export const deviceSelector = (): StructuralType<DeviceSelector> => structural(schemas.DeviceSelector)

export const deviceSubRequest = (): StructuralType<DeviceSubRequest> => structural(schemas.DeviceSubRequest)

export const deviceTaint = (): StructuralType<DeviceTaint> => structural(schemas.DeviceTaint)

export const deviceToleration = (): StructuralType<DeviceToleration> => structural(schemas.DeviceToleration)

export const exactDeviceRequest = (): StructuralType<ExactDeviceRequest> => structural(schemas.ExactDeviceRequest)

export const networkDeviceData = (): StructuralType<NetworkDeviceData> => structural(schemas.NetworkDeviceData)

export const nodeAllocatableResourceMapping = (): StructuralType<NodeAllocatableResourceMapping> =>
  structural(schemas.NodeAllocatableResourceMapping)

export const opaqueDeviceConfiguration = (): StructuralType<OpaqueDeviceConfiguration> =>
  structural(schemas.OpaqueDeviceConfiguration)

export const resourceClaim = (): StructuralType<ResourceClaimInput> => structural(schemas.ResourceClaim)

export const resourceClaimConsumerReference = (): StructuralType<ResourceClaimConsumerReference> =>
  structural(schemas.ResourceClaimConsumerReference)

export const resourceClaimSpec = (): StructuralType<ResourceClaimSpec> => structural(schemas.ResourceClaimSpec)

export const resourceClaimStatus = (): StructuralType<ResourceClaimStatus> => structural(schemas.ResourceClaimStatus)

export const resourceClaimTemplate = (): StructuralType<ResourceClaimTemplateInput> =>
  structural(schemas.ResourceClaimTemplate)

export const resourceClaimTemplateSpec = (): StructuralType<ResourceClaimTemplateSpec> =>
  structural(schemas.ResourceClaimTemplateSpec)

export const resourcePool = (): StructuralType<ResourcePool> => structural(schemas.ResourcePool)

export const resourceSlice = (): StructuralType<ResourceSliceInput> => structural(schemas.ResourceSlice)

export const resourceSliceSpec = (): StructuralType<ResourceSliceSpec> => structural(schemas.ResourceSliceSpec)
