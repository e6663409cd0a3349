/** Usage of claims: their number and the storage they request, in total and per storage class. */
import { compareQuantities, parseQuantity, type Quantity } from '@kubewright/core/quantities'
import type { PersistentVolumeClaim } from '@kubewright/kubernetes/core/v1'
import { type Unvalidated, unvalidated } from '../../../object/unvalidated.ts'
import type { Attributes } from '../../../kinds/admission.ts'
import { type AmountMap, readAmounts, wholeValue } from '../amounts.ts'
import { classOf } from '../claim-resize.ts'
import { type Evaluator, isChosen } from './evaluator.ts'
import { one } from './object-count.ts'

type Claim = Unvalidated<PersistentVolumeClaim>

const counted = ['persistentvolumeclaims', 'requests.storage'] as const
const perClass = '.storageclass.storage.k8s.io/'

export const claimUsage: Evaluator = {
  handles: isCounted,
  counts: (name) =>
    name === 'count/persistentvolumeclaims' ||
    counted.some((known) => name === known || name.endsWith(perClass + known)),
  isIn: (scope, object) =>
    scope.scopeName === 'VolumeAttributesClass' &&
    isChosen(scope, attributesClassesOf(unvalidated<PersistentVolumeClaim>(object))),
  usageOf: (object) => usageOf(unvalidated<PersistentVolumeClaim>(object)),
}

function isCounted({ operation, subresource, object, oldObject }: Attributes): boolean {
  if (subresource === '') return operation === 'CREATE' || operation === 'UPDATE'
  // The server compares pointers to the amounts, not their values: a status update always counts.
  return subresource === 'status' && object !== undefined && oldObject !== undefined
}

function usageOf(claim: Claim): AmountMap {
  const usage: AmountMap = new Map([
    ['count/persistentvolumeclaims', one],
    ['persistentvolumeclaims', one],
  ])
  const storage = storageOf(claim)
  if (storage !== undefined) usage.set('requests.storage', storage)
  const name = classOf(claim)
  if (name === '') return usage
  for (const known of counted) {
    const amount = usage.get(known)
    if (amount !== undefined) usage.set(`${name}${perClass}${known}`, amount)
  }
  return usage
}

/** The requested storage, or the allocated storage if that is more. */
function storageOf({ spec, status }: Claim): Quantity | undefined {
  const asked = readAmounts(spec?.resources?.requests).get('storage')
  const given = readAmounts(status?.allocatedResources).get('storage')
  if (asked === undefined) return undefined
  return roundUp(given !== undefined && compareQuantities(given, asked) > 0 ? given : asked)
}

function roundUp(amount: Quantity): Quantity {
  return amount.exponent >= 0 ? amount : parseQuantity(String(wholeValue(amount)))
}

function attributesClassesOf({ spec, status }: Claim): readonly string[] {
  const names = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ]
  return [...new Set(names.flatMap((name) => name || []))]
}
