/** Constraints of a limit range on a container, a pod or a claim, in kube-apiserver's wording. Pure. */
import type { Quantity } from '@kubewright/core/quantities'
import type { LimitRangeItem } from '@kubewright/kubernetes/core/v1'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { type AmountMap, milliValue, readAmounts, wholeValue } from './amounts.ts'

/** The requests and limits of a container, a pod or a claim. */
export interface Measured {
  readonly requests: AmountMap
  readonly limits: AmountMap
}

interface Rule {
  readonly name: string
  /** `Container`, `Pod` or `PersistentVolumeClaim`. */
  readonly type: string
  readonly bound: Quantity
}

type Check = (rule: Rule, part: Measured) => string | undefined

export function limitProblems(limit: Unvalidated<LimitRangeItem>, part: Measured): readonly string[] {
  return [
    ...problemsOf(limit, 'min', part, tooLittle),
    ...problemsOf(limit, 'max', part, tooMuch),
    ...problemsOf(limit, 'maxLimitRequestRatio', part, tooFarApart),
  ]
}

/** For claims, which have requests only. */
export function requestLimitProblems(limit: Unvalidated<LimitRangeItem>, requests: AmountMap): readonly string[] {
  const part = { requests, limits: new Map() }
  return [...problemsOf(limit, 'min', part, tooLittle), ...problemsOf(limit, 'max', part, asksTooMuch)]
}

function problemsOf(
  limit: Unvalidated<LimitRangeItem>,
  of: 'min' | 'max' | 'maxLimitRequestRatio',
  part: Measured,
  check: Check,
): readonly string[] {
  const bounds = [...readAmounts(limit[of])]
  return bounds.flatMap(([name, bound]) => check({ name, type: limit.type ?? '', bound }, part) ?? [])
}

const tooLittle: Check = ({ name, type, bound }, { requests, limits }) => {
  const text = `minimum ${name} usage per ${type} is ${bound.toString()}`
  const [request, limit] = [requests.get(name), limits.get(name)]
  if (request === undefined) return `${text}.  No request is specified`
  if (isLess(request, bound)) return `${text}, but request is ${request.toString()}`
  return limit !== undefined && isLess(limit, bound) ? `${text}, but limit is ${limit.toString()}` : undefined
}

const tooMuch: Check = ({ name, type, bound }, { requests, limits }) => {
  const text = `maximum ${name} usage per ${type} is ${bound.toString()}`
  const [request, limit] = [requests.get(name), limits.get(name)]
  if (limit === undefined) return `${text}.  No limit is specified`
  if (isLess(bound, limit)) return `${text}, but limit is ${limit.toString()}`
  return request !== undefined && isLess(bound, request) ? `${text}, but request is ${request.toString()}` : undefined
}

const asksTooMuch: Check = ({ name, type, bound }, { requests }) => {
  const text = `maximum ${name} usage per ${type} is ${bound.toString()}`
  const request = requests.get(name)
  if (request === undefined) return `${text}.  No request is specified`
  return isLess(bound, request) ? `${text}, but request is ${request.toString()}` : undefined
}

const tooFarApart: Check = ({ name, type, bound }, { requests, limits }) => {
  const text = `${name} max limit to request ratio per ${type} is ${bound.toString()}`
  const [request, limit] = [requests.get(name), limits.get(name)]
  if (request === undefined || milliValue(request) === 0n) {
    return `${text}, but no request is specified or request is 0`
  }
  if (limit === undefined || milliValue(limit) === 0n) return `${text}, but no limit is specified or limit is 0`
  const unit = [request, limit, bound].every(fitsThousandths) ? milliValue : wholeValue
  const ratio = Number(unit(limit)) / Number(unit(request))
  const isExcess = fitsThousandths(bound)
    ? ratio * 1_000 > Number(milliValue(bound))
    : ratio > Number(wholeValue(bound))
  return isExcess ? `${text}, but provided ratio is ${ratio.toFixed(6)}` : undefined
}

/** Amounts whose thousandths would overflow an int64 are compared in whole units, as the server does. */
function isLess(left: Quantity, right: Quantity): boolean {
  const unit = fitsThousandths(left) && fitsThousandths(right) ? milliValue : wholeValue
  return unit(left) < unit(right)
}

const mostThousandths = (2n ** 63n - 1n) / 1_000n

function fitsThousandths(amount: Quantity): boolean {
  return wholeValue(amount) <= mostThousandths
}
