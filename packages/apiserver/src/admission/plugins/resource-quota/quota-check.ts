/** The effect of a write on the quotas of its namespace. Pure. */
import { getOwn } from '@kubewright/core/json'
import { compareQuantities } from '@kubewright/core/quantities'
import type { Draft } from '../../../object/draft.ts'
import type { Attributes } from '../../../kinds/admission.ts'
import { addTo, type AmountMap, formatAmounts, only, readAmounts, zero } from '../amounts.ts'
import { refuse } from '../attributes.ts'
import { type Evaluator, type Quota, scopesOf } from './evaluator.ts'

/** A quota that the write charges, and its usage afterwards. */
export interface QuotaChange {
  readonly quota: Quota
  readonly used: AmountMap
}

/** Failure: a 403 if a quota is exceeded or cannot be checked. */
export function checkQuotas(
  quotas: readonly Quota[],
  attributes: Attributes,
  evaluator: Evaluator,
): readonly QuotaChange[] {
  const object = attributes.object!
  const concerned = quotas.filter((quota) => concerns(quota, evaluator, object))
  for (const quota of concerned) demandAnswers(quota, attributes, evaluator)
  const usage = evaluator.usageOf(object)
  refuseNegative(attributes, usage)
  return concerned.flatMap((quota) => changeOf(quota, attributes, { evaluator, usage }) ?? [])
}

function concerns(quota: Quota, evaluator: Evaluator, object: Draft): boolean {
  const isCounted = Object.keys(quota.status?.hard ?? {}).some((name) => evaluator.counts(name))
  return isCounted && scopesOf(quota).every((scope) => evaluator.isIn(scope, object))
}

/** The object must specify its resources, and the status of the quota must hold the current usage. */
function demandAnswers(quota: Quota, attributes: Attributes, evaluator: Evaluator): void {
  const names = Object.keys(quota.status?.hard ?? {}).filter((name) => evaluator.counts(name))
  const name = quota.metadata?.name
  const missing = evaluator.missing?.(names, attributes.object!)
  if (missing !== undefined) throw refuse(attributes, `failed quota: ${name}: ${missing}`)
  if (names.every((one) => getOwn(quota.status?.used, one) !== undefined)) return
  throw refuse(attributes, `status unknown for quota: ${name}, resources: ${[...names].sort().join(',')}`)
}

function refuseNegative(attributes: Attributes, usage: AmountMap): void {
  const negative = [...only(usage, (_, amount) => amount.unscaled < 0n).keys()].sort()
  if (negative.length === 0) return
  throw refuse(attributes, `quota usage is negative for resource(s): ${negative.join(',')}`)
}

interface Usage {
  readonly evaluator: Evaluator
  readonly usage: AmountMap
}

function changeOf(quota: Quota, attributes: Attributes, { evaluator, usage }: Usage): QuotaChange | undefined {
  const { operation, oldObject, subresource } = attributes
  const isChange = operation === 'UPDATE' && oldObject !== undefined && concerns(quota, evaluator, oldObject)
  const delta = withoutZeros(isChange ? increase(usage, evaluator.usageOf(oldObject)) : usage)
  if (delta.size === 0) return undefined
  const [hard, used] = [readAmounts(quota.status?.hard), readAmounts(quota.status?.used)]
  const requested = only(delta, (name) => hard.has(name))
  const next = addTo(new Map(used), requested)
  if (subresource !== 'status') refuseExcess(attributes, quota, { hard, used, requested, next })
  return { quota, used: next }
}

/** A decrease is not booked here: a controller releases it with the next recount. */
function increase(usage: AmountMap, before: AmountMap): AmountMap {
  return new Map([...usage].map(([name, amount]) => [name, amount.minus(before.get(name) ?? zero)]))
}

function withoutZeros(amounts: AmountMap): AmountMap {
  return only(amounts, (_, amount) => amount.unscaled > 0n)
}

interface Balance {
  readonly hard: AmountMap
  readonly used: AmountMap
  readonly requested: AmountMap
  readonly next: AmountMap
}

function refuseExcess(attributes: Attributes, quota: Quota, { hard, used, requested, next }: Balance): void {
  const isExceeded = (name: string) =>
    requested.has(name) && compareQuantities(next.get(name) ?? zero, hard.get(name) ?? zero) > 0
  const exceeded = only(hard, isExceeded)
  if (exceeded.size === 0) return
  const text = (amounts: AmountMap) => formatAmounts(only(amounts, (name) => exceeded.has(name)))
  const numbers = `requested: ${text(requested)}, used: ${text(used)}, limited: ${text(hard)}`
  throw refuse(attributes, `exceeded quota: ${quota.metadata?.name}, ${numbers}`)
}
