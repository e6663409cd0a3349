/** Validation of containers: regular, init and ephemeral. */
import type {
  Container,
  ContainerPort,
  ContainerResizePolicy,
  ContainerRestartRule,
  EphemeralContainer,
  Volume,
  VolumeDevice,
  VolumeMount,
} from '@kubewright/kubernetes/core/v1'
import { forbidden, invalid, required, tooMany, unsupported } from '../../status/field-error.ts'
import { descending, withoutBacksteps } from '../../validation/path.ts'
import { portNameProblems, portNumber, protocol } from '../../validation/port.ts'
import { duplicate, each, isBlank, missing, oneOf, type Problems, requiredName } from '../../validation/problems.ts'
import { type Requirements, requirementProblems } from '../../validation/resources.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { envFromProblems, envProblems } from './env-checks.ts'
import { containerProbeProblems, hookProblems, type ProbeScope } from './probe-checks.ts'
import { containerSecurityProblems } from './security-checks.ts'

type AnyContainer = Unvalidated<Container>

/** The parts of the pod that a container is validated against. */
export interface ContainerScope extends ProbeScope {
  readonly volumes: ReadonlyMap<string, Unvalidated<Volume>>
  readonly podRestartPolicy: string
  readonly hasHostUsers: boolean
}

export function* containersProblems(
  containers: readonly AnyContainer[],
  path: string,
  scope: ContainerScope,
): Problems {
  if (containers.length === 0) return yield required(path)
  const names = new Set<string>()
  for (const [container, at] of each(containers, path)) {
    yield* commonProblems(container, at, scope)
    if (names.has(container.name ?? '')) yield duplicate(`${at}.name`, container.name ?? '')
    names.add(container.name ?? '')
    yield* hookProblems(container, at, scope)
    yield* containerProbeProblems(container, at, scope)
    yield* restartProblems(container, at)
  }
  yield* hostPortProblems(containers, path)
}

const runningOnly = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const

export function* initContainersProblems(
  containers: readonly AnyContainer[],
  others: readonly AnyContainer[],
  path: string,
  scope: ContainerScope,
): Problems {
  const names = new Set(others.map(({ name = '' }) => name))
  for (const [container, at] of each(containers, path)) {
    yield* commonProblems(container, at, scope)
    yield* restartProblems(container, at)
    if (names.has(container.name ?? '')) yield duplicate(`${at}.name`, container.name ?? '')
    else if (!isBlank(container.name)) names.add(container.name)
    yield* hostPortProblems([container], path)
    if (container.restartPolicy === 'Always') {
      yield* hookProblems(container, at, scope)
      yield* containerProbeProblems(container, at, scope)
    } else yield* plainInitProblems(container, at)
  }
}

function* plainInitProblems(container: AnyContainer, path: string): Problems {
  for (const field of runningOnly) {
    if (container[field] !== undefined) {
      yield forbidden(`${path}.${field}`, 'may not be set for init containers without restartPolicy=Always')
    }
  }
  for (const [{ restartPolicy }, at] of each(container.resizePolicy, `${path}.resizePolicy`)) {
    if (restartPolicy === 'RestartContainer') {
      const problem = "must not be set to 'RestartContainer' for non-sidecar initContainers"
      yield invalid(`${at}.restartPolicy`, restartPolicy, problem)
    }
  }
}

