/** Usage of device claims: their number, and the maximum number of devices per class. */
import { parseQuantity } from '@kubewright/core/quantities'
import type { ResourceClaim } from '@kubewright/kubernetes/resource/v1'
import { type Unvalidated, unvalidated } from '../../../object/unvalidated.ts'
import { addTo, type AmountMap, raiseTo } from '../amounts.ts'
import type { Evaluator } from './evaluator.ts'
import { one } from './object-count.ts'

const ownCount = 'count/resourceclaims.resource.k8s.io'
const perClass = '.deviceclass.resource.k8s.io/devices'
/** The maximum number of devices that one claim can get. */
const mostDevices = 32

export const deviceUsage: Evaluator = {
  handles: ({ operation, subresource }) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  counts: (name) => name === ownCount || name.endsWith(perClass),
  isIn: () => false,
  usageOf: (object) => usageOf(unvalidated<ResourceClaim>(object)),
}

interface Asked {
  readonly deviceClassName?: string | undefined
  readonly allocationMode?: string | undefined
  readonly count?: number | undefined
}

function usageOf({ spec }: Unvalidated<ResourceClaim>): AmountMap {
  const usage: AmountMap = new Map([[ownCount, one]])
  for (const { exactly, firstAvailable } of spec?.devices?.requests ?? []) {
    // Only one of the alternatives is allocated, so each class counts its largest.
    const choices = (firstAvailable ?? []).length > 0 ? (firstAvailable ?? []) : exactly ? [exactly] : []
    const largest: AmountMap = new Map()
    for (const choice of choices) raiseTo(largest, devicesOf(choice))
    addTo(usage, largest)
  }
  return usage
}

function devicesOf({ deviceClassName = '', allocationMode, count = 0 }: Asked): AmountMap {
  const devices = allocationMode === 'All' ? mostDevices : allocationMode === 'ExactCount' ? count : 0
  return new Map([[`${deviceClassName}${perClass}`, parseQuantity(devices)]])
}
