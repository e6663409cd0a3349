/** Checks whether the real server accepts definitions and objects of custom resources. */
import type { Condition, KubeObject } from '@kubewright/core'
import type { JsonObject } from '@kubewright/core/json'
import { expectStatus, type RawApi } from './real-server.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** The part of a CustomResourceDefinition that is needed to find its objects. */
export interface Definition {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly group: string
    readonly scope: string
    readonly names: { readonly kind: string; readonly plural: string }
    readonly versions: readonly DefinitionVersion[]
  }
}

interface DefinitionVersion {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly schema?: object
}

/** The server's response to a create. */
export type Answer =
  | { readonly accepted: true; readonly object: JsonObject; readonly warnings: readonly string[] }
  | { readonly accepted: false; readonly message: string; readonly causes: readonly Cause[] }

export interface Cause {
  readonly field?: string
  readonly reason?: string
  readonly message?: string
}

/** A dry run. */
export function tryDefinition(api: RawApi, definition: Definition): Promise<Answer> {
  return tryCreate(api, definitions, definition)
}

/** A dry run: everything but the storage of a create. */
export async function tryCreate(api: RawApi, collection: string, object: object): Promise<Answer> {
  const { status, headers, body } = await api.request(`${collection}?dryRun=All`, { method: 'POST', body: object })
  if (status === 201) return { accepted: true, object: body as JsonObject, warnings: readWarnings(headers['warning']) }
  const { message, details } = body as { message: string; details?: { causes?: readonly Cause[] } }
  if (status === 400 || status === 422) return { accepted: false, message, causes: details?.causes ?? [] }
  throw new Error(`Cannot ask the server: it answered ${status}: ${message}`)
}

/** The texts of a `Warning` header: `299 - "unknown field \"spec.x\""`, and so on. */
function readWarnings(header: string | undefined): readonly string[] {
  const quoted = (header ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)
  return [...quoted].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'))
}

/** Creates the definition and waits until its objects can be created. */
export async function establish(api: RawApi, definition: Definition): Promise<void> {
  await expectStatus(api.request(definitions, { method: 'POST', body: definition }), 201)
  const query = `watch=true&fieldSelector=metadata.name%3D${definition.metadata.name}`
  for await (const event of api.lines(`${definitions}?${query}`)) {
    if (isEstablished(event)) return
  }
  throw new Error(`${definition.metadata.name} was not established before the watch ended.`)
}

interface DefinitionEvent {
  readonly object: KubeObject & { readonly status?: { readonly conditions?: readonly Condition[] | null } }
}

/** Right after its creation a definition has `conditions: null`. */
function isEstablished(event: unknown): boolean {
  const conditions = (event as DefinitionEvent).object.status?.conditions ?? []
  return conditions.some(({ type, status }) => type === 'Established' && status === 'True')
}

/** The path of the definition's objects in one version. */
export function collectionOf({ spec }: Definition, version = spec.versions[0]?.name, namespace = 'default'): string {
  const place = spec.scope === 'Cluster' ? '' : `/namespaces/${namespace}`
  return `/apis/${spec.group}/${version}${place}/${spec.names.plural}`
}

/** A definition without a schema for its objects, for tests that are not about schemas. */
export function anythingDefinition(group: string, names: Readonly<Record<string, string>> = {}): Definition {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const version = { name: 'v1', served: true, storage: true, schema }
  return {
    metadata: { name: `anythings.${group}` },
    spec: {
      group,
      scope: 'Cluster',
      names: { kind: 'Anything', plural: 'anythings', ...names },
      versions: [version],
    },
  }
}
