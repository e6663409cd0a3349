/**
 * The structural schemas of the built-in kinds, for an API server, server-side apply, strategic merge patch and tests. Group versions
 * are loaded lazily, and only the requested ones.
 * See decision 0023.
 */
import { formatApiVersion, type GroupVersion, type GroupVersionKind } from '@kubewright/core/object'
import { kubernetesErrors } from './errors.ts'
import { groupVersions, modules } from './generated/schemas/modules.ts'
import type { Definitions, Schema } from './schema.ts'

export type { Definitions, Schema, SchemaUnion } from './schema.ts'

/** A closed set of schemas: every reference resolves within it. */
export interface SchemaSet {
  /** All definitions by short name: `core/v1.PodSpec`. */
  readonly definitions: Definitions
  /** The schema of a kind; undefined if it is not built in or its group version was not loaded. */
  kind(gvk: GroupVersionKind): Schema | undefined
  /**
   * `schema` with its reference resolved: the definition, overridden by the siblings of the reference.
   *
   * Failure: `KW_KUBERNETES_DEFINITION` if the set has no such definition.
   */
  resolve(schema: Schema): Schema
}

/** Options of `loadSchemas`. */
export interface LoadSchemasOptions {
  /** Load only these group versions and their dependencies. @default every group version that is served */
  readonly only?: readonly GroupVersion[]
}

/**
 * Loads schemas. A group version is imported at most once per process.
 *
 * Failure: `KW_KUBERNETES_GROUP_VERSION` for a group version that is not built in.
 *
 * @example
 * ```ts
 * import { loadSchemas } from '@kubewright/kubernetes/schemas'
 *
 * const schemas = await loadSchemas({ only: [{ group: 'apps', version: 'v1' }] })
 * const deployment = schemas.kind({ group: 'apps', version: 'v1', kind: 'Deployment' })
 * deployment?.properties?.spec // => { $ref: 'apps/v1.DeploymentSpec', default: {} }
 * schemas.resolve({ $ref: 'core/v1.PodSpec' }).properties?.containers?.['x-kubernetes-patch-merge-key'] // => 'name'
 * ```
 */
export async function loadSchemas({ only }: LoadSchemasOptions = {}): Promise<SchemaSet> {
  const wanted = only?.flatMap(modulesFor) ?? Object.keys(modules)
  const loaded = await Promise.all([...new Set(wanted)].map((module) => modules[module]!()))
  return schemaSet(Object.assign({}, ...loaded.map(({ definitions }) => definitions)) as Definitions)
}

function modulesFor(groupVersion: GroupVersion): readonly string[] {
  const apiVersion = formatApiVersion(groupVersion)
  const known = own(groupVersions, apiVersion)
  if (known !== undefined) return known.needs
  throw kubernetesErrors('KW_KUBERNETES_GROUP_VERSION', {
    what: `load the schemas of ${apiVersion}`,
    why: 'it is not a built-in group version',
    next: `Use one of ${Object.keys(groupVersions).join(', ')}.`,
    details: { apiVersion },
  })
}

function schemaSet(definitions: Definitions): SchemaSet {
  return {
    definitions,
    kind(gvk) {
      const home = own(groupVersions, formatApiVersion(gvk))
      const schema = home && own(definitions, `${home.module}.${gvk.kind}`)
      return schema && isKind(schema) ? schema : undefined
    },
    resolve({ $ref, ...place }) {
      if ($ref === undefined) return place
      const definition = own(definitions, $ref)
      if (definition !== undefined) return { ...definition, ...place }
      throw kubernetesErrors('KW_KUBERNETES_DEFINITION', {
        what: `follow the reference ${$ref}`,
        why: 'no loaded group version has that definition',
        next: 'Load the group version the schema came from: its references are loaded with it.',
        details: { reference: $ref },
      })
    },
  }
}

/** Unlike other definitions of a group version, a kind has `apiVersion`, `kind` and `metadata`. */
function isKind({ properties = {} }: Schema): boolean {
  return ['apiVersion', 'kind', 'metadata'].every((key) => key in properties)
}

/** Keys are untrusted: `constructor` is not a group version. */
function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
