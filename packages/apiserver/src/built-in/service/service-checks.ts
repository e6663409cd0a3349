/** Validation of Services. */
import type { Service, ServicePort, ServiceSpec } from '@kubewright/kubernetes/core/v1'
import { isIPv6 } from 'node:net'
import { deepEqual } from '@kubewright/core/json'
import { labelErrors } from '../../object/meta-rules.ts'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { address, addressRange, endpointAddress, isAddress } from '../../validation/address.ts'
import { labelsOf } from '../../validation/label-selector.ts'
import { portNumber, portNumberOrName, protocol } from '../../validation/port.ts'
import { duplicate, each, isBlank, knownWord, named, oneOf, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { isHeadless, needsHealthCheck, needsNodePorts } from './service-addresses.ts'

type AnySpec = Unvalidated<ServiceSpec>

export function* serviceProblems(spec: AnySpec): Problems {
  if ((spec.ports ?? []).length === 0 && !isHeadless(spec) && spec.type !== 'ExternalName') yield required('spec.ports')
  yield* typeProblems(spec)
  yield* portsProblems(spec.ports)
  yield* labelErrors(labelsOf(spec.selector), 'spec.selector')
  yield* affinityProblems(spec)
  yield* addressProblems(spec)
  for (const [ip, at] of each(spec.externalIPs, 'spec.externalIPs')) yield* endpointAddress(ip, at)
  yield* oneOf(spec.type, 'spec.type', ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'])
  yield* nodePortProblems(spec)
  yield* balancerProblems(spec)
  yield* trafficProblems(spec)
}

function* typeProblems(spec: AnySpec): Problems {
  if ((spec.type === 'LoadBalancer' || spec.type === 'NodePort') && isHeadless(spec)) {
    yield invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${spec.type} services`)
  }
  if (spec.type !== 'ExternalName') return
  const text = 'may not be set for ExternalName services'
  if ((spec.clusterIPs ?? []).length > 0) yield forbidden('spec.clusterIPs', text)
  if ((spec.ipFamilies ?? []).length > 0) yield forbidden('spec.ipFamilies', text)
  if (spec.ipFamilyPolicy !== undefined) yield forbidden('spec.ipFamilyPolicy', text)
  const name = (spec.externalName ?? '').replace(/\.$/, '')
  if (name === '') yield required('spec.externalName')
  else yield* named('dns1123Subdomain', name, 'spec.externalName')
}

function* portsProblems(ports: readonly Unvalidated<ServicePort>[] | undefined): Problems {
  const names = new Set<string>()
  for (const [port, at] of each(ports, 'spec.ports')) {
    if (isBlank(port.name)) {
      if (ports!.length > 1) yield required(`${at}.name`)
    } else {
      yield* named('dns1123Label', port.name, `${at}.name`)
      if (names.has(port.name)) yield duplicate(`${at}.name`, port.name)
      names.add(port.name)
    }
    yield* portNumber(port.port ?? 0, `${at}.port`)
    yield* protocol(port.protocol, `${at}.protocol`)
    yield* portNumberOrName(port.targetPort, `${at}.targetPort`)
    if (port.appProtocol !== undefined) yield* named('qualifiedName', port.appProtocol, `${at}.appProtocol`)
  }
}

function* affinityProblems({ sessionAffinity, sessionAffinityConfig }: AnySpec): Problems {
  yield* oneOf(sessionAffinity, 'spec.sessionAffinity', ['ClientIP', 'None'])
  const path = 'spec.sessionAffinityConfig'
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds
  if (sessionAffinity === 'ClientIP' && (seconds === undefined || seconds <= 0 || seconds > 86_400)) {
    yield invalid(`${path}.clientIP.timeoutSeconds`, seconds, 'must be greater than 0 and less than 86400')
  }
  if (sessionAffinity === 'None' && sessionAffinityConfig !== undefined) {
    yield forbidden(path, 'must not be set when session affinity is None')
  }
}

/** Validates cluster IPs and IP families. Runs before allocation and again after it. */
export function* addressProblems(spec: AnySpec): Problems {
  if (spec.type === 'ExternalName') return
  const { clusterIP = '', clusterIPs = [], ipFamilies, ipFamilyPolicy } = spec
  if (clusterIP !== '' && clusterIPs.length === 0) yield required('spec.clusterIPs')
  else if (clusterIP !== '' && clusterIPs[0] !== clusterIP) {
    yield invalid('spec.clusterIPs', clusterIPs, 'first value must match `clusterIP`')
  } else if (clusterIP === '' && clusterIPs.length > 0) {
    yield invalid('spec.clusterIPs', clusterIPs, 'must be empty when `clusterIP` is not specified')
  }
  const seen = new Set<string>()
  for (const [family, at] of each(ipFamilies, 'spec.ipFamilies')) {
    yield* knownWord(family, at, ['IPv4', 'IPv6'])
    if (seen.has(family)) yield duplicate(at, family)
    seen.add(family)
  }
  yield* knownWord(ipFamilyPolicy, 'spec.ipFamilyPolicy', ['PreferDualStack', 'RequireDualStack', 'SingleStack'])
  yield* ipProblems(clusterIPs, ipFamilies ?? [])
}

function* ipProblems(ips: readonly string[], families: readonly string[]): Problems {
  if (ips[0] === 'None') {
    if (ips.length > 1) yield invalid('spec.clusterIPs', ips, "'None' must be the first and only value")
    return
  }
  for (const [ip, at] of each(ips, 'spec.clusterIPs')) yield* address(ip, at)
  if (ips.length > 2) yield invalid('spec.clusterIPs', ips, 'may only hold up to 2 values')
  if (!ips.every(isAddress)) return
  if (ips.length === 2 && isIPv6(ips[0]!) === isIPv6(ips[1]!)) {
    yield invalid('spec.clusterIPs', ips, 'may specify no more than one IP for each IP family')
  }
  for (const [at, ip] of ips.entries()) {
    const [wanted, is] = [families[at], isIPv6(ip) ? 'IPv6' : 'IPv4']
    if (wanted === undefined || wanted === is) continue
    yield invalid(`spec.clusterIPs[${at}]`, ip, `expected an ${wanted} value as indicated by \`ipFamilies[${at}]\``)
  }
}

function* nodePortProblems({ type, ports }: AnySpec): Problems {
  const [nodePorts, numbers] = [new Set<string>(), new Set<string>()]
  for (const [{ nodePort = 0 }, at] of each(type === 'ClusterIP' ? ports : [], 'spec.ports')) {
    if (nodePort !== 0) yield forbidden(`${at}.nodePort`, "may not be used when `type` is 'ClusterIP'")
  }
  for (const [{ nodePort = 0, protocol: kind = '' }, at] of each(ports, 'spec.ports')) {
    if (nodePort === 0) continue
    if (nodePorts.has(`${kind} ${nodePort}`)) yield duplicate(`${at}.nodePort`, nodePort)
    nodePorts.add(`${kind} ${nodePort}`)
  }
  for (const [{ port = 0, protocol: kind = '' }, at] of each(ports, 'spec.ports')) {
    if (numbers.has(`${kind} ${port}`)) {
      const shown = { Name: '', Protocol: kind, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 }
      yield duplicate(at, shown)
    }
    numbers.add(`${kind} ${port}`)
  }
}

const onlyBalanced = "may only be used when `type` is 'LoadBalancer'"

function* balancerProblems(spec: AnySpec): Problems {
  const { type, loadBalancerSourceRanges = [], loadBalancerClass } = spec
  if (loadBalancerSourceRanges.length > 0 && type !== 'LoadBalancer') {
    yield forbidden('spec.LoadBalancerSourceRanges', onlyBalanced)
  }
  for (const [range, at] of each(loadBalancerSourceRanges, 'spec.LoadBalancerSourceRanges')) {
    yield* addressRange(range.trim(), at)
  }
  if (spec.allocateLoadBalancerNodePorts !== undefined && type !== 'LoadBalancer') {
    yield forbidden('spec.allocateLoadBalancerNodePorts', onlyBalanced)
  }
  if (loadBalancerClass === undefined) return
  if (type === 'LoadBalancer') yield* named('qualifiedName', loadBalancerClass, 'spec.loadBalancerClass')
  else yield forbidden('spec.loadBalancerClass', onlyBalanced)
}

function* trafficProblems(spec: AnySpec): Problems {
  const { externalTrafficPolicy, healthCheckNodePort = 0, internalTrafficPolicy, trafficDistribution } = spec
  if (isReachable(spec)) yield* oneOf(externalTrafficPolicy, 'spec.externalTrafficPolicy', ['Cluster', 'Local'])
  else if (!isBlank(externalTrafficPolicy)) {
    const problem = 'may only be set for externally-accessible services'
    yield invalid('spec.externalTrafficPolicy', externalTrafficPolicy, problem)
  }
  if (!needsHealthCheck(spec) && healthCheckNodePort !== 0) {
    const problem = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
    yield invalid('spec.healthCheckNodePort', healthCheckNodePort, problem)
  }
  if (needsHealthCheck(spec)) yield* portNumber(healthCheckNodePort, 'spec.healthCheckNodePort')
  yield* knownWord(internalTrafficPolicy, 'spec.internalTrafficPolicy', ['Cluster', 'Local'])
  const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode']
  if (trafficDistribution !== undefined && !distributions.includes(trafficDistribution)) {
    yield unsupported('spec.trafficDistribution', trafficDistribution, distributions)
  }
}

/** Whether the Service is reachable from outside the cluster. */
export function isReachable(spec: AnySpec): boolean {
  return needsNodePorts(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0)
}

export function* serviceUpdateProblems(spec: AnySpec, old: AnySpec): Problems {
  if (spec.type !== 'ExternalName' && old.type !== 'ExternalName' && !(isHeadless(spec) && isHeadless(old))) {
    const [now, before] = [spec.clusterIPs ?? [], old.clusterIPs ?? []]
    for (const [at, ip] of before.entries()) {
      if (now.length === before.length && ip !== now[at]) {
        yield invalid(`spec.clusterIPs[${at}]`, now, 'may not change once set')
      }
    }
    if (!isHeadless(spec) && !isHeadless(old) && !deepEqual(spec.ipFamilies, old.ipFamilies)) {
      yield invalid('spec.ipFamilies[0]', spec.ipFamilies, 'may not change once set')
    }
  }
  if (spec.type === 'LoadBalancer' && old.type === 'LoadBalancer' && spec.loadBalancerClass !== old.loadBalancerClass) {
    yield invalid('spec.loadBalancerClass', spec.loadBalancerClass ?? null, 'may not change once set')
  }
  if (needsHealthCheck(spec) && needsHealthCheck(old) && spec.healthCheckNodePort !== old.healthCheckNodePort) {
    yield forbidden('spec.healthCheckNodePort', 'field is immutable')
  }
}

export function* balancerStatusProblems({ spec = {}, status = {} }: Unvalidated<Service>): Problems {
  const path = 'status.loadBalancer.ingress'
  const { ingress = [] } = status.loadBalancer ?? {}
  if (spec.type !== 'LoadBalancer' && ingress.length > 0) {
    return yield forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")
  }
  for (const [{ ip, ipMode, hostname }, at] of each(ingress, path)) {
    if (!isBlank(ip)) yield* address(ip, `${at}.ip`)
    if (ipMode !== undefined && isBlank(ip)) {
      yield forbidden(`${at}.ipMode`, 'may not be specified when `ip` is not set')
    } else yield* knownWord(ipMode, `${at}.ipMode`, ['Proxy', 'VIP'])
    if (isBlank(hostname)) continue
    yield* named('dns1123Subdomain', hostname, `${at}.hostname`)
    if (isAddress(hostname)) yield invalid(`${at}.hostname`, hostname, 'must be a DNS name, not an IP address')
  }
}
