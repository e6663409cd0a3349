/** LimitRanges and ResourceQuotas. */
import type { LimitRange, LimitRangeItem, ResourceQuota } from '@kubewright/kubernetes/core/v1'
import { getOwn } from '@kubewright/core/json'
import { compareQuantities, parseQuantity } from '@kubewright/core/quantities'
import type { Draft } from '../../object/draft.ts'
import { ownField } from '../../object/own-field.ts'
import { forbidden, invalid, required } from '../../status/field-error.ts'
import { duplicate, each, entriesOf, named, type Problems } from '../../validation/problems.ts'
import { containerResourceName, quotaResourceName, resourceAmount, resourceName } from '../../validation/resources.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { roundAmounts } from '../pod/pod-defaults.ts'
import { ageOf } from '../table/cells.ts'

const asRange = unvalidated<LimitRange>
const asQuota = unvalidated<ResourceQuota>

type Item = Unvalidated<LimitRangeItem>
const amountFields = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const

export const limitRange: KindBehavior = {
  /** The only kind that gets a generated name if it has none. */
  prepareForCreate({ metadata }, writing) {
    if ((metadata.name ?? '') === '') metadata.name = writing.newId()
  },
  fill(object) {
    for (const item of asRange(object).spec?.limits ?? []) {
      for (const field of amountFields) roundAmounts(item[field])
      if (item.type === 'Container') fillContainerLimits(item)
    }
  },
  *validate(object) {
    const seen = new Set<string>()
    for (const [item, at] of each(asRange(object).spec?.limits, 'spec.limits')) {
      const { type = '' } = item
      yield* typeProblems(type, `${at}.type`)
      if (seen.has(type)) yield duplicate(`${at}.type`, type)
      seen.add(type)
      yield* itemProblems(item, at)
    }
  },
}

/** Missing limits default to the maximum; missing requests default to the limit, or else to the minimum. */
function fillContainerLimits(item: Item): void {
  const limits = { ...item.max, ...item.default }
  const requests = { ...item.min, ...limits, ...item.defaultRequest }
  if (Object.keys(limits).length > 0) item.default = limits
  if (Object.keys(requests).length > 0) item.defaultRequest = requests
}

const types = ['Pod', 'Container', 'PersistentVolumeClaim']

function* typeProblems(type: string, path: string): Problems {
  const problems = [...named('qualifiedName', type, path)]
  yield* problems
  if (problems.length === 0 && !type.includes('/') && !types.includes(type)) {
    yield invalid(path, type, 'must be a standard limit type or fully qualified')
  }
}

function* itemProblems(item: Item, path: string): Problems {
  const isOfPods = item.type === 'Pod' || item.type === 'Container'
  for (const field of amountFields) {
    const amounts = item[field]
    if (item.type === 'Pod' && (field === 'default' || field === 'defaultRequest')) {
      if (Object.keys(amounts ?? {}).length > 0) {
        yield forbidden(`${path}.${field}`, "may not be specified when `type` is 'Pod'")
      }
      continue
    }
    for (const [name, , at] of entriesOf(amounts, `${path}.${field}`)) {
      yield* isOfPods ? containerResourceName(name, at) : resourceName(name, at)
    }
    if (field === 'defaultRequest' && item.type === 'PersistentVolumeClaim') yield* storageProblems(item, path)
  }
  const names = new Set(amountFields.flatMap((field) => Object.keys(item[field] ?? {})))
  for (const name of [...names].sort()) yield* orderProblems(item, name, path)
}

function* storageProblems({ min, max }: Item, path: string): Problems {
  if (min?.['storage'] === undefined && max?.['storage'] === undefined) {
    const problem = 'either minimum or maximum storage value is required, but neither was provided'
    yield required(`${path}.limits`, problem)
  }
}

const words = { min: 'min', max: 'max', default: 'default', defaultRequest: 'default request' } as const
type Ordered = keyof typeof words

