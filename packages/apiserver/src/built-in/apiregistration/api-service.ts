/** APIServices: groups that this server or another one serves. */
import type { APIService } from '@kubewright/kubernetes/apiregistration/v1'
import { invalid, required } from '../../status/field-error.ts'
import { isBlank, named, type Problems, rangeText } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf, conditionIsTrue } from '../table/cells.ts'

const asService = unvalidated<APIService>

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

type ServiceSpec = NonNullable<Unvalidated<APIService>['spec']>

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
