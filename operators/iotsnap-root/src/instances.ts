/** The instances of each component type, with defaults applied. Pure. */
import { type ComponentType, componentTable, componentTypes } from './component-table.ts'
import type { IotSnapRoot } from './iotsnap-root.ts'
import { certifiedVersion } from './names.ts'

type Texts = Readonly<Record<string, string>>
type Spec = IotSnapRoot['spec']

export interface Instance {
  readonly type: ComponentType
  /** Its key among the components: `postgres`, `postgres2`. Independent of its settings. */
  readonly key: string
  readonly name: string
  readonly replicas: number
  readonly image: string
  readonly configMap: string
  readonly claim: string
  readonly claimIsShared: boolean
  readonly dataPath: string
  readonly labels: Texts
  readonly env: Texts
  readonly scaling: ComponentSpec['scaling']
}

/**
 * An empty or missing list means one instance with the defaults.
 *
 * @param versions current version of each instance by key, while they differ
 */
export function instancesOf(spec: Spec, type: ComponentType, versions: Texts = {}): readonly Instance[] {
  const { when } = componentTable[type]
  if (when !== undefined && !spec[when]) return []
  const listed = spec[type] ?? []
  const given = listed.length === 0 ? [{}] : listed
  return given.map((one, place) => instanceOf(spec, type, { one, place, versions }))
}

export function allInstances(spec: Spec, versions: Texts = {}): readonly Instance[] {
  return componentTypes.flatMap((type) => instancesOf(spec, type, versions))
}

/** The version of the stack, which is the default of its components. */
export function versionOf(spec: Spec): string {
  return spec['installation-data-version'] ?? certifiedVersion
}

type ComponentSpec = NonNullable<Spec['postgres']>[number]

interface Listed {
  readonly one: ComponentSpec
  readonly place: number
  readonly versions: Texts
}

function instanceOf(spec: Spec, type: ComponentType, { one, place, versions }: Listed): Instance {
  const key = place === 0 ? type : `${type}${place + 1}`
  const name = one.name ?? key
  const shared = spec['persistent-data-claim']
  const version = one['installation-data-version'] ?? versions[key] ?? versionOf(spec)
  return {
    type,
    key,
    name,
    replicas: one.replicas ?? 1,
    image: `${spec.registry}/${type}:${version}`,
    configMap: one.configmap ?? `${name}-config`,
    claim: one['persistent-data-claim'] ?? shared ?? `${name}-pvc`,
    claimIsShared: one['persistent-data-claim'] === undefined && shared !== undefined,
    dataPath: one['persistent-data-path'] ?? name,
    labels: one.labels ?? {},
    env: one.env ?? {},
    scaling: one.scaling,
  }
}
