// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, Condition, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { NodeSelector } from '../core/v1.ts'
import type { Quantity, RawExtension, Time } from '../meta/v1.ts'

/** `deviceclasses` in `resource.k8s.io/v1`, cluster-scoped. */
export const DeviceClass: BuiltIn<DeviceClass, DeviceClassInput, never> = /*#__PURE__*/ builtIn({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'DeviceClass',
  plural: 'deviceclasses',
  scope: 'Cluster',
})

export interface DeviceClass {
  readonly apiVersion: 'resource.k8s.io/v1'
  readonly kind: 'DeviceClass'
  readonly metadata: ObjectMeta
  readonly spec: DeviceClassSpec
}

export interface DeviceClassInput {
  readonly apiVersion?: 'resource.k8s.io/v1' | undefined
  readonly kind?: 'DeviceClass' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: DeviceClassSpec
}

/** `resourceclaims` in `resource.k8s.io/v1`, namespaced. */
export const ResourceClaim: BuiltIn<ResourceClaim, ResourceClaimInput, ResourceClaimStatus> = /*#__PURE__*/ builtIn({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  scope: 'Namespaced',
  subresources: ['status'],
})

export interface ResourceClaim {
  readonly apiVersion: 'resource.k8s.io/v1'
  readonly kind: 'ResourceClaim'
  readonly metadata: ObjectMeta
  readonly spec: ResourceClaimSpec
  readonly status?: ResourceClaimStatus | undefined
}

export interface ResourceClaimInput {
  readonly apiVersion?: 'resource.k8s.io/v1' | undefined
  readonly kind?: 'ResourceClaim' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: ResourceClaimSpec
}

/** `resourceclaimtemplates` in `resource.k8s.io/v1`, namespaced. */
export const ResourceClaimTemplate: BuiltIn<
  ResourceClaimTemplate,
  ResourceClaimTemplateInput,
  never
> = /*#__PURE__*/ builtIn({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceClaimTemplate',
  plural: 'resourceclaimtemplates',
  scope: 'Namespaced',
})

export interface ResourceClaimTemplate {
  readonly apiVersion: 'resource.k8s.io/v1'
  readonly kind: 'ResourceClaimTemplate'
  readonly metadata: ObjectMeta
  readonly spec: ResourceClaimTemplateSpec
}

export interface ResourceClaimTemplateInput {
  readonly apiVersion?: 'resource.k8s.io/v1' | undefined
  readonly kind?: 'ResourceClaimTemplate' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: ResourceClaimTemplateSpec
}

/** `resourceslices` in `resource.k8s.io/v1`, cluster-scoped. */
export const ResourceSlice: BuiltIn<ResourceSlice, ResourceSliceInput, never> = /*#__PURE__*/ builtIn({
  group: 'resource.k8s.io',
  version: 'v1',
  kind: 'ResourceSlice',
  plural: 'resourceslices',
  scope: 'Cluster',
})

export interface ResourceSlice {
  readonly apiVersion: 'resource.k8s.io/v1'
  readonly kind: 'ResourceSlice'
  readonly metadata: ObjectMeta
  readonly spec: ResourceSliceSpec
}

export interface ResourceSliceInput {
  readonly apiVersion?: 'resource.k8s.io/v1' | undefined
  readonly kind?: 'ResourceSlice' | undefined
  readonly metadata: AuthoredMeta
  readonly spec: ResourceSliceSpec
}

export interface AllocatedDeviceStatus {
  readonly conditions?: readonly Condition[] | null | undefined
  readonly data?: RawExtension | undefined
  readonly device: string
  readonly driver: string
  readonly networkData?: NetworkDeviceData | undefined
  readonly pool: string
  readonly shareID?: string | undefined
}

export interface AllocationResult {
  readonly allocationTimestamp?: Time | undefined
  readonly devices?: DeviceAllocationResult | undefined
  readonly nodeSelector?: NodeSelector | undefined
}

export interface CELDeviceSelector {
  readonly expression: string
}

export interface CapacityRequestPolicy {
  readonly default?: Quantity | null | undefined
  readonly validRange?: CapacityRequestPolicyRange | undefined
  readonly validValues?: readonly Quantity[] | undefined
}

export interface CapacityRequestPolicyRange {
  readonly max?: Quantity | undefined
  readonly min: Quantity
  readonly step?: Quantity | undefined
}

export interface CapacityRequirements {
  readonly requests?: Readonly<Record<string, Quantity>> | undefined
}

export interface Counter {
  readonly value: Quantity
}

export interface CounterSet {
  readonly counters: Readonly<Record<string, Counter>>
  readonly name: string
}

export interface Device {
  readonly allNodes?: boolean | undefined
  readonly allowMultipleAllocations?: boolean | undefined
  readonly attributes?: Readonly<Record<string, DeviceAttribute>> | undefined
  readonly bindingConditions?: readonly string[] | undefined
  readonly bindingFailureConditions?: readonly string[] | undefined
  readonly bindsToNode?: boolean | undefined
  readonly capacity?: Readonly<Record<string, DeviceCapacity>> | undefined
  readonly consumesCounters?: readonly DeviceCounterConsumption[] | undefined
  readonly name: string
  readonly nodeAllocatableResourceMappings?: Readonly<Record<string, NodeAllocatableResourceMapping>> | undefined
  readonly nodeName?: string | undefined
  readonly nodeSelector?: NodeSelector | undefined
  readonly taints?: readonly DeviceTaint[] | undefined
}

export interface DeviceAllocationConfiguration {
  readonly opaque?: OpaqueDeviceConfiguration | undefined
  readonly requests?: readonly string[] | undefined
  readonly source: 'FromClaim' | 'FromClass'
}

