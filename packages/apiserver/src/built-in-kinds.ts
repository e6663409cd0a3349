/** Every kind Kubernetes serves by default, ready to be served: what discovery says of it, and how it behaves. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core'
import {
  servedGroups,
  type ServedResource,
  type ServedSubresource as Described,
} from '@kubewright/kubernetes/discovery'
import { loadSchemas } from '@kubewright/kubernetes/schemas'
import { builtInStrategy, type BuiltInScope, partStrategy, statusStrategy } from './built-in/built-in-strategy.ts'
import { builtInBehaviors } from './built-in/behaviors.ts'
import type { KindBehavior } from './built-in/kind-behavior.ts'
import { rulesFor } from './built-in/kind-rules.ts'
import { dropNulls, withoutNulls } from './built-in/null-fields.ts'
import { scaleTable, scaleView } from './built-in/scale-view.ts'
import { storedForm } from './built-in/stored-form.ts'
import { builtInTable } from './built-in/table/built-in-table.ts'
import { type BuiltInCodec, builtInCodec } from './codec/built-in-codec.ts'
import type { Decoded, ServedKind, ServedSubresource, Strategy, SubresourceView } from './kinds/served-kind.ts'
import type { Draft } from './object/draft.ts'
import { StatusError } from './status/status.ts'
import type { Store } from './storage/store.ts'
import type { MergeRule } from './strategic-merge/merge-rule.ts'

export type Handler = NonNullable<ServedSubresource['handle']>

export interface BuiltInKindsOptions {
  /** Where Services look which addresses are free. */
  readonly store: Store
  /** How long the prefix is that all these addresses share. */
  readonly servicePrefix?: number | undefined
  /** Laid over what this package knows of a kind, by group and kind: `apps:Deployment`, `:Pod`. */
  readonly behaviors?: Readonly<Record<string, KindBehavior>>
  /** What answers below a resource, or instead of it, by its path: `serviceaccounts/token`, `tokenreviews`. */
  readonly handlers?: Readonly<Record<string, Handler>>
}

