/** The API server's own configuration: aggregated APIs, and priority and fairness. */
import type { APIService } from '@kubewright/kubernetes/apiregistration/v1'
import type { FlowSchema, PriorityLevelConfiguration } from '@kubewright/kubernetes/flowcontrol/v1'
import type { Draft } from '../../object/draft.ts'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { isBlank, named, oneOf, type Problems, rangeText, requiredName } from '../check/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Loose, loosely } from '../loose.ts'
import { ageOf, conditionIsTrue, none } from '../table/cells.ts'

const asService = loosely<APIService>
const asFlow = loosely<FlowSchema>
const asLevel = loosely<PriorityLevelConfiguration>

export const apiService: KindBehavior = {
  fill(object) {
    const { service } = (asService(object).spec ??= {})
    if (service) service.port ??= 443
  },
  prepareForCreate(object) {
    const it = asService(object)
    if (it.spec?.service !== undefined) return
    const condition = {
      type: 'Available',
      status: 'True',
      reason: 'Local',
      message: 'Local APIServices are always available',
    }
    it.status = { conditions: [{ ...condition, lastTransitionTime: object.metadata.creationTimestamp }] }
  },
  *validate(object) {
    const {
      group = '',
      version = '',
      groupPriorityMinimum = 0,
      versionPriority = 0,
      service,
    } = asService(object).spec ?? {}
    const { name = '' } = object.metadata
    if (name !== '' && name !== `${version}.${group}`) {
      yield invalid('metadata.name', name, `must be \`spec.version+"."+spec.group\`: "${version}.${group}"`)
    }
    if (group === '' && version !== 'v1') {
      yield required('spec.group', 'only v1 may have an empty group and it better be legacy kube')
    } else if (group !== '') yield* named('dns1123Subdomain', group, 'spec.group')
    yield* named('dns1035Label', version, 'spec.version')
    if (groupPriorityMinimum <= 0 || groupPriorityMinimum > 20_000) {
      yield invalid('spec.groupPriorityMinimum', groupPriorityMinimum, 'must be positive and less than 20000')
    }
    if (versionPriority <= 0 || versionPriority > 1_000) {
      yield invalid('spec.versionPriority', versionPriority, 'must be positive and less than 1000')
    }
    yield* serviceProblems(asService(object).spec ?? {}, service)
  },
  cells(object, nowMs) {
    const { spec = {}, status } = asService(object)
    const shown = spec.service ? `${spec.service.namespace}/${spec.service.name}` : 'Local'
    const available = status?.conditions?.find(({ type }) => type === 'Available')
    const isAvailable = conditionIsTrue(status?.conditions, 'Available')
    const state = isAvailable
      ? 'True'
      : available === undefined
        ? 'Unknown'
        : `${available.status} (${available.reason})`
    return [object.metadata.name, shown, state, ageOf(object, nowMs)]
  },
}

type ServiceSpec = NonNullable<Loose<APIService>['spec']>

function* serviceProblems({ caBundle, insecureSkipTLSVerify }: ServiceSpec, service: ServiceSpec['service']): Problems {
  if (service === undefined) {
    if (!isBlank(caBundle)) {
      const size = Buffer.byteLength(caBundle, 'base64')
      yield invalid('spec.caBundle', `${size} bytes`, 'local APIServices may not have a caBundle')
    }
    if (insecureSkipTLSVerify === true) {
      yield invalid('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify')
    }
    return
  }
  if (isBlank(service.namespace)) yield required('spec.service.namespace')
  if (isBlank(service.name)) yield required('spec.service.name')
  const { port = 0 } = service
  if (port < 1 || port > 65_535) yield invalid('spec.service.port', port, `port is not valid: ${rangeText(1, 65_535)}`)
  if (insecureSkipTLSVerify === true && !isBlank(caBundle)) {
    yield invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present')
  }
}

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
