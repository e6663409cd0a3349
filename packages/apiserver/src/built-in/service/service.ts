/** Services: defaults, allocation, validation, updates and table cells. */
import type { Service, ServiceSpec } from '@kubewright/kubernetes/core/v1'
import { invalidObject } from '../../status/failures.ts'
import { invalid } from '../../status/field-error.ts'
import type { Store } from '../../storage/store.ts'
import { badRequest } from '../../status/failures.ts'
import { type Call, readStored } from '../../kinds/call.ts'
import { isBlank } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { proxiedName } from '../proxied-name.ts'
import { ageOf, labelsCell, none } from '../table/cells.ts'
import { fillFamilies, needsHealthCheck, needsNodePorts, ServiceAddresses } from './service-addresses.ts'
import {
  addressProblems,
  balancerStatusProblems,
  isReachable,
  serviceProblems,
  serviceUpdateProblems,
} from './service-checks.ts'
import { serviceWarnings } from './service-warnings.ts'

const as = unvalidated<Service>
type AnySpec = Unvalidated<ServiceSpec>

export function serviceBehavior(store: Store, prefix?: number): KindBehavior {
  const addresses = new ServiceAddresses(store, prefix)
  return {
    fill: (object) => fillService(as(object)),
    prepareForCreate(object) {
      const spec = (as(object).spec ??= {})
      if (!isBlank(spec.clusterIP) && (spec.clusterIPs ?? []).length === 0) spec.clusterIPs = [spec.clusterIP]
      give(object.metadata.name ?? '', spec, undefined)
    },
    prepareForUpdate(object, old) {
      const [spec, before] = [(as(object).spec ??= {}), as(old).spec ?? {}]
      keepGiven(spec, before)
      dropOther(as(object), before)
      give(object.metadata.name ?? '', spec, before)
    },
    validate: (object) => serviceProblems(as(object).spec ?? {}),
    *validateUpdate(object, old) {
      const [spec, before] = [as(object).spec ?? {}, as(old).spec ?? {}]
      yield* serviceUpdateProblems(spec, before)
      yield* serviceProblems(spec)
    },
    status: { validateUpdate: (object) => balancerStatusProblems(as(object)) },
    warnings: (object) => serviceWarnings(as(object)),
    handlers: { proxy: refuseProxy },
    selectableFields: {
      'spec.clusterIP': (object) => as(object).spec?.clusterIP ?? '',
      'spec.type': (object) => as(object).spec?.type ?? '',
    },
    cells(object, nowMs) {
      const { spec = {} } = as(object)
      return [
        object.metadata.name,
        spec.type ?? '',
        spec.clusterIPs?.[0] ?? none,
        outsideCell(as(object)),
        portsCell(spec) || none,
        ageOf(object, nowMs),
        labelsCell(spec.selector),
      ]
    },
  }

  /** Addresses are allocated before the rest is validated, so their errors are reported alone. */
  function give(name: string, spec: AnySpec, old: AnySpec | undefined): void {
    if (spec.type !== 'ExternalName') {
      const errors = [...addressProblems(spec)]
      if (errors.length > 0) throw invalidObject({ group: '', kind: 'Service' }, name, errors)
    }
    fillFamilies(spec)
    refuseUnknownFamilies(name, spec)
    addresses.assign(name, spec, old)
  }
}

function fillService({ spec = {}, status = {} }: Unvalidated<Service>): void {
  spec.sessionAffinity ||= 'None'
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: 10_800 } }
  }
  spec.type ||= 'ClusterIP'
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP'
    if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === '')
      port.targetPort = port.port ?? 0
  }
  if (isReachable(spec)) spec.externalTrafficPolicy ||= 'Cluster'
  if (['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type)) spec.internalTrafficPolicy ??= 'Cluster'
  if (spec.type === 'ExternalName') delete spec.internalTrafficPolicy
  if (spec.type !== 'LoadBalancer') return
  spec.allocateLoadBalancerNodePorts ??= true
  for (const ingress of status.loadBalancer?.ingress ?? []) if (!isBlank(ingress.ip)) ingress.ipMode ??= 'VIP'
}

function refuseUnknownFamilies(name: string, spec: AnySpec): void {
  if (spec.type === 'ExternalName') return
  const isOpen = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0
  if (isOpen) return
  const errors = []
  if (spec.ipFamilyPolicy === 'RequireDualStack') {
    const problem = 'this cluster is not configured for dual-stack services'
    errors.push(invalid('spec.ipFamilyPolicy', spec.ipFamilyPolicy, problem))
  }
  for (const [at, family] of (spec.ipFamilies ?? []).entries()) {
    if (family === 'IPv6') errors.push(invalid(`spec.ipFamilies[${at}]`, family, 'not configured on this cluster'))
  }
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'Service' }, name, errors)
}

