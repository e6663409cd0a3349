/** The ownership schemas of kinds. Those of built-in kinds are loaded with the first write. */
import { formatApiVersion } from '@kubewright/core/object'
import { loadSchemas, type Schema } from '@kubewright/kubernetes/schemas'
import { builtInCodec } from '../codec/built-in-codec.ts'
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { type OwnershipSchema, shapeOfSchema } from './schema-shape.ts'
import type { Shape } from '../kinds/shape.ts'

interface Loaded {
  readonly shape: Shape
  /** An empty object of the kind, as Go serializes it. */
  readonly empty: Draft
}

export class KindShapes {
  /** Built-in kinds, by `apps/v1 Deployment`. */
  readonly #loaded = new Map<string, Loaded>()
  readonly #loading = new Map<string, Promise<void>>()

  /** Awaited before the first `of` of a kind; `undefined` if there is nothing to wait for. */
  load(kind: ServedKind): Promise<void> | undefined {
    const name = nameOf(kind)
    if (kind.shape !== undefined || this.#loaded.has(name)) return undefined
    let loading = this.#loading.get(name)
    if (loading === undefined) this.#loading.set(name, (loading = this.#loadBuiltIn(kind, name)))
    return loading
  }

  of(kind: ServedKind): Shape {
    const shape = kind.shape ?? this.#loaded.get(nameOf(kind))?.shape
    if (shape === undefined) throw new Error(`The shape of ${nameOf(kind)} was not loaded before its first write.`)
    return shape
  }

  /** The empty object that a new one is compared with. */
  emptyOf(kind: ServedKind): Draft {
    return this.#loaded.get(nameOf(kind))?.empty ?? bareOf(kind)
  }

  async #loadBuiltIn(gvk: ServedKind, name: string): Promise<void> {
    const schemas = await loadSchemas({ only: [gvk] })
    const schema = schemas.kind(gvk)
    if (schema === undefined) throw new Error(`The schemas of ${formatApiVersion(gvk)} have no ${gvk.kind}.`)
    const shape = shapeOfSchema(schema, (one) => special(one) ?? schemas.resolve(one as Schema))
    this.#loaded.set(name, { shape, empty: await builtInCodec(gvk).settle(bareOf(gvk)) })
  }
}

/** Raw extensions are owned as a whole, whatever they contain; int-or-string values have no schema. */
function special({ $ref = '' }: OwnershipSchema): OwnershipSchema | undefined {
  if ($ref.endsWith('.RawExtension')) return { type: 'object' }
  return $ref.endsWith('.IntOrString') ? {} : undefined
}

function nameOf(kind: ServedKind): string {
  return `${apiVersionOf(kind)} ${kind.kind}`
}

function bareOf(kind: ServedKind): Draft {
  return { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: {} }
}
