/** The versions of a stack that an object can have, and those that its components have before anything is decided. Pure. */
import type { Texts } from '../settings.ts'
import type { Stack, StackObject } from '../stack.ts'
import type { StackStatus } from '../status.ts'
import { openVersions } from '../upgrade/open-versions.ts'
import { componentVersions } from '../upgrade/stack-version.ts'
import { type StackVersions, upgradePath } from '../upgrade/upgrade-path.ts'

/** `undefined` for a stack without versions. */
export function knownVersions(
  { versions, anyVersion, version }: Stack,
  object: StackObject,
): StackVersions | undefined {
  if (anyVersion === undefined) return versions
  return openVersions(version(object), statusOf(object), anyVersion)
}

/** Why a stack that has no version yet cannot get the one it requests: nothing must be deployed in its place. */
export function refusedVersion(stack: Stack, object: StackObject, versions: StackVersions): string | undefined {
  const wanted = stack.version(object)
  if (statusOf(object).version !== undefined || wanted === undefined) return undefined
  return Object.hasOwn(versions, wanted) ? undefined : upgradePath(versions, '', wanted).why
}

/**
 * The versions with which a stack's components are declared to learn their names: those of the status, and for others that of the stack.
 * Their names are not known yet, so every name has one.
 */
export function presumedVersions(stack: Stack, object: StackObject): Texts {
  const versions = knownVersions(stack, object) ?? {}
  const { version, components = {} } = statusOf(object)
  const wanted = stack.version(object)
  const base =
    version ?? (wanted !== undefined && Object.hasOwn(versions, wanted) ? wanted : Object.keys(versions).at(-1))
  const recorded = Object.fromEntries(
    Object.entries(components).flatMap(([name, { version: has }]) => (has === undefined ? [] : [[name, has]])),
  )
  if (base === undefined) return recorded
  return new Proxy(recorded, {
    get(_, name) {
      if (typeof name !== 'string') return undefined
      return Object.hasOwn(recorded, name)
        ? recorded[name]
        : componentVersions(base, versions[base] ?? {}, [name])[name]
    },
  })
}

function statusOf({ status }: StackObject): StackStatus {
  return (status ?? {}) as StackStatus
}
