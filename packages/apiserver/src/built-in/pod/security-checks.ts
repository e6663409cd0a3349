/** Validation of security contexts. */
import type { PodSecurityContext, PodSpec, SecurityContext } from '@kubewright/kubernetes/core/v1'
import { duplicate, each, isBlank, knownWord, type Problems, rangeText } from '../../validation/problems.ts'
import { descending } from '../../validation/path.ts'
import { bytesIn } from '../../validation/problems.ts'
import { invalid, required, tooLong, unsupported } from '../../status/field-error.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

const largestId = 2 ** 31 - 1

function* idProblems(id: number | undefined, path: string): Problems {
  if (id !== undefined && (id < 0 || id > largestId)) yield invalid(path, id, rangeText(0, largestId))
}

export function* containerSecurityProblems(
  context: Unvalidated<SecurityContext>,
  path: string,
  hasHostUsers: boolean,
): Problems {
  yield* idProblems(context.runAsUser, `${path}.runAsUser`)
  yield* idProblems(context.runAsGroup, `${path}.runAsGroup`)
  if (context.procMount !== undefined) yield* procMountProblems(context.procMount, `${path}.procMount`, hasHostUsers)
  yield* seccompProblems(context.seccompProfile, `${path}.seccompProfile`)
  if (context.allowPrivilegeEscalation === false) yield* escalationProblems(context, path)
  yield* appArmorProblems(context.appArmorProfile, `${path}.appArmorProfile`)
}

function* procMountProblems(value: string, path: string, hasHostUsers: boolean): Problems {
  yield* knownWord(value, path, ['Default', 'Unmasked'])
  if (hasHostUsers && value === 'Unmasked') yield invalid(path, value, '`hostUsers` must be false to use `Unmasked`')
}

function* escalationProblems(context: Unvalidated<SecurityContext>, path: string): Problems {
  const shown = internalForm(context)
  if (context.privileged === true) {
    yield invalid(path, shown, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true')
  }
  if ((context.capabilities?.add ?? []).includes('CAP_SYS_ADMIN')) {
    yield invalid(path, shown, 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN')
  }
}

/** Messages show the server's internal type, which has every field, with capitalized names. */
function internalForm(context: Unvalidated<SecurityContext>): object {
  const { capabilities } = context
  return {
    Capabilities:
      capabilities === undefined ? null : { Add: capabilities.add ?? null, Drop: capabilities.drop ?? null },
    Privileged: context.privileged ?? null,
    SELinuxOptions: context.seLinuxOptions ?? null,
    WindowsOptions: context.windowsOptions ?? null,
    RunAsUser: context.runAsUser ?? null,
    RunAsGroup: context.runAsGroup ?? null,
    RunAsNonRoot: context.runAsNonRoot ?? null,
    ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
    AllowPrivilegeEscalation: context.allowPrivilegeEscalation ?? null,
    ProcMount: context.procMount ?? null,
    SeccompProfile: profileForm(context.seccompProfile),
    AppArmorProfile: profileForm(context.appArmorProfile),
  }
}

function profileForm(profile: { type?: string | undefined; localhostProfile?: string | undefined } | undefined) {
  return profile === undefined ? null : { Type: profile.type ?? '', LocalhostProfile: profile.localhostProfile ?? null }
}

export function* podSecurityProblems(
  context: Unvalidated<PodSecurityContext>,
  spec: Unvalidated<PodSpec>,
  path: string,
): Problems {
  yield* idProblems(context.fsGroup, `${path}.fsGroup`)
  yield* idProblems(context.runAsUser, `${path}.runAsUser`)
  yield* idProblems(context.runAsGroup, `${path}.runAsGroup`)
  for (const [group, at] of each(context.supplementalGroups, `${path}.supplementalGroups`)) yield* idProblems(group, at)
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    yield invalid(`${path}.shareProcessNamespace`, true, 'ShareProcessNamespace and HostPID cannot both be enabled')
  }
  yield* sysctlProblems(context, `${path}.sysctls`)
  yield* knownWord(context.fsGroupChangePolicy, `${path}.fsGroupChangePolicy`, ['Always', 'OnRootMismatch'])
  yield* seccompProblems(context.seccompProfile, `${path}.seccompProfile`)
  yield* appArmorProblems(context.appArmorProfile, `${path}.appArmorProfile`)
  yield* knownWord(context.supplementalGroupsPolicy, `${path}.supplementalGroupsPolicy`, ['Merge', 'Strict'])
  yield* knownWord(context.seLinuxChangePolicy, `${path}.seLinuxChangePolicy`, ['MountOption', 'Recursive'])
}

const sysctlForm = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const sysctlName = new RegExp(`^${sysctlForm}$`)

function* sysctlProblems({ sysctls }: Unvalidated<PodSecurityContext>, path: string): Problems {
  const seen = new Set<string>()
  for (const [{ name }, at] of each(sysctls, path)) {
    if (isBlank(name)) yield required(`${at}.name`)
    else if (!sysctlName.test(name) || name.length > 253) {
      yield invalid(`${at}.name`, name, `must have at most 253 characters and match regex ^${sysctlForm}$`)
    } else if (seen.has(name)) yield duplicate(`${at}.name`, name)
    seen.add(name ?? '')
  }
}

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined']

function* seccompProblems(profile: Unvalidated<SecurityContext>['seccompProfile'], path: string): Problems {
  if (profile === undefined) return
  const { type, localhostProfile } = profile
  if (isBlank(type)) yield required(`${path}.type`, 'type is required when seccompProfile is set')
  else if (!profileTypes.includes(type)) yield unsupported(`${path}.type`, type, profileTypes)
  if (type !== 'Localhost') {
    if (localhostProfile !== undefined) {
      const shown = { Type: type ?? '', LocalhostProfile: localhostProfile }
      yield invalid(`${path}.localhostProfile`, shown, 'can only be set when seccomp type is Localhost')
    }
  } else if (localhostProfile === undefined) {
    yield required(`${path}.localhostProfile`, 'must be set when seccomp type is Localhost')
  } else yield* descending(localhostProfile, `${path}.localhostProfile`)
}

function* appArmorProblems(profile: Unvalidated<SecurityContext>['appArmorProfile'], path: string): Problems {
  if (profile === undefined) return
  const { type, localhostProfile } = profile
  const at = `${path}.localhostProfile`
  if (isBlank(type)) yield required(`${path}.type`, 'type is required when appArmorProfile is set')
  else if (!profileTypes.includes(type)) yield unsupported(`${path}.type`, type, profileTypes)
  else if (type === 'Localhost') yield* localProfileProblems(localhostProfile, at)
  else if (localhostProfile !== undefined) {
    yield invalid(at, localhostProfile, 'can only be set when AppArmor type is Localhost')
  }
}

function* localProfileProblems(profile: string | undefined, path: string): Problems {
  if (profile === undefined) return yield required(path, 'must be set when AppArmor type is Localhost')
  if (profile !== profile.trim()) yield invalid(path, profile, 'must not be padded with whitespace')
  else if (profile === '') yield required(path, 'must be set when AppArmor type is Localhost')
  if (bytesIn(profile) > 4_095) yield tooLong(path, 4_095)
}
