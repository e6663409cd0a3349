/** The served kinds by group and version, in discovery order. */
import { compareVersionPriority } from '@kubewright/core/object'
import type { KindRegistry } from '../kinds/kind-registry.ts'
import type { ServedKind } from '../kinds/served-kind.ts'

export interface GroupKinds {
  readonly group: string
  /** The preferred version first. */
  readonly versions: readonly string[]
  readonly kinds: ReadonlyMap<string, readonly ServedKind[]>
  /** Whether it contains no built-in kind. */
  readonly isCustom: boolean
}

/** Built-in groups in their own order, then custom groups by name. */
export function groupsOf(registry: KindRegistry): readonly GroupKinds[] {
  const byGroup = new Map<string, ServedKind[]>()
  for (const kind of registry.all()) {
    const kinds = byGroup.get(kind.group)
    if (kinds === undefined) byGroup.set(kind.group, [kind])
    else kinds.push(kind)
  }
  const groups = [...byGroup].map(([group, kinds]) => groupOf(group, kinds))
  const custom = groups.filter(({ isCustom }) => isCustom).sort((a, b) => (a.group < b.group ? -1 : 1))
  return [...groups.filter(({ isCustom }) => !isCustom), ...custom]
}

function groupOf(group: string, kinds: readonly ServedKind[]): GroupKinds {
  const versions = [...new Set(kinds.map(({ version }) => version))].sort(compareVersionPriority)
  return {
    group,
    versions,
    kinds: new Map(versions.map((version) => [version, inOrder(kinds.filter((kind) => kind.version === version))])),
    isCustom: kinds.every((kind) => kind.isCustom),
  }
}

/** Built-in kinds, then custom resources by name. */
function inOrder(kinds: readonly ServedKind[]): readonly ServedKind[] {
  const custom = kinds.filter((kind) => kind.isCustom).sort((a, b) => (a.plural < b.plural ? -1 : 1))
  return [...kinds.filter((kind) => !kind.isCustom), ...custom]
}

/**
 * The order of the legacy group list: custom groups by the least name of their APIServices, `v1.example.dev`, after the
 * built-in groups.
 */
export function inLegacyOrder(groups: readonly GroupKinds[]): readonly GroupKinds[] {
  const leastName = ({ group, versions }: GroupKinds) => versions.map((version) => `${version}.${group}`).sort()[0]!
  const custom = groups.filter(({ isCustom }) => isCustom).sort((a, b) => (leastName(a) < leastName(b) ? -1 : 1))
  return [...groups.filter(({ isCustom }) => !isCustom), ...custom]
}