/** In the field order of the server's type, which is its order of validation. */
const neverEphemeral = ['ports', 'resources', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'] as const

export function* ephemeralContainersProblems(
  containers: readonly Unvalidated<EphemeralContainer>[],
  others: readonly AnyContainer[],
  path: string,
  scope: ContainerScope,
): Problems {
  const steady = new Set(others.map(({ name = '' }) => name))
  const names = new Set(steady)
  for (const [container, at] of each(containers, path)) {
    yield* commonProblems(container, at, scope)
    yield* trimmedImage(container.image, at)
    if (names.has(container.name ?? '')) yield duplicate(`${at}.name`, container.name ?? '')
    names.add(container.name ?? '')
    const target = container.targetContainerName
    if (!isBlank(target) && !steady.has(target)) yield missing(`${at}.targetContainerName`, target)
    for (const field of neverEphemeral) {
      if (isGiven(container[field])) yield forbidden(`${at}.${field}`, 'cannot be set for an Ephemeral Container')
    }
  }
}

/** Go treats empty values as unset. */
function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** Checked for pods only: templates have always been allowed any image. */
export function* trimmedImage(image: string | undefined, path: string): Problems {
  if (image !== undefined && image !== image.trim()) {
    yield invalid(`${path}.image`, image, 'must not have leading or trailing whitespace')
  }
}

function* commonProblems(container: AnyContainer, path: string, scope: ContainerScope): Problems {
  yield* requiredName('dns1123Label', container.name, `${path}.name`)
  if (isBlank(container.image)) yield required(`${path}.image`)
  yield* oneOf(container.terminationMessagePolicy, `${path}.terminationMessagePolicy`, [
    'File',
    'FallbackToLogsOnError',
  ])
  yield* portProblems(container.ports, `${path}.ports`)
  yield* envProblems(container.env, `${path}.env`)
  yield* envFromProblems(container.envFrom, `${path}.envFrom`)
  yield* mountProblems(container, `${path}.volumeMounts`, scope)
  yield* deviceProblems(container, `${path}.volumeDevices`, scope)
  yield* oneOf(container.imagePullPolicy, `${path}.imagePullPolicy`, ['Always', 'IfNotPresent', 'Never'])
  yield* requirementProblems((container.resources ?? {}) as Requirements, `${path}.resources`)
  yield* resizeProblems(container.resizePolicy, `${path}.resizePolicy`, scope.podRestartPolicy)
  if (container.securityContext) {
    yield* containerSecurityProblems(container.securityContext, `${path}.securityContext`, scope.hasHostUsers)
  }
}

function* portProblems(ports: readonly Unvalidated<ContainerPort>[] | undefined, path: string): Problems {
  const names = new Set<string>()
  for (const [port, at] of each(ports, path)) {
    if (!isBlank(port.name)) {
      const problems = portNameProblems(port.name)
      for (const problem of problems) yield invalid(`${at}.name`, port.name, problem)
      if (problems.length === 0 && names.has(port.name)) yield duplicate(`${at}.name`, port.name)
      if (problems.length === 0) names.add(port.name)
    }
    if ((port.containerPort ?? 0) === 0) yield required(`${at}.containerPort`)
    else yield* portNumber(port.containerPort!, `${at}.containerPort`)
    if ((port.hostPort ?? 0) !== 0) yield* portNumber(port.hostPort!, `${at}.hostPort`)
    yield* protocol(port.protocol, `${at}.protocol`)
  }
}

function* hostPortProblems(containers: readonly AnyContainer[], path: string): Problems {
  const taken = new Set<string>()
  for (const [container, at] of each(containers, path)) {
    for (const [{ protocol = '', hostIP = '', hostPort = 0 }, place] of each(container.ports, `${at}.ports`)) {
      if (hostPort === 0) continue
      const port = `${protocol}/${hostIP}/${hostPort}`
      if (taken.has(port)) yield duplicate(`${place}.hostPort`, port)
      taken.add(port)
    }
  }
}

function* mountProblems(container: AnyContainer, path: string, { volumes }: ContainerScope): Problems {
  const devices = new Map((container.volumeDevices ?? []).map(({ name = '', devicePath = '' }) => [name, devicePath]))
  const devicePaths = new Set(devices.values())
  const points = new Set<string>()
  for (const [mount, at] of each(container.volumeMounts, path)) {
    const { name = '', mountPath = '' } = mount
    if (name === '') yield required(`${at}.name`)
    if (!volumes.has(name)) yield missing(`${at}.name`, name)
    if (mountPath === '') yield required(`${at}.mountPath`)
    if (points.has(mountPath)) yield invalid(`${at}.mountPath`, mountPath, 'must be unique')
    points.add(mountPath)
    if (devices.has(name)) yield invalid(`${at}.name`, name, 'must not already exist in volumeDevices')
    if (devicePaths.has(mountPath)) {
      yield invalid(`${at}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices')
    }
    yield* mountDetailProblems(mount, { container, path, at })
  }
}

interface MountPlace {
  readonly container: AnyContainer
  readonly path: string
  readonly at: string
}

const propagations = ['Bidirectional', 'HostToContainer', 'None']

function* mountDetailProblems(mount: Unvalidated<VolumeMount>, { container, path, at }: MountPlace): Problems {
  const { subPath, subPathExpr, mountPropagation } = mount
  if (!isBlank(subPath)) yield* descending(subPath, `${path}.subPath`)
  if (!isBlank(subPathExpr)) {
    if (!isBlank(subPath)) {
      yield invalid(`${at}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive')
    }
    yield* descending(subPathExpr, `${path}.subPathExpr`)
  }
  if (mountPropagation !== undefined) {
    const field = `${path}.mountPropagation`
    if (!propagations.includes(mountPropagation)) yield unsupported(field, mountPropagation, propagations)
    if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
      yield forbidden(field, 'Bidirectional mount propagation is available only to privileged containers')
    }
  }
  yield* recursiveProblems(mount, `${path}.recursiveReadOnly`)
}

function* recursiveProblems(
  { recursiveReadOnly, readOnly, mountPropagation }: Unvalidated<VolumeMount>,
  path: string,
): Problems {
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return
  if (recursiveReadOnly !== 'Enabled' && recursiveReadOnly !== 'IfPossible') {
    return yield unsupported(path, recursiveReadOnly, ['Disabled', 'Enabled', 'IfPossible'])
  }
  if (readOnly !== true) yield forbidden(path, 'may only be specified when readOnly is true')
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    yield forbidden(path, 'may only be specified when mountPropagation is None or not specified')
  }
}

