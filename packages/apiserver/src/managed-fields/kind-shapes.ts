/** How the fields of each kind are owned. Built-in kinds bring tables that are loaded with their first write. */
import { formatApiVersion } from '@kubewright/core'
import { loadSchemas, type Schema } from '@kubewright/kubernetes/schemas'
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
import { shapeOfSchema } from './schema-shape.ts'
import type { Shape } from './shape.ts'

export class KindShapes {
  /** Of built-in kinds, by `apps/v1 Deployment`. */
  readonly #loaded = new Map<string, Shape>()
  readonly #loading = new Map<string, Promise<void>>()

  /** To be awaited before the first `of` of a kind; `undefined` when there is nothing to wait for. */
  load(kind: ServedKind): Promise<void> | undefined {
    const name = nameOf(kind)
    if (kind.shape !== undefined || this.#loaded.has(name)) return undefined
    let loading = this.#loading.get(name)
    if (loading === undefined) this.#loading.set(name, (loading = this.#loadBuiltIn(kind, name)))
    return loading
  }

  of(kind: ServedKind): Shape {
    const shape = kind.shape ?? this.#loaded.get(nameOf(kind))
    if (shape === undefined) throw new Error(`The shape of ${nameOf(kind)} was not loaded before its first write.`)
    return shape
  }

  async #loadBuiltIn(gvk: ServedKind, name: string): Promise<void> {
    const schemas = await loadSchemas({ only: [gvk] })
    const schema = schemas.kind(gvk)
    if (schema === undefined) throw new Error(`The schemas of ${formatApiVersion(gvk)} have no ${gvk.kind}.`)
    this.#loaded.set(
      name,
      shapeOfSchema(schema, (one) => schemas.resolve(one as Schema)),
    )
  }
}

function nameOf(kind: ServedKind): string {
  return `${apiVersionOf(kind)} ${kind.kind}`
}