/** In the order of discovery. */
export function builtInKinds(options: BuiltInKindsOptions): readonly ServedKind[] {
  const known = builtInBehaviors(options.store, options.servicePrefix)
  return servedGroups.flatMap(({ group, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map((resource) => servedKind({ group, version, resource, known, options })),
    ),
  )
}

interface Serving {
  readonly group: string
  readonly version: string
  readonly resource: ServedResource
  readonly known: Readonly<Record<string, KindBehavior>>
  readonly options: BuiltInKindsOptions
}

function servedKind({ group, version, resource: described, known, options }: Serving): ServedKind {
  const { resource, subresources } = described
  const { kind, plural } = resource
  const gvk = { group, version, kind }
  const apiVersion = formatApiVersion(gvk)
  const behavior = {
    ...(known[`${group}/${version}:${kind}`] ?? known[`${group}:${kind}`]),
    ...options.behaviors?.[`${group}:${kind}`],
  }
  const codec = filling(builtInCodec(gvk), behavior)
  const hasStatus = subresources.some(({ name }) => name === 'status')
  const scope: BuiltInScope = { rules: rulesFor(group, kind), behavior, hasStatus }
  const create = behavior.create ?? options.handlers?.[plural]
  return {
    ...gvk,
    listKind: `${kind}List`,
    plural,
    singular: resource.singular,
    shortNames: resource.shortNames,
    categories: resource.categories,
    isNamespaced: resource.scope === 'Namespaced',
    verbs: resource.verbs,
    isCustom: false,
    ...(create === undefined ? {} : { create }),
    storage: storedForm({
      group,
      apiVersion,
      kind,
      plural,
      codec,
      behavior,
      storedCodec: (stored) => storedCodec(stored, kind),
    }),
    codec,
    strategy: builtInStrategy(scope),
    strategicMerge: strategicMerger(gvk),
    subresources: new Map(subresources.map((one) => [one.name, served(one, { scope, codec, plural, options })])),
    table: builtInTable(apiVersion, kind, behavior.cells, behavior.order),
    settle: (object) => codec.complete(object),
    // What has a number of replicas has none of them, and says so.
    empty: () =>
      codec.settle({
        kind,
        apiVersion,
        metadata: {},
        ...(behavior.scale === undefined ? {} : { spec: { replicas: 0 } }),
      }),
    selectableFields: new Map(
      Object.entries(behavior.selectableFields ?? {}).map(([field, read]) => [
        field,
        (object) => read(withoutNulls(object)),
      ]),
    ),
    unknownFieldLabel: behavior.unknownFieldLabel ?? unknownFieldText(behavior),
    ...(behavior.deprecation === undefined ? {} : { deprecation: behavior.deprecation }),
  }
}

function storedCodec(apiVersion: string, kind: string): BuiltInCodec {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  return builtInCodec({ group, version, kind })
}

/** Whatever is decoded is also filled. */
function filling(codec: BuiltInCodec, behavior: KindBehavior): BuiltInCodec {
  const filled = async (decoding: Promise<Decoded> | Decoded): Promise<Decoded> => {
    const decoded = await decoding
    dropNulls(decoded.object)
    behavior.fill?.(decoded.object)
    return decoded
  }
  return {
    ...codec,
    decode: (value) => filled(codec.decode(value)),
    decodeBody: (body) => filled(codec.decodeBody(body)),
    ...(codec.decodeMerged === undefined ? {} : { decodeMerged: (value) => filled(codec.decodeMerged!(value)) }),
  }
}

/** What a patch merges by is loaded with the first one. */
function strategicMerger(gvk: GroupVersionKind): NonNullable<ServedKind['strategicMerge']> {
  let rule: MergeRule | undefined
  return async (live, patch) => {
    const { mergeRule } = await import('./strategic-merge/merge-rule.ts')
    const { strategicMerge } = await import('./strategic-merge/strategic-merge.ts')
    if (rule === undefined) {
      const schemas = await loadSchemas({ only: [gvk] })
      rule = mergeRule(schemas.kind(gvk) as never, (schema) => schemas.resolve(schema as never) as never)
    }
    return strategicMerge(live, patch, rule) as Draft
  }
}

interface Below {
  readonly scope: BuiltInScope
  readonly codec: BuiltInCodec
  readonly plural: string
  readonly options: BuiltInKindsOptions
}

function served({ name, verbs, group, version, kind }: Described, below: Below): ServedSubresource {
  const handle = below.options.handlers?.[`${below.plural}/${name}`] ?? below.scope.behavior.handlers?.[name]
  const view = handle === undefined ? viewOf(name, below) : undefined
  return {
    name,
    verbs,
    group,
    version,
    kind,
    ...(view === undefined ? { handle: handle ?? notImplemented(`${below.plural}/${name}`) } : { view }),
    ...(kind === 'Scale' ? { table: scaleTable() } : {}),
  }
}

function viewOf(name: string, { scope, codec }: Below): SubresourceView | undefined {
  const { behavior } = scope
  if (name === 'status') return whole(codec, statusStrategy(scope))
  if (name === 'scale' && behavior.scale !== undefined) return scaleView(scope, behavior.scale)
  const part = behavior.views?.[name]
  return part === undefined ? undefined : whole(codec, partStrategy(scope, part.resetFields, part))
}

/** The object itself, shown and written as a whole; the strategy puts back what does not belong here. */
function whole(codec: BuiltInCodec, strategy: Strategy): SubresourceView {
  return { codec, strategy, project: (object) => object, merge: (_, written) => written }
}

/** What only other parts of a cluster can do is not done here, and this server says so. */
function notImplemented(path: string): Handler {
  return async () => {
    throw new StatusError(501, 'NotImplemented', `this server does not implement ${path}`)
  }
}

function unknownFieldText({ selectableFields }: KindBehavior): (field: string) => string {
  return selectableFields === undefined
    ? (field) => `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
    : (field) => `field label not supported: ${field}`
}
