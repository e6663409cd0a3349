/** Every built-in kind that Kubernetes serves by default, with its discovery data and its behavior. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import {
  servedGroups,
  type ServedResource,
  type ServedSubresource as Described,
} from '@kubewright/kubernetes/discovery'
import { loadSchemas } from '@kubewright/kubernetes/schemas'
import { builtInStrategy, type BuiltInScope, partStrategy, statusStrategy } from './built-in/built-in-strategy.ts'
import { builtInBehaviors } from './kind-behaviors.ts'
import type { KindBehavior } from './built-in/kind-behavior.ts'
import { rulesFor } from './built-in/kind-rules.ts'
import { dropNulls, withoutNulls } from './built-in/null-fields.ts'
import { scaleTable, scaleView } from './built-in/scale-view.ts'
import { storedForm } from './built-in/stored-form.ts'
import { builtInTable } from './built-in/table/built-in-table.ts'
import { type BuiltInCodec, builtInCodec } from './codec/built-in-codec.ts'
import type { ServedKind, ServedSubresource, Strategy, SubresourceView } from './kinds/served-kind.ts'
import type { Decoded } from './codec/codec.ts'
import type { Draft } from './object/draft.ts'
import { StatusError } from './status/status.ts'
import type { Store } from './storage/store.ts'
import type { MergeRule } from './strategic-merge/merge-rule.ts'

export type Handler = NonNullable<ServedSubresource['handle']>

export interface BuiltInKindsOptions {
  /** Read by the Service kind to find free cluster IPs. */
  readonly store: Store
  /** The prefix length of the service IP range. */
  readonly servicePrefix?: number | undefined
  /** Overrides of the built-in behavior, by group and kind: `apps:Deployment`, `:Pod`. */
  readonly behaviors?: Readonly<Record<string, KindBehavior>>
  /** Handlers for subresources, or for whole resources, by path: `serviceaccounts/token`, `tokenreviews`. */
  readonly handlers?: Readonly<Record<string, Handler>>
}

/** @returns the kinds in discovery order */
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
    // A kind with a scale subresource has an explicit `replicas: 0` in its empty object.
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

/** Wraps a codec so that every decoded object has its nulls dropped and its defaults filled in. */
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

/** The merge rule (patch strategies and merge keys) is loaded with the first patch. */
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

/** A subresource that reads and writes the whole object; the strategy resets the fields it may not change. */
function whole(codec: BuiltInCodec, strategy: Strategy): SubresourceView {
  return { codec, strategy, project: (object) => object, merge: (_, written) => written }
}

/** For subresources that other components of a cluster implement: answers 501. */
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