export interface DeviceAllocationResult {
  readonly config?: readonly DeviceAllocationConfiguration[] | undefined
  readonly results?: readonly DeviceRequestAllocationResult[] | undefined
}

export interface DeviceAttribute {
  readonly bool?: boolean | undefined
  readonly bools?: readonly boolean[] | undefined
  readonly int?: number | undefined
  readonly ints?: readonly number[] | undefined
  readonly string?: string | undefined
  readonly strings?: readonly string[] | undefined
  readonly version?: string | undefined
  readonly versions?: readonly string[] | undefined
}

export interface DeviceCapacity {
  readonly requestPolicy?: CapacityRequestPolicy | undefined
  readonly value: Quantity
}

export interface DeviceClaim {
  readonly config?: readonly DeviceClaimConfiguration[] | undefined
  readonly constraints?: readonly DeviceConstraint[] | undefined
  readonly requests?: readonly DeviceRequest[] | null | undefined
}

export interface DeviceClaimConfiguration {
  readonly opaque?: OpaqueDeviceConfiguration | undefined
  readonly requests?: readonly string[] | undefined
}

export interface DeviceClassConfiguration {
  readonly opaque?: OpaqueDeviceConfiguration | undefined
}

export interface DeviceClassSpec {
  readonly config?: readonly DeviceClassConfiguration[] | undefined
  readonly extendedResourceName?: string | undefined
  readonly selectors?: readonly DeviceSelector[] | undefined
}

export interface DeviceConstraint {
  readonly distinctAttribute?: string | undefined
  readonly matchAttribute?: string | undefined
  readonly requests?: readonly string[] | undefined
}

export interface DeviceCounterConsumption {
  readonly counterSet: string
  readonly counters: Readonly<Record<string, Counter>>
}

export interface DeviceRequest {
  readonly exactly?: ExactDeviceRequest | undefined
  readonly firstAvailable?: readonly DeviceSubRequest[] | undefined
  readonly name: string
}

export interface DeviceRequestAllocationResult {
  readonly adminAccess?: boolean | undefined
  readonly bindingConditions?: readonly string[] | undefined
  readonly bindingFailureConditions?: readonly string[] | undefined
  readonly consumedCapacity?: Readonly<Record<string, Quantity>> | undefined
  readonly device: string
  readonly driver: string
  readonly pool: string
  readonly request: string
  readonly shareID?: string | undefined
  readonly tolerations?: readonly DeviceToleration[] | undefined
}

export interface DeviceSelector {
  readonly cel?: CELDeviceSelector | undefined
}

export interface DeviceSubRequest {
  readonly allocationMode?: 'All' | 'ExactCount' | undefined
  readonly capacity?: CapacityRequirements | undefined
  readonly count?: number | undefined
  readonly deviceClassName: string
  readonly name: string
  readonly selectors?: readonly DeviceSelector[] | undefined
  readonly tolerations?: readonly DeviceToleration[] | undefined
}

export interface DeviceTaint {
  readonly effect: 'NoExecute' | 'NoSchedule' | 'None'
  readonly key: string
  readonly timeAdded?: Time | undefined
  readonly value?: string | undefined
}

export interface DeviceToleration {
  readonly effect?: 'NoExecute' | 'NoSchedule' | 'None' | undefined
  readonly key?: string | undefined
  /** @default 'Equal' */
  readonly operator?: 'Equal' | 'Exists' | undefined
  readonly tolerationSeconds?: number | undefined
  readonly value?: string | undefined
}

export interface ExactDeviceRequest {
  readonly adminAccess?: boolean | undefined
  readonly allocationMode?: 'All' | 'ExactCount' | undefined
  readonly capacity?: CapacityRequirements | undefined
  readonly count?: number | undefined
  readonly deviceClassName: string
  readonly selectors?: readonly DeviceSelector[] | undefined
  readonly tolerations?: readonly DeviceToleration[] | undefined
}

export interface NetworkDeviceData {
  readonly hardwareAddress?: string | undefined
  readonly interfaceName?: string | undefined
  readonly ips?: readonly string[] | undefined
}

export interface NodeAllocatableResourceMapping {
  readonly allocationMultiplier?: Quantity | undefined
  readonly capacityKey?: string | undefined
}

export interface OpaqueDeviceConfiguration {
  readonly driver: string
  readonly parameters: RawExtension
}

export interface ResourceClaimConsumerReference {
  readonly apiGroup?: string | undefined
  readonly name: string
  readonly resource: string
  readonly uid: string
}

export interface ResourceClaimSpec {
  readonly devices?: DeviceClaim | undefined
}

export interface ResourceClaimStatus {
  readonly allocation?: AllocationResult | undefined
  readonly devices?: readonly AllocatedDeviceStatus[] | undefined
  readonly reservedFor?: readonly ResourceClaimConsumerReference[] | undefined
}

export interface ResourceClaimTemplateSpec {
  readonly metadata?: AuthoredMeta | undefined
  readonly spec: ResourceClaimSpec
}

export interface ResourcePool {
  readonly generation: number
  readonly name: string
  readonly resourceSliceCount: number
}

export interface ResourceSliceSpec {
  readonly allNodes?: boolean | undefined
  readonly devices?: readonly Device[] | undefined
  readonly driver: string
  readonly nodeName?: string | undefined
  readonly nodeSelector?: NodeSelector | undefined
  readonly perDeviceNodeSelection?: boolean | undefined
  readonly pool: ResourcePool
  readonly sharedCounters?: readonly CounterSet[] | undefined
}
