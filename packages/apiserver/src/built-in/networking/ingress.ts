/** Ingresses and their classes. */
import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressClass,
  IngressSpec,
} from '@kubewright/kubernetes/networking/v1'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required, tooLong, unsupported } from '../../status/field-error.ts'
import { address, isAddress } from '../../validation/address.ts'
import { portName, portNumber } from '../../validation/port.ts'
import {
  bytesIn,
  each,
  isBlank,
  knownWord,
  named,
  type Problems,
  requiredName,
  unchanged,
} from '../../validation/problems.ts'
import { domainPath } from '../../validation/domain-path.ts'
import { wildcardName } from '../../validation/wildcard-name.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf, none } from '../table/cells.ts'

const as = unvalidated<Ingress>
const asClass = unvalidated<IngressClass>
const classAnnotation = 'kubernetes.io/ingress.class'

export const ingress: KindBehavior = {
  *validate(object) {
    const { spec = {} } = as(object)
    yield* specProblems(spec)
    const written = object.metadata.annotations?.[classAnnotation]
    if (written !== undefined && spec.ingressClassName !== undefined && written !== spec.ingressClassName) {
      yield invalid(`annotations.${classAnnotation}`, written, 'must match `ingressClassName` when both are specified')
    }
  },
  validateUpdate: (object) => specProblems(as(object).spec ?? {}),
  status: {
    *validateUpdate(object) {
      const { ingress: given } = as(object).status?.loadBalancer ?? {}
      for (const [{ ip, hostname }, at] of each(given, 'status.loadBalancer.ingress')) {
        if (!isBlank(ip)) yield* address(ip, `${at}.ip`)
        if (isBlank(hostname)) continue
        yield* named('dns1123Subdomain', hostname, `${at}.hostname`)
        if (isAddress(hostname)) yield invalid(`${at}.hostname`, hostname, notAName)
      }
    },
  },
  warnings(object, old) {
    const isNew = old === undefined || old.metadata.annotations?.[classAnnotation] === undefined
    const isOld = object.metadata.annotations?.[classAnnotation] !== undefined
    return isNew && isOld
      ? [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
      : []
  },
  cells(object, nowMs) {
    const { spec = {}, status } = as(object)
    const given = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '')
    return [
      object.metadata.name,
      spec.ingressClassName ?? none,
      hostsCell(spec),
      [...new Set(given.filter((text) => text !== ''))].sort().join(','),
      (spec.tls ?? []).length > 0 ? '80, 443' : '80',
      ageOf(object, nowMs),
    ]
  },
}

const notAName = 'must be a DNS name, not an IP address'

function hostsCell({ rules = [] }: Unvalidated<IngressSpec>): string {
  const hosts = rules.map(({ host = '' }) => host).filter((host) => host !== '')
  if (hosts.length === 0) return '*'
  const shown = hosts.slice(0, 3).join(',')
  return hosts.length > 3 ? `${shown} + ${rules.length - 3} more...` : shown
}

function* specProblems(spec: Unvalidated<IngressSpec>): Problems {
  const { rules = [], defaultBackend, tls, ingressClassName } = spec
  if (rules.length === 0 && defaultBackend === undefined) {
    yield invalid('spec', rules.length === 0 ? null : rules, 'either `defaultBackend` or `rules` must be specified')
  }
  if (defaultBackend) yield* backendProblems(defaultBackend, 'spec.defaultBackend')
  for (const [{ host, http }, at] of each(rules, 'spec.rules')) {
    if (!isBlank(host)) yield* hostProblems(host, `${at}.host`)
    if (http === undefined) continue
    if ((http.paths ?? []).length === 0) yield required(`${at}.http.paths`)
    for (const [path, place] of each(http.paths, `${at}.http.paths`)) yield* pathProblems(path, place)
  }
  for (const [{ hosts, secretName }, at] of each(tls, 'spec.tls')) {
    for (const [host, place] of each(hosts, `${at}.hosts`)) yield* nameOrWildcard(host, place)
    if (!isBlank(secretName)) yield* named('dns1123Subdomain', secretName, `${at}.secretName`)
  }
  if (ingressClassName !== undefined) yield* named('dns1123Subdomain', ingressClassName, 'spec.ingressClassName')
}

function* hostProblems(host: string, path: string): Problems {
  if (isAddress(host)) yield invalid(path, host, notAName)
  yield* nameOrWildcard(host, path)
}

