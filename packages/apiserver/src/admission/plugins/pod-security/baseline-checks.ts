/** Checks of the level `baseline`, against known privilege escalations. Pure. */
import { goQuote } from '@kubewright/core/go'
import {
  type Check,
  type CheckedContainer,
  containerList,
  containersOf,
  hasOwnUsers,
  namesWhere,
  plural,
  quoted,
  settersOf,
  unique,
} from './checked-pod.ts'

const armorAnnotation = 'container.apparmor.security.beta.kubernetes.io/'

export const appArmorProfile: Check = ({ annotations, spec }) => {
  const isBad = (type: string | undefined) => type !== undefined && type !== 'RuntimeDefault' && type !== 'Localhost'
  const podType = spec.securityContext?.appArmorProfile && (spec.securityContext.appArmorProfile.type ?? '')
  const typeOf = ({ securityContext }: CheckedContainer) =>
    securityContext?.appArmorProfile ? (securityContext.appArmorProfile.type ?? '') : undefined
  const types = [podType, ...containersOf(spec).map(typeOf)].filter((type) => type !== undefined && isBad(type))
  const written = Object.entries(annotations)
    .filter(
      ([name, value = '']) => name.startsWith(armorAnnotation) && !/^($|runtime\/default$|localhost\/)/.test(value),
    )
    .map(([name, value = '']) => `${name}=${goQuote(value)}`)
  const values = [...unique(types as readonly string[]), ...written.sort()]
  const setters = [
    ...settersOf(
      isBad(podType),
      namesWhere(spec, (container) => isBad(typeOf(container))),
    ),
    ...(written.length > 0 ? [plural('annotation', 'annotations', written.length)] : []),
  ]
  if (setters.length === 0) return undefined
  return {
    reason: plural('forbidden AppArmor profile', 'forbidden AppArmor profiles', values.length),
    detail: `${setters.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  }
}

const usualCapabilities: ReadonlySet<string> = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
)

export const capabilities: Check = ({ spec }) => {
  const unusual = ({ securityContext }: CheckedContainer) =>
    (securityContext?.capabilities?.add ?? []).filter((name) => !usualCapabilities.has(name))
  const names = namesWhere(spec, (container) => unusual(container).length > 0)
  if (names.length === 0) return undefined
  const added = unique(containersOf(spec).flatMap(unusual))
  return {
    reason: 'non-default capabilities',
    detail: `${containerList(names)} must not include ${quoted(added)} in securityContext.capabilities.add`,
  }
}

export const hostNamespaces: Check = ({ spec }) => {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true)
  if (shared.length === 0) return undefined
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') }
}

export const hostPathVolumes: Check = ({ spec }) => {
  const names = (spec.volumes ?? []).filter(({ hostPath }) => hostPath).map(({ name = '' }) => name)
  if (names.length === 0) return undefined
  return { reason: 'hostPath volumes', detail: `${plural('volume', 'volumes', names.length)} ${quoted(names)}` }
}

export const hostPorts: Check = ({ spec }) => {
  const portsOf = ({ ports }: CheckedContainer) =>
    (ports ?? []).flatMap(({ hostPort }) => (hostPort ? [String(hostPort)] : []))
  const names = namesWhere(spec, (container) => portsOf(container).length > 0)
  if (names.length === 0) return undefined
  const ports = unique(containersOf(spec).flatMap(portsOf))
  const uses = plural('uses', 'use', names.length)
  const what = plural('hostPort', 'hostPorts', ports.length)
  return { reason: 'hostPort', detail: `${containerList(names)} ${uses} ${what} ${ports.join(', ')}` }
}

type Handler = { readonly httpGet?: { host?: string } | null; readonly tcpSocket?: { host?: string } | null }

export const hostProbes: Check = ({ spec }) => {
  const hostsOf = (container: CheckedContainer) => {
    const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container
    const handlers = [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop]
    return (handlers as readonly (Handler | null | undefined)[]).flatMap((handler) =>
      [handler?.httpGet?.host, handler?.tcpSocket?.host].filter((host) => host !== undefined && host !== ''),
    ) as string[]
  }
  const names = unique(namesWhere(spec, (container) => hostsOf(container).length > 0))
  if (names.length === 0) return undefined
  const hosts = unique(containersOf(spec).flatMap(hostsOf))
  const uses = plural('uses', 'use', names.length)
  const what = plural('probe or lifecycle host', 'probe or lifecycle hosts', hosts.length)
  return { reason: 'probe or lifecycle host', detail: `${containerList(names)} ${uses} ${what} ${quoted(hosts)}` }
}

export const privileged: Check = ({ spec }) => {
  const names = namesWhere(spec, ({ securityContext }) => securityContext?.privileged === true)
  if (names.length === 0) return undefined
  return { reason: 'privileged', detail: `${containerList(names)} must not set securityContext.privileged=true` }
}

export const procMount: Check = ({ spec }) => {
  const mountOf = ({ securityContext }: CheckedContainer) => securityContext?.procMount ?? 'Default'
  const names = namesWhere(spec, (container) => mountOf(container) !== 'Default')
  if (names.length === 0) return undefined
  const types = unique(containersOf(spec).map(mountOf)).filter((type) => type !== 'Default')
  return {
    reason: 'procMount',
    detail: `${containerList(names)} must not set securityContext.procMount to ${quoted(types)}`,
  }
}

export const procMountOfOwnUsers: Check = (pod) => (hasOwnUsers(pod.spec) ? undefined : procMount(pod))

interface LinuxOptions {
  type?: string | undefined
  user?: string | undefined
  role?: string | undefined
}

/** @param types the allowed types; an unset type is always allowed */
export function seLinuxOptions(types: readonly string[]): Check {
  const isBadType = (type: string | undefined) => type !== undefined && type !== '' && !types.includes(type)
  const isBad = (options: LinuxOptions | null | undefined) =>
    Boolean(options && (isBadType(options.type) || options.user || options.role))
  return ({ spec }) => {
    const isPodBad = isBad(spec.securityContext?.seLinuxOptions)
    const names = namesWhere(spec, ({ securityContext }) => isBad(securityContext?.seLinuxOptions))
    const setters = settersOf(isPodBad, names)
    if (setters.length === 0) return undefined
    const all = [spec, ...containersOf(spec)].map(({ securityContext }) => securityContext?.seLinuxOptions ?? {})
    const badTypes = unique(all.flatMap(({ type }) => (type !== undefined && isBadType(type) ? [type] : [])))
    const data = [
      ...(badTypes.length > 0 ? [`${plural('type', 'types', badTypes.length)} ${quoted(badTypes)}`] : []),
      ...(all.some(({ user }) => user) ? ['user may not be set'] : []),
      ...(all.some(({ role }) => role) ? ['role may not be set'] : []),
    ]
    const what = `set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`
    return { reason: 'seLinuxOptions', detail: `${setters.join(' and ')} ${what}` }
  }
}

const seccompOfPod = 'seccomp.security.alpha.kubernetes.io/pod'
const seccompOfContainer = 'container.seccomp.security.alpha.kubernetes.io/'

/** The annotations predate the field. */
export const seccompAnnotations: Check = ({ annotations, spec }) => {
  const names = [seccompOfPod, ...containersOf(spec).map(({ name }) => `${seccompOfContainer}${name}`)]
  const bad = names.flatMap((name) => {
    const value = annotations[name]
    return value === undefined || /^(runtime\/default$|docker\/default$|localhost\/)/.test(value)
      ? []
      : [`${name}=${goQuote(value)}`]
  })
  const forbidden = unique(bad)
  if (forbidden.length === 0) return undefined
  const what = plural('annotation', 'annotations', forbidden.length)
  return { reason: 'seccompProfile', detail: `forbidden ${what} ${forbidden.join(', ')}` }
}

interface SeccompContext {
  readonly seccompProfile?: { readonly type?: string | undefined } | undefined
}

/** Undefined if there is no profile. */
export function seccompTypeOf(context: SeccompContext | null | undefined): string | undefined {
  return context?.seccompProfile ? (context.seccompProfile.type ?? '') : undefined
}

export function isBadSeccomp(type: string | undefined): boolean {
  return type !== undefined && type !== 'Localhost' && type !== 'RuntimeDefault'
}

export const seccompProfile: Check = ({ spec }) => {
  const names = namesWhere(spec, ({ securityContext }) => isBadSeccomp(seccompTypeOf(securityContext)))
  const setters = settersOf(isBadSeccomp(seccompTypeOf(spec.securityContext)), names)
  if (setters.length === 0) return undefined
  const types = [spec, ...containersOf(spec)].map(({ securityContext }) => seccompTypeOf(securityContext))
  const bad = unique(types.filter(isBadSeccomp) as readonly string[])
  const what = `must not set securityContext.seccompProfile.type to ${quoted(bad)}`
  return { reason: 'seccompProfile', detail: `${setters.join(' and ')} ${what}` }
}

export function sysctls(allowed: readonly string[]): Check {
  return ({ spec }) => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name = '' }) => name)
    const bad = names.filter((name) => !allowed.includes(name))
    return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') }
  }
}

export const windowsHostProcess: Check = ({ spec }) => {
  const isHost = (context: CheckedContainer['securityContext']) => context?.windowsOptions?.hostProcess === true
  const names = namesWhere(spec, ({ securityContext }) => isHost(securityContext))
  const setters = settersOf(spec.securityContext?.windowsOptions?.hostProcess === true, names)
  if (setters.length === 0) return undefined
  const what = 'must not set securityContext.windowsOptions.hostProcess=true'
  return { reason: 'hostProcess', detail: `${setters.join(' and ')} ${what}` }
}
