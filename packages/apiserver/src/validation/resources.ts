/** Validation of amounts of compute resources: requests, limits, quotas. */
import { compareQuantities, parseQuantity, type Quantity } from '@kubewright/core/quantities'
import { ownField } from '../object/own-field.ts'
import { type FieldError, forbidden, invalid, required } from '../status/field-error.ts'
import { splitList } from './split-list.ts'
import { entriesOf, named, type Problems } from './problems.ts'

/** Amounts by resource name. */
export type Amounts = Readonly<Record<string, string | number>>

const containerResources = ['cpu', 'ephemeral-storage', 'memory']
const countedObjects = splitList(`
  pods, services, replicationcontrollers, resourcequotas, secrets, configmaps, persistentvolumeclaims,
  services.nodeports, services.loadbalancers
`)
const standardResources = new Set([
  ...containerResources,
  ...['requests', 'limits'].flatMap((word) => [...containerResources, 'storage'].map((name) => `${word}.${name}`)),
  ...countedObjects,
  'storage',
])
const quotaResources = new Set([...standardResources].filter((name) => name !== 'storage'))
/** Resources that must be integers. */
const wholeResources = new Set(countedObjects)

const isHuge = (name: string) => name.startsWith('hugepages-')
/** Without a domain, or in the domain of Kubernetes. */
const isNative = (name: string) => !name.includes('/') || name.includes('kubernetes.io/')
const isExtended = (name: string) => !isNative(name) && !name.startsWith('requests.')
const mayBeOvercommitted = (name: string) => isNative(name) && !isHuge(name)

export function* resourceName(name: string, path: string): Problems {
  const problems = [...named('qualifiedName', name, path)]
  if (problems.length > 0) yield* problems
  else if (
    !name.includes('/') &&
    !standardResources.has(name) &&
    !isHuge(name) &&
    !isHuge(name.replace(/^requests\./, ''))
  ) {
    yield invalid(path, name, 'must be a standard resource type or fully qualified')
  }
}

export function* containerResourceName(name: string, path: string): Problems {
  yield* resourceName(name, path)
  if (!name.includes('/')) {
    if (!containerResources.includes(name) && !isHuge(name)) {
      yield invalid(path, name, 'must be a standard resource for containers')
    }
  } else if (!isNative(name) && !isExtended(name))
    yield invalid(path, name, "doesn't follow extended resource name standard")
}

export function* quotaResourceName(name: string, path: string): Problems {
  yield* resourceName(name, path)
  if (!name.includes('/') && !quotaResources.has(name) && !isHuge(name.replace(/^requests\./, ''))) {
    yield invalid(path, name, 'must be a standard resource for quota')
  }
}

export function* resourceAmount(name: string, amount: string | number, path: string): Problems {
  const quantity = parseQuantity(amount)
  yield* nonNegativeAmount(quantity, path)
  if ((wholeResources.has(name) || isExtended(name)) && !isWhole(quantity)) {
    yield invalid(path, quantity.toString(), 'must be an integer')
  }
}

export function* nonNegativeAmount(quantity: Quantity, path: string): Problems {
  if (compareQuantities(quantity, 0) < 0) yield invalid(path, quantity.toString(), 'must be greater than or equal to 0')
}

export function* positiveAmount(amount: string | number, path: string): Problems {
  const quantity = parseQuantity(amount)
  if (compareQuantities(quantity, 0) <= 0) yield invalid(path, quantity.toString(), 'must be greater than zero')
}

/** The server tests this in milli-units. */
function isWhole(quantity: Quantity): boolean {
  return quantity.exponent >= 0
}

export interface Requirements {
  readonly limits?: Amounts | undefined
  readonly requests?: Amounts | undefined
}

/** Validates the requests and limits of a container. */
export function* requirementProblems({ limits = {}, requests = {} }: Requirements, path: string): Problems {
  for (const [name, amount, at] of entriesOf(limits, `${path}.limits`)) {
    yield* containerResourceName(name, at)
    yield* resourceAmount(name, amount, at)
  }
  for (const [name, amount, at] of entriesOf(requests, `${path}.requests`)) {
    yield* containerResourceName(name, at)
    yield* resourceAmount(name, amount, at)
    yield* requestProblems(name, amount, { limit: ownField(limits, name), path })
  }
  const names = [...Object.keys(limits), ...Object.keys(requests)]
  if (names.some(isHuge) && !names.some((name) => name === 'cpu' || name === 'memory')) {
    yield forbidden(path, 'HugePages require cpu or memory')
  }
}

interface AgainstLimit {
  readonly limit: string | number | undefined
  readonly path: string
}

function* requestProblems(name: string, amount: string | number, { limit, path }: AgainstLimit): Iterable<FieldError> {
  if (limit === undefined) {
    if (!mayBeOvercommitted(name)) {
      yield required(`${path}.limits`, 'Limit must be set for non overcommitable resources')
    }
    return
  }
  const [asked, most] = [parseQuantity(amount), parseQuantity(limit)]
  const difference = compareQuantities(asked, most)
  const field = `${path}.requests`
  if (difference !== 0 && !mayBeOvercommitted(name)) {
    yield invalid(field, asked.toString(), `must be equal to ${name} limit of ${most.toString()}`)
  } else if (difference > 0) {
    yield invalid(field, asked.toString(), `must be less than or equal to ${name} limit of ${most.toString()}`)
  }
}