/** Keeps allocated values when an update leaves them out. */
function keepGiven(spec: AnySpec, old: AnySpec): void {
  if (spec.type !== 'ExternalName' && old.type !== 'ExternalName') {
    if (isBlank(spec.clusterIP)) spec.clusterIP = old.clusterIP
    if ((spec.clusterIPs ?? []).length === 0)
      spec.clusterIPs = spec.clusterIP === old.clusterIP ? old.clusterIPs : [spec.clusterIP!]
    if (spec.clusterIP !== old.clusterIP && String(spec.clusterIPs) === String(old.clusterIPs)) {
      spec.clusterIPs = [spec.clusterIP!]
    }
    if ((spec.ipFamilies ?? []).length === 0 && old.ipFamilies) spec.ipFamilies = [...old.ipFamilies]
    spec.ipFamilyPolicy ??= old.ipFamilyPolicy
  }
  if (needsNodePorts(spec) && needsNodePorts(old)) keepNodePorts(spec, old)
  if (needsHealthCheck(spec) && needsHealthCheck(old) && !spec.healthCheckNodePort) {
    spec.healthCheckNodePort = old.healthCheckNodePort
  }
}

function keepNodePorts(spec: AnySpec, old: AnySpec): void {
  const used = new Set((spec.ports ?? []).map(({ nodePort }) => nodePort))
  for (const port of spec.ports ?? []) {
    const before = old.ports?.find(({ name = '' }) => name === (port.name ?? ''))?.nodePort
    if (!port.nodePort && before && !used.has(before)) port.nodePort = before
  }
}

/** After a change of type, drops the allocations that only the old type needed, unless the update sets them. */
function dropOther({ spec = {}, status }: Unvalidated<Service>, old: AnySpec): void {
  if (spec.type === 'ExternalName' && old.type !== 'ExternalName') {
    if (spec.clusterIP === old.clusterIP || spec.clusterIP === undefined) {
      delete spec.clusterIP
      delete spec.clusterIPs
    }
    delete spec.ipFamilies
    delete spec.ipFamilyPolicy
  }
  if (needsNodePorts(old) && !needsNodePorts(spec)) for (const port of spec.ports ?? []) delete port.nodePort
  if (needsHealthCheck(old) && !needsHealthCheck(spec)) delete spec.healthCheckNodePort
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    delete spec.allocateLoadBalancerNodePorts
    if (spec.loadBalancerClass === old.loadBalancerClass) delete spec.loadBalancerClass
    if (status) status.loadBalancer = {}
  }
  if (isReachable(old) && !isReachable(spec)) delete spec.externalTrafficPolicy
}

/** There are no endpoints behind the addresses of this server. */
async function refuseProxy(call: Call): Promise<never> {
  readStored(call, proxiedName(call.info.name))
  throw badRequest('address not allowed')
}

function outsideCell({ spec = {}, status = {} }: Unvalidated<Service>): string {
  const own = spec.externalIPs ?? []
  if (spec.type === 'ExternalName') return spec.externalName ?? ''
  if (spec.type !== 'LoadBalancer') return own.join(',') || none
  const given = (status.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '').filter(Boolean)
  return [...new Set(given)].sort().concat(own).join(',') || '<pending>'
}

function portsCell({ ports }: AnySpec): string {
  const texts = (ports ?? []).map(
    ({ port, nodePort, protocol }) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`,
  )
  return texts.join(',')
}
