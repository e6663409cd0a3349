/** Validation of pod specs, of pods and of templates. */
import type { PodDNSConfig, PodSpec, PodTemplateSpec } from '@kubewright/kubernetes/core/v1'
import { labelErrors, annotationErrors } from '../../object/meta-rules.ts'
import { forbidden, invalid, required, tooLong, unsupported } from '../../status/field-error.ts'
import { address } from '../../validation/address.ts'
import { labelsOf } from '../../validation/label-selector.ts'
import {
  bytesIn,
  duplicate,
  each,
  inRange,
  isBlank,
  missing,
  named,
  oneOf,
  type Problems,
} from '../../validation/problems.ts'
import { type Amounts, requirementProblems, type Requirements } from '../../validation/resources.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import {
  type ContainerScope,
  containersProblems,
  ephemeralContainersProblems,
  initContainersProblems,
} from './container-checks.ts'
import { affinityProblems, spreadProblems, tolerationProblems } from './scheduling-checks.ts'
import { podSecurityProblems } from './security-checks.ts'
import { volumeProblems } from './volume-checks.ts'

type AnySpec = Unvalidated<PodSpec>

/** @param podName the name of the pod; undefined in templates */
export function* podSpecProblems(spec: AnySpec, path: string, podName?: string): Problems {
  if (spec.terminationGracePeriodSeconds === undefined) yield required(`${path}.terminationGracePeriodSeconds`)
  yield* partProblems(spec, path, podName)
  yield* hostNetworkProblems(spec, path, podName !== undefined)
  yield* oneOf(spec.restartPolicy, `${path}.restartPolicy`, ['Always', 'OnFailure', 'Never'])
  yield* oneOf(spec.dnsPolicy, `${path}.dnsPolicy`, ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'])
  yield* labelErrors(labelsOf(spec.nodeSelector), `${path}.nodeSelector`)
  if (spec.securityContext) yield* podSecurityProblems(spec.securityContext, spec, `${path}.securityContext`)
  if (spec.affinity) yield* affinityProblems(spec.affinity, `${path}.affinity`)
  yield* dnsProblems(spec.dnsConfig, spec.dnsPolicy, `${path}.dnsConfig`)
  yield* gateProblems(spec, path)
  yield* spreadProblems(spec.topologySpreadConstraints, `${path}.topologySpreadConstraints`)
  yield* hostUserProblems(spec, path)
  yield* hostnameProblems(spec, path)
  yield* nameProblems(spec, path)
  yield* tolerationProblems(spec.tolerations, `${path}.tolerations`)
  for (const [{ ip = '', hostnames }, at] of each(spec.hostAliases, `${path}.hostAliases`)) {
    yield* address(ip, `${at}.ip`)
    for (const [host, place] of each(hostnames, `${at}.hostnames`)) yield* named('dns1123Subdomain', host, place)
  }
  yield* classProblems(spec, path)
  yield* systemProblems(spec, path)
  yield* fileVariableProblems(spec, path)
}

/** Validates volumes, and the containers that use them. */
function* partProblems(spec: AnySpec, path: string, podName: string | undefined): Problems {
  const volumes = yield* volumeProblems(spec.volumes, `${path}.volumes`, podName)
  const scope: ContainerScope = {
    volumes,
    podRestartPolicy: spec.restartPolicy ?? '',
    hasHostUsers: spec.hostUsers !== false,
    gracePeriod: spec.terminationGracePeriodSeconds,
    system: spec.os?.name,
  }
  const [containers, before, debugging] = [
    spec.containers ?? [],
    spec.initContainers ?? [],
    spec.ephemeralContainers ?? [],
  ]
  yield* claimProblems(spec, `${path}.resourceClaims`)
  yield* containersProblems(containers, `${path}.containers`, scope)
  yield* initContainersProblems(before, containers, `${path}.initContainers`, scope)
  yield* ephemeralContainersProblems(debugging, [...containers, ...before], `${path}.ephemeralContainers`, scope)
  if (spec.resources) yield* requirementProblems(spec.resources as Requirements, `${path}.resources`)
}

function* claimProblems({ resourceClaims }: AnySpec, path: string): Problems {
  const names = new Set<string>()
  for (const [claim, at] of each(resourceClaims, path)) {
    const { name = '', resourceClaimName = null, resourceClaimTemplateName = null } = claim
    if (name === '') yield required(`${at}.name`)
    else if (names.has(name)) yield duplicate(`${at}.name`, name)
    else yield* named('dns1123Label', name, `${at}.name`)
    names.add(name)
    const count = [resourceClaimName, resourceClaimTemplateName].filter((source) => source !== null).length
    if (count === 1) continue
    const shown = {
      Name: name,
      ResourceClaimName: resourceClaimName,
      ResourceClaimTemplateName: resourceClaimTemplateName,
    }
    yield invalid(at, shown, count === 0 ? noClaimText : twoClaimsText)
  }
}

const noClaimText = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'
const twoClaimsText = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'

/** On the host network, host port and container port must be equal. */
function* hostNetworkProblems(spec: AnySpec, path: string, isPod: boolean): Problems {
  if (spec.hostNetwork !== true) return
  for (const [{ ports }, at] of each(spec.containers, `${path}.containers`)) {
    for (const [{ hostPort = 0, containerPort }, place] of each(ports, `${at}.ports`)) {
      if ((isPod || hostPort !== 0) && hostPort !== containerPort) {
        yield invalid(`${place}.hostPort`, hostPort, 'must match `containerPort` when `hostNetwork` is true')
      }
    }
  }
}

function* dnsProblems(
  config: Unvalidated<PodDNSConfig> | undefined,
  policy: string | undefined,
  path: string,
): Problems {
  const { nameservers = [], searches = [], options } = config ?? {}
  if (policy === 'None' && config === undefined) {
    return yield required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')
  }
  if (policy === 'None' && nameservers.length === 0) {
    return yield required(`${path}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None')
  }
  if (nameservers.length > 3) yield invalid(`${path}.nameservers`, nameservers, 'must not have more than 3 nameservers')
  for (const [server, at] of each(nameservers, `${path}.nameservers`)) yield* address(server, at)
  if (searches.length > 32) yield invalid(`${path}.searches`, searches, 'must not have more than 32 search paths')
  if (searches.join(' ').length > 2_048) {
    const problem = 'must not have more than 2048 characters (including spaces) in the search list'
    yield invalid(`${path}.searches`, searches, problem)
  }
  for (const [{ name }, at] of each(options, `${path}.options`))
    if (isBlank(name)) yield required(at, 'must not be empty')
}

function* gateProblems({ readinessGates, schedulingGates }: AnySpec, path: string): Problems {
  for (const [{ conditionType = '' }, at] of each(readinessGates, `${path}.readinessGates`)) {
    yield* named('qualifiedName', conditionType, `${at}.conditionType`)
  }
  const seen = new Set<string>()
  for (const [{ name = '' }, at] of each(schedulingGates, `${path}.schedulingGates`)) {
    yield* named('qualifiedName', name, at)
    if (seen.has(name)) yield duplicate(at, name)
    seen.add(name)
  }
}

function* hostUserProblems(spec: AnySpec, path: string): Problems {
  if (spec.hostUsers !== false) return
  if (spec.hostNetwork === true) yield forbidden(`${path}.hostNetwork`, 'when `hostUsers` is false')
  if (spec.hostPID === true) yield forbidden(`${path}.HostPID`, 'when `hostUsers` is false')
  if (spec.hostIPC === true) yield forbidden(`${path}.HostIPC`, 'when `hostUsers` is false')
}

function* hostnameProblems(spec: AnySpec, path: string): Problems {
  const { hostnameOverride } = spec
  if (hostnameOverride === undefined) return
  const at = `${path}.hostnameOverride`
  if (spec.setHostnameAsFQDN === true) yield forbidden(at, 'may not be specified when setHostnameAsFQDN is true')
  if (spec.hostNetwork === true) yield forbidden(at, 'may not be specified when hostNetwork is true')
  if (bytesIn(hostnameOverride) > 64) yield tooLong(at, 64)
  yield* named('dns1123Subdomain', hostnameOverride, at)
}

const largest = 2 ** 31 - 1

function* nameProblems(spec: AnySpec, path: string): Problems {
  for (const field of ['serviceAccountName', 'nodeName'] as const) {
    if (!isBlank(spec[field])) yield* named('dns1123Subdomain', spec[field], `${path}.${field}`)
  }
  yield* inRange(spec.activeDeadlineSeconds, `${path}.activeDeadlineSeconds`, [1, largest])
  for (const field of ['hostname', 'subdomain'] as const) {
    if (!isBlank(spec[field])) yield* named('dns1123Label', spec[field], `${path}.${field}`)
  }
}

function* classProblems(spec: AnySpec, path: string): Problems {
  const { priorityClassName, runtimeClassName, preemptionPolicy, overhead } = spec
  if (!isBlank(priorityClassName)) yield* named('dns1123Subdomain', priorityClassName, `${path}.priorityClassName`)
  if (runtimeClassName !== undefined) yield* named('dns1123Subdomain', runtimeClassName, `${path}.runtimeClassName`)
  if (preemptionPolicy !== undefined) {
    yield* oneOf(preemptionPolicy, `${path}.preemptionPolicy`, ['PreemptLowerPriority', 'Never'])
  }
  if (overhead) yield* requirementProblems({ limits: overhead as Amounts }, `${path}.overhead`)
}

function* systemProblems({ os }: AnySpec, path: string): Problems {
  if (os === undefined) return
  if (isBlank(os.name)) yield required(`${path}.os.name`, 'cannot be empty')
  else if (!['linux', 'windows'].includes(os.name)) yield unsupported(`${path}.os`, os.name, ['linux', 'windows'])
}

function* fileVariableProblems(spec: AnySpec, path: string): Problems {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name, volume]))
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    for (const [{ env }, at] of each(spec[list], `${path}.${list}`)) {
      for (const [{ valueFrom }, place] of each(env, `${at}.env`)) {
        const volume = valueFrom?.fileKeyRef?.volumeName
        if (volume === undefined) continue
        const field = `${place}.valueFrom.fileKeyRef.volumeName`
        if (!volumes.has(volume)) yield missing(field, volume)
        else if (volumes.get(volume)?.emptyDir === undefined) {
          yield invalid(field, volume, 'referenced volume must be of type emptyDir')
        }
      }
    }
  }
}

/** Validates a pod template. */
export function* templateProblems(template: Unvalidated<PodTemplateSpec>, path: string): Problems {
  const { metadata = {}, spec = {} } = template
  yield* labelErrors(labelsOf(metadata.labels), `${path}.labels`)
  yield* annotationErrors(labelsOf(metadata.annotations), `${path}.annotations`)
  yield* podSpecProblems(spec, `${path}.spec`)
  if ((spec.ephemeralContainers ?? []).length > 0) {
    yield forbidden(`${path}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template')
  }
}