function* nameOrWildcard(host: string, path: string): Problems {
  if (host.includes('*')) yield* wildcardName(host, path)
  else yield* named('dns1123Subdomain', host, path)
}

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix']
const absolute = 'must be an absolute path'

function* pathProblems(rule: Unvalidated<HTTPIngressPath>, path: string): Problems {
  const { pathType, path: text = '', backend = {} } = rule
  if (pathType === undefined) return yield required(`${path}.pathType`, 'pathType must be specified')
  const at = `${path}.path`
  if (pathType === 'Exact' || pathType === 'Prefix') {
    if (!text.startsWith('/')) yield invalid(at, text, absolute)
    for (const part of ['//', '/./', '/../', '%2f', '%2F']) {
      if (text.includes(part)) yield invalid(at, text, `must not contain '${part}'`)
    }
    for (const end of ['/..', '/.']) if (text.endsWith(end)) yield invalid(at, text, `cannot end with '${end}'`)
  } else if (pathType === 'ImplementationSpecific') {
    if (text !== '' && !text.startsWith('/')) yield invalid(at, text, absolute)
  } else yield unsupported(`${path}.pathType`, pathType, pathTypes)
  yield* backendProblems(backend, `${path}.backend`)
}

function* backendProblems({ resource, service }: Unvalidated<IngressBackend>, path: string): Problems {
  if (resource !== undefined && service !== undefined) {
    yield invalid(path, '', 'cannot set both resource and service backends')
  } else if (resource !== undefined) {
    if (!isBlank(resource.apiGroup)) yield* named('dns1123Subdomain', resource.apiGroup, `${path}.resource.apiGroup`)
    yield* requiredName('pathSegment', resource.kind, `${path}.resource.kind`)
    yield* requiredName('pathSegment', resource.name, `${path}.resource.name`)
  } else if (service === undefined) yield invalid(path, '', 'resource or service backend is required')
  else yield* serviceProblems(service, path)
}

function* serviceProblems(
  { name, port = {} }: NonNullable<Unvalidated<IngressBackend>['service']>,
  path: string,
): Problems {
  yield* requiredName('dns1123Label', name, `${path}.service.name`)
  const [hasName, hasNumber] = [!isBlank(port.name), (port.number ?? 0) !== 0]
  if (hasName && hasNumber) yield invalid(path, '', 'cannot set both port name & port number')
  else if (hasName) yield* portName(port.name!, `${path}.service.port.name`)
  else if (hasNumber) yield* portNumber(port.number!, `${path}.service.port.number`)
  else yield required(path, 'port name or number is required')
}

export const ingressClass: KindBehavior = {
  fill(object) {
    const { parameters } = (asClass(object).spec ??= {})
    if (parameters) parameters.scope ??= 'Cluster'
  },
  validate: classProblems,
  *validateUpdate(object, old) {
    yield* unchanged(asClass(object).spec?.controller ?? '', asClass(old).spec?.controller ?? '', 'spec.controller')
    yield* classProblems(object)
  },
  cells(object, nowMs) {
    const { controller = '', parameters } = asClass(object).spec ?? {}
    const isDefault = object.metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true'
    const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : ''
    const shown = parameters === undefined ? none : `${parameters.kind}${group}/${parameters.name}`
    return [`${object.metadata.name}${isDefault ? ' (default)' : ''}`, controller, shown, ageOf(object, nowMs)]
  },
}

function* classProblems(object: Draft): Problems {
  const { controller = '', parameters } = asClass(object).spec ?? {}
  if (bytesIn(controller) > 250) yield tooLong('spec.controller', 250)
  yield* domainPath(controller, 'spec.controller')
  if (parameters === undefined) return
  const path = 'spec.parameters'
  const { apiGroup, scope, namespace } = parameters
  if (apiGroup !== undefined) yield* named('dns1123Subdomain', apiGroup, `${path}.apiGroup`)
  yield* requiredName('pathSegment', parameters.kind, `${path}.kind`)
  yield* requiredName('pathSegment', parameters.name, `${path}.name`)
  yield* knownWord(scope, `${path}.scope`, ['Cluster', 'Namespace'])
  if (scope === 'Namespace' && namespace === undefined) {
    yield required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'")
  } else if (scope === 'Namespace') yield* named('dns1123Label', namespace!, `${path}.namespace`)
  if (scope === 'Cluster' && namespace !== undefined) {
    yield forbidden(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'")
  }
}
