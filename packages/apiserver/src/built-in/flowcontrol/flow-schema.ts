/** FlowSchemas and PriorityLevelConfigurations: API priority and fairness. */
import type { FlowSchema, PriorityLevelConfiguration } from '@kubewright/kubernetes/flowcontrol/v1'
import type { Draft } from '../../object/draft.ts'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { isBlank, oneOf, requiredName } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import { ageOf, none } from '../table/cells.ts'

const asFlow = unvalidated<FlowSchema>
const asLevel = unvalidated<PriorityLevelConfiguration>

export const flowSchema: KindBehavior = {
  fill(object) {
    const spec = (asFlow(object).spec ??= {})
    spec.matchingPrecedence ||= 1_000
  },
  *validate(object) {
    const { matchingPrecedence = 0, priorityLevelConfiguration, distinguisherMethod } = asFlow(object).spec ?? {}
    if (matchingPrecedence < 1) yield invalid('spec.matchingPrecedence', matchingPrecedence, 'must be a positive value')
    if (matchingPrecedence > 10_000) {
      yield invalid('spec.matchingPrecedence', matchingPrecedence, 'must not be greater than 10000')
    }
    const methods = ['ByNamespace', 'ByUser']
    if (distinguisherMethod && !methods.includes(distinguisherMethod.type ?? '')) {
      yield unsupported('spec.distinguisherMethod', distinguisherMethod, methods)
    }
    const { name } = priorityLevelConfiguration ?? {}
    if (isBlank(name)) yield required('spec.priorityLevelConfiguration.name', 'must reference a priority level')
    else yield* requiredName('dns1123Subdomain', name, 'spec.priorityLevelConfiguration.name')
  },
  cells(object, nowMs) {
    const { spec = {}, status } = asFlow(object)
    const dangling = status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?'
    return [
      object.metadata.name,
      spec.priorityLevelConfiguration?.name ?? '',
      spec.matchingPrecedence ?? 0,
      spec.distinguisherMethod?.type ?? none,
      ageOf(object, nowMs),
      dangling,
    ]
  },
  /** In matching order: the first schema that matches a request wins. */
  order: (a, b) => precedenceOf(a) - precedenceOf(b) || (a.metadata.name! < b.metadata.name! ? -1 : 1),
}

const precedenceOf = (object: Draft) => asFlow(object).spec?.matchingPrecedence ?? 0

export const priorityLevelConfiguration: KindBehavior = {
  fill(object) {
    const { limited, exempt } = (asLevel(object).spec ??= {})
    if (exempt) {
      exempt.nominalConcurrencyShares ??= 0
      exempt.lendablePercent ??= 0
    }
    if (limited === undefined) return
    limited.nominalConcurrencyShares ??= 30
    limited.lendablePercent ??= 0
    const { queuing } = limited.limitResponse ?? {}
    if (queuing === undefined) return
    queuing.handSize ||= 8
    queuing.queues ||= 64
    queuing.queueLengthLimit ||= 50
  },
  *validate(object) {
    const { type = '', limited } = asLevel(object).spec ?? {}
    yield* oneOf(type, 'spec.type', ['Exempt', 'Limited'])
    if (type === 'Limited' && limited === undefined) {
      yield required('spec.limited', 'must not be empty when type is Limited')
    }
  },
  cells(object, nowMs) {
    const { type = '', limited } = asLevel(object).spec ?? {}
    const { queuing } = limited?.limitResponse ?? {}
    return [
      object.metadata.name,
      type,
      limited?.nominalConcurrencyShares ?? none,
      queuing?.queues ?? none,
      queuing?.handSize ?? none,
      queuing?.queueLengthLimit ?? none,
      ageOf(object, nowMs),
    ]
  },
}