/** The first field may not exceed the second; the third is the field that is reported, the fourth the value that is shown. */
const order: readonly (readonly [Ordered, Ordered, Ordered, Ordered])[] = [
  ['min', 'max', 'min', 'min'],
  ['min', 'defaultRequest', 'defaultRequest', 'defaultRequest'],
  ['defaultRequest', 'max', 'defaultRequest', 'defaultRequest'],
  ['defaultRequest', 'default', 'defaultRequest', 'defaultRequest'],
  ['min', 'default', 'default', 'min'],
  ['default', 'max', 'default', 'max'],
]

function* orderProblems(item: Item, name: string, path: string): Problems {
  for (const [less, more, field, shown] of order) {
    const [low, high] = [ownField(item[less], name), ownField(item[more], name)]
    if (low === undefined || high === undefined || compareQuantities(low, high) <= 0) continue
    const text = (amount: string | number) => parseQuantity(amount).toString()
    const other = less === 'defaultRequest' && more === 'default' ? 'default limit' : words[more]
    const problem = `${words[less]} value ${text(low)} is greater than ${other} value ${text(high)}`
    yield invalid(`${path}.${field}[${name}]`, text(ownField(item[shown], name)!), problem)
  }
  const ratio = ownField(item.maxLimitRequestRatio, name)
  if (ratio !== undefined && compareQuantities(ratio, 1) < 0) {
    const text = parseQuantity(ratio).toString()
    yield invalid(`${path}.maxLimitRequestRatio[${name}]`, text, `ratio ${text} is less than 1`)
  }
}

export const resourceQuota: KindBehavior = {
  fill(object) {
    const { spec, status } = asQuota(object)
    for (const amounts of [spec?.hard, status?.hard, status?.used]) roundAmounts(amounts)
  },
  validate: (object) => quotaProblems(object),
  *validateUpdate(object, old) {
    yield* quotaProblems(object)
    const [now, before] = [asQuota(object).spec?.scopes ?? [], asQuota(old).spec?.scopes ?? []]
    if (String([...now].sort()) !== String([...before].sort())) yield invalid('spec.scopes', now, 'field is immutable')
  },
  status: {
    *validateUpdate(object) {
      const { status } = asQuota(object)
      yield* hardProblems(status?.hard, 'status.hard')
      yield* hardProblems(status?.used, 'status.used')
    },
  },
  cells(object, nowMs) {
    const { hard = {}, used = {} } = asQuota(object).status ?? {}
    const texts = Object.keys(hard)
      .sort()
      .map((name) => `${name}: ${getOwn(used, name) ?? 0}/${hard[name]}`)
    const isLimit = (text: string) => text.startsWith('limits.')
    const [limits, requests] = [texts.filter(isLimit), texts.filter((text) => !isLimit(text))]
    return [object.metadata.name, requests.join(', '), limits.join(', '), ageOf(object, nowMs)]
  },
}

function* hardProblems(amounts: Unvalidated<Record<string, string | number>> | undefined, path: string): Problems {
  for (const [name, amount = 0, at] of entriesOf(amounts, path)) {
    yield* quotaResourceName(name, at)
    yield* resourceAmount(name, amount, at)
  }
}

const scopes = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
]
const opposites = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

function* quotaProblems(object: Draft): Problems {
  const { spec = {} } = asQuota(object)
  const { scopes: given = [] } = spec
  yield* hardProblems(spec.hard, 'spec.hard')
  for (const scope of given) if (!scopes.includes(scope)) yield invalid('spec.scopes', given, 'unsupported scope')
  for (const pair of opposites) {
    if (pair.every((scope) => given.includes(scope))) yield invalid('spec.scopes', given, 'conflicting scopes')
  }
  const path = 'spec.scopeSelector.matchExpressions'
  for (const { scopeName = '', operator = '', values = [] } of spec.scopeSelector?.matchExpressions ?? []) {
    if (!scopes.includes(scopeName)) yield invalid(`${path}.scopeName`, scopeName, 'unsupported scope')
    if (operator === 'In' || operator === 'NotIn') {
      if (values.length === 0) {
        const problem = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"
        yield required(`${path}.values`, problem)
      }
    } else if (operator !== 'Exists' && operator !== 'DoesNotExist') {
      yield invalid(`${path}.operator`, operator, 'not a valid selector operator')
    }
  }
}