function* deviceProblems(container: AnyContainer, path: string, { volumes }: ContainerScope): Problems {
  const mounts = container.volumeMounts ?? []
  const [names, paths] = [new Set<string>(), new Set<string>()]
  for (const [device, at] of each(container.volumeDevices, path)) {
    const { name = '', devicePath = '' } = device
    if (name === '') yield required(`${at}.name`)
    if (names.has(name)) yield invalid(`${at}.name`, name, 'must be unique')
    yield* deviceVolumeProblems(volumes.get(name), name, at)
    yield* devicePathProblems(device, at, paths)
    if (mounts.some((mount) => mount.name === name)) {
      yield invalid(`${at}.name`, name, 'must not already exist in volumeMounts')
    }
    if (mounts.some((mount) => mount.mountPath === devicePath)) {
      yield invalid(`${at}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts')
    }
    names.add(name)
  }
}

function* deviceVolumeProblems(volume: Unvalidated<Volume> | undefined, name: string, path: string): Problems {
  if (volume === undefined) yield missing(`${path}.name`, name)
  else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
    const problem = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'
    yield invalid(`${path}.name`, name, problem)
  }
}

function* devicePathProblems(
  { devicePath = '' }: Unvalidated<VolumeDevice>,
  path: string,
  taken: Set<string>,
): Problems {
  if (devicePath === '') yield required(`${path}.devicePath`)
  if (taken.has(devicePath)) yield invalid(`${path}.devicePath`, devicePath, 'must be unique')
  if ([...withoutBacksteps(devicePath, path)].length > 0) {
    yield invalid(`${path}.devicePath`, devicePath, "can not contain backsteps ('..')")
  } else taken.add(devicePath)
}

function* resizeProblems(
  policies: readonly Unvalidated<ContainerResizePolicy>[] | undefined,
  path: string,
  podRestartPolicy: string,
): Problems {
  const resources = new Set<string>()
  for (const [{ resourceName = '', restartPolicy = '' }, at] of each(policies, path)) {
    if (resources.has(resourceName)) yield duplicate(at, resourceName)
    resources.add(resourceName)
    yield* oneOf(resourceName, path, ['cpu', 'memory'])
    yield* oneOf(restartPolicy, path, ['NotRequired', 'RestartContainer'])
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      yield invalid(path, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")
    }
  }
}

const restartPolicies = ['Always', 'Never', 'OnFailure']

function* restartProblems({ restartPolicy, restartPolicyRules = [] }: AnyContainer, path: string): Problems {
  if (restartPolicy === undefined) {
    if (restartPolicyRules.length > 0) {
      yield required(`${path}.restartPolicy`, 'must specify restartPolicy when restart rules are used')
    }
  } else if (!restartPolicies.includes(restartPolicy)) {
    yield unsupported(`${path}.restartPolicy`, restartPolicy, restartPolicies)
  }
  if (restartPolicyRules.length > 20) yield tooMany(`${path}.restartPolicyRules`, restartPolicyRules.length, 20)
  for (const [rule, at] of each(restartPolicyRules, `${path}.restartPolicyRules`)) yield* restartRuleProblems(rule, at)
}

const restartActions = ['Restart', 'RestartAllContainers']

function* restartRuleProblems({ action = '', exitCodes }: Unvalidated<ContainerRestartRule>, path: string): Problems {
  if (!restartActions.includes(action)) yield unsupported(`${path}.action`, action, restartActions)
  if (exitCodes === undefined) return yield required(`${path}.exitCodes`, 'must be specified')
  if (!['In', 'NotIn'].includes(exitCodes.operator ?? '')) {
    yield unsupported(`${path}.exitCodes.operator`, exitCodes.operator ?? '', ['In', 'NotIn'])
  }
  const count = exitCodes.values?.length ?? 0
  if (count > 255) yield tooMany(`${path}.exitCodes.values`, count, 255)
}
