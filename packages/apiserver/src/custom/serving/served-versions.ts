/** The kinds of a definition: one for each served version. */
import type { Ids } from '@kubewright/core/random'
import type { ServedKind, ServedSubresource } from '../../kinds/served-kind.ts'
import type { Shape } from '../../kinds/shape.ts'
import type { Draft } from '../../object/draft.ts'
import type { WebhookTransport } from '../../outbound/webhook-transport.ts'
import type { Verb } from '../../request/request-info.ts'
import { formatGroupResource } from '../../status/failures.ts'
import { type Conversion, renaming } from '../conversion/conversion.ts'
import { webhookConversion } from '../conversion/webhook-conversion.ts'
import { type DefinitionVersion, specOf, statusOf, versionsOf } from '../definition/definition.ts'
import { deprecationWarning } from '../definition/deprecation.ts'
import { customCodec } from './custom-codec.ts'
import { customScale } from './custom-scale.ts'
import { customShape } from './custom-shape.ts'
import { customStorage, readStored, type StorageScope } from './custom-storage.ts'
import { customStatusStrategy, customStrategy, type StrategyScope } from './custom-strategy.ts'
import { customTable, scaleTable } from './custom-table.ts'
import { CustomVersion } from './custom-version.ts'
import { selectableFields } from './selectable-fields.ts'

export interface ServingOptions {
  readonly transport: WebhookTransport
  readonly ids: Ids
  /** Aborted when the kinds are no longer served. */
  readonly retired: AbortSignal
  /** Whether the definition is being deleted. */
  readonly isTerminating: () => boolean
}

const verbs: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
const partVerbs: readonly Verb[] = ['get', 'patch', 'update']

export interface ServedVersions {
  readonly served: readonly ServedKind[]
  /** The storage version, whether served or not. */
  readonly stored: ServedKind
}

/** Assumptions: the definition is valid, and its names were accepted. */
export function servedVersions(definition: Draft, options: ServingOptions): ServedVersions {
  const { group = '' } = specOf(definition)
  const versions = new Map(versionsOf(definition).map((one) => [one.name ?? '', new CustomVersion(group, one)]))
  const family = { definition, versions, conversion: conversionOf(definition, options), options }
  const kinds = new Map(versionsOf(definition).map((version) => [version, servedVersion(version, family)]))
  return {
    served: versionsOf(definition).flatMap((version) => (version.served ? [kinds.get(version)!] : [])),
    stored: kinds.get(versionsOf(definition).find(({ storage }) => storage)!)!,
  }
}

interface Family {
  readonly definition: Draft
  readonly versions: ReadonlyMap<string, CustomVersion>
  readonly conversion: Conversion
  readonly options: ServingOptions
}

function servedVersion(described: DefinitionVersion, family: Family): ServedKind {
  const { definition, versions, options } = family
  const { group = '', scope } = specOf(definition)
  const {
    plural = '',
    singular = '',
    kind = '',
    listKind = '',
    shortNames = [],
    categories = [],
  } = statusOf(definition).acceptedNames ?? {}
  const version = versions.get(described.name ?? '')!
  const isNamespaced = scope === 'Namespaced'
  const strategy = customStrategy({ group, kind, isNamespaced, version })
  const codec = customCodec({ group, kind, versions })
  const deprecation = deprecationWarning(specOf(definition), described)
  const scoped = storageOf(version, plural, family)
  const storage = customStorage(scoped)
  return {
    group,
    version: version.name,
    kind,
    listKind,
    plural,
    singular,
    shortNames,
    categories,
    isNamespaced,
    verbs,
    isCustom: true,
    get isTerminating() {
      return options.isTerminating()
    },
    retired: options.retired,
    storage,
    codec,
    strategy,
    shape: shapeOf(version),
    ...(family.conversion === renaming ? { otherShapes: shapesBeside(version, versions) } : {}),
    subresources: subresourcesOf({ group, kind, isNamespaced, version }, { codec, strategy }),
    table: customTable(described.additionalPrinterColumns),
    // Selectors cannot wait for a webhook, so they read the stored version.
    selectableFields: selectableFields(described.selectableFields, (stored) =>
      storage.isIdentity ? stored : readStored(scoped, stored),
    ),
    unknownFieldLabel: (field) => `field label not supported: ${field}`,
    ...(deprecation === undefined ? {} : { deprecation }),
    schema: version.schema as Readonly<Record<string, unknown>>,
  }
}

const shapes = new WeakMap<CustomVersion, Shape>()

function shapeOf(version: CustomVersion): Shape {
  let shape = shapes.get(version)
  if (shape === undefined) shapes.set(version, (shape = customShape(version.schema)))
  return shape
}

function shapesBeside(version: CustomVersion, versions: ReadonlyMap<string, CustomVersion>) {
  const others = [...versions.values()].filter((other) => other !== version)
  return new Map(others.map((other) => [other.apiVersion, shapeOf(other)]))
}

function storageOf(version: CustomVersion, plural: string, family: Family): StorageScope {
  const { definition, versions, conversion } = family
  const stored = versionsOf(definition).find(({ storage }) => storage)
  return {
    collection: formatGroupResource({ group: specOf(definition).group ?? '', resource: plural }),
    versions,
    version,
    storageVersion: versions.get(stored?.name ?? '') ?? version,
    conversion,
    isPristine: definition.metadata.generation === 1,
  }
}

function subresourcesOf(
  scope: StrategyScope,
  { codec, strategy }: Pick<ServedKind, 'codec' | 'strategy'>,
): ReadonlyMap<string, ServedSubresource> {
  const { group, kind, version } = scope
  const own = { group, version: version.name, kind, verbs: partVerbs }
  const status: ServedSubresource = {
    ...own,
    name: 'status',
    view: {
      codec,
      strategy: customStatusStrategy(scope),
      project: (object) => object,
      merge: (_, written) => written,
    },
  }
  const subresources = new Map<string, ServedSubresource>()
  if (version.hasStatus) subresources.set('status', status)
  if (version.scale !== undefined) {
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: partVerbs, name: 'scale' }
    subresources.set('scale', { ...scale, view: customScale(version.scale, strategy), table: scaleTable() })
  }
  return subresources
}

function conversionOf(definition: Draft, { transport, ids }: ServingOptions): Conversion {
  const { strategy, webhook } = specOf(definition).conversion ?? {}
  if (strategy !== 'Webhook') return renaming
  const { clientConfig: client = {}, conversionReviewVersions: reviewVersions = [] } = webhook ?? {}
  return webhookConversion({ client, reviewVersions, transport, ids })
}
