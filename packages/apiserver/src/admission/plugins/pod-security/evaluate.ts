/** The checks of each level and version of the pod security standards, and their findings for a pod. Pure. */
import {
  appArmorProfile,
  capabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbes,
  privileged,
  procMount,
  procMountOfOwnUsers,
  seccompAnnotations,
  seccompProfile,
  seLinuxOptions,
  sysctls,
  windowsHostProcess,
} from './baseline-checks.ts'
import type { Check, CheckedPod, Finding } from './checked-pod.ts'
import type { LevelVersion } from './policy.ts'
import {
  allowPrivilegeEscalation,
  exceptOnWindows,
  exceptWithOwnUsers,
  restrictedCapabilities,
  restrictedSeccomp,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
} from './restricted-checks.ts'

interface Rule {
  /** Checks by the minor version that introduced them; the newest applicable one counts. */
  readonly since: readonly (readonly [number, Check])[]
  /** The rule of the level below that it replaces. */
  readonly instead?: string
}

const safeSysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const sysctlsOf27 = [...safeSysctls, 'net.ipv4.ip_local_reserved_ports']
const keepAlive = ['tcp_keepalive_time', 'tcp_fin_timeout', 'tcp_keepalive_intvl', 'tcp_keepalive_probes']
const sysctlsOf29 = [...sysctlsOf27, ...keepAlive.map((name) => `net.ipv4.${name}`)]
const sysctlsOf32 = [...sysctlsOf29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']
const containerTypes = ['container_t', 'container_init_t', 'container_kvm_t']

/** By name, in the order in which findings are reported. */
const baseline: Readonly<Record<string, Rule>> = {
  appArmorProfile: { since: [[0, appArmorProfile]] },
  capabilities_baseline: { since: [[0, capabilities]] },
  hostNamespaces: { since: [[0, hostNamespaces]] },
  hostPathVolumes: { since: [[0, hostPathVolumes]] },
  hostPorts: { since: [[0, hostPorts]] },
  hostProbesAndHostLifecycle: { since: [[34, hostProbes]] },
  privileged: { since: [[0, privileged]] },
  procMount: {
    since: [
      [0, procMount],
      [35, procMountOfOwnUsers],
    ],
  },
  seLinuxOptions: {
    since: [
      [0, seLinuxOptions(containerTypes)],
      [31, seLinuxOptions([...containerTypes, 'container_engine_t'])],
    ],
  },
  seccompProfile_baseline: {
    since: [
      [0, seccompAnnotations],
      [19, seccompProfile],
    ],
  },
  sysctls: {
    since: [
      [0, sysctls(safeSysctls)],
      [27, sysctls(sysctlsOf27)],
      [29, sysctls(sysctlsOf29)],
      [32, sysctls(sysctlsOf32)],
    ],
  },
  windowsHostProcess: { since: [[0, windowsHostProcess]] },
}

const restricted: Readonly<Record<string, Rule>> = {
  allowPrivilegeEscalation: {
    since: [
      [8, allowPrivilegeEscalation],
      [25, exceptOnWindows(allowPrivilegeEscalation)],
    ],
  },
  capabilities_restricted: {
    since: [
      [22, restrictedCapabilities],
      [25, exceptOnWindows(restrictedCapabilities)],
    ],
    instead: 'capabilities_baseline',
  },
  procMount_restricted: { since: [[35, procMount]], instead: 'procMount' },
  restrictedVolumes: { since: [[0, restrictedVolumes]], instead: 'hostPathVolumes' },
  runAsNonRoot: {
    since: [
      [0, runAsNonRoot],
      [35, exceptWithOwnUsers(runAsNonRoot)],
    ],
  },
  runAsUser: {
    since: [
      [23, runAsUser],
      [35, exceptWithOwnUsers(runAsUser)],
    ],
  },
  seccompProfile_restricted: {
    since: [
      [19, restrictedSeccomp],
      [25, exceptOnWindows(restrictedSeccomp)],
    ],
    instead: 'seccompProfile_baseline',
  },
}

export function evaluate({ level, minor }: LevelVersion, pod: CheckedPod): readonly Finding[] {
  return checksOf(level, minor).flatMap((check) => check(pod) ?? [])
}

function checksOf(level: LevelVersion['level'], minor: number): readonly Check[] {
  if (level === 'privileged') return []
  const upper = level === 'restricted' ? Object.values(restricted).filter((rule) => checkAt(rule, minor)) : []
  const replaced = new Set(upper.map(({ instead }) => instead))
  const lower = Object.entries(baseline).flatMap(([name, rule]) => (replaced.has(name) ? [] : [rule]))
  return [...lower, ...upper].flatMap((rule) => checkAt(rule, minor) ?? [])
}

function checkAt({ since }: Rule, minor: number): Check | undefined {
  return since.findLast(([first]) => first <= minor)?.[1]
}

/** `hostPort, privileged` */
export function formatReasons(findings: readonly Finding[]): string {
  return findings.map(({ reason }) => reason).join(', ')
}

/** `hostPort (container "a" uses hostPort 8080), privileged (container "a" must not …)` */
export function formatDetails(findings: readonly Finding[]): string {
  return findings.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ')
}
