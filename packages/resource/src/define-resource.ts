/**
 * One definition of a custom resource, from which its types, its CustomResourceDefinition and its validation are derived.
 *
 * Defining has no side effects: nothing is registered, nothing is written. It also validates: anything that an API server would
 * reject, or could not enforce, throws here and names the field.
 */
import { formatRef } from '@kubewright/core'
import type { JsonValue } from '@kubewright/core/json'
import { checkObject } from './check-object.ts'
import { convertObject, findVersion, versionNames } from './convert-object.ts'
import { toCrd } from './crd.ts'
import type { ConvertedObject, CrdOptions, CustomResource, ParseResult } from './custom-resource.ts'
import type { CustomResourceDefinition } from './custom-resource-definition.ts'
import type { Definition, NoStatus, ObjectSchema, OlderSchemas } from './definition.ts'
import { resourceErrors } from './errors.ts'
import { type AnyDefinition, type KindModel, toKindModel, type VersionModel } from './kind-model.ts'
import { toJson, toYaml } from './manifest-text.ts'
import type { Scale } from './paths.ts'
import { formatProblem, type Problem } from './schema/problem.ts'

/**
 * Declares a custom resource.
 *
 * Failure: throws `KW_RESOURCE_DEFINITION`, `KW_RESOURCE_NAME`, `KW_RESOURCE_SCHEMA` or `KW_RESOURCE_PATH`, each with all problems.
 *
 * @example
 * ```ts
 * import { z } from 'zod'
 * const Website = defineResource({
 *   group: 'web.example.dev',
 *   version: 'v1alpha1',
 *   kind: 'Website',
 *   scope: 'Namespaced',
 *   spec: z.object({ image: z.string(), replicas: z.int().min(0).max(50).default(1) }),
 * })
 * Website.plural // => 'websites'
 * Website.parse({ metadata: { name: 'blog' }, spec: { image: 'nginx:1' } }).spec // => { image: 'nginx:1', replicas: 1 }
 * ```
 */
export function defineResource<
  const Kind extends string,
  Spec extends ObjectSchema,
  Status extends ObjectSchema = NoStatus,
  const ConditionType extends string = never,
  Older extends OlderSchemas = Record<never, never>,
  Scaled extends Scale = never,
>(
  definition: Definition<Kind, Spec, Status, ConditionType, Older, Scaled>,
): CustomResource<Kind, Spec, Status, ConditionType, Older, Scaled> {
  const model = toKindModel(definition as unknown as AnyDefinition)
  return new DefinedResource(model, model.storage) as unknown as CustomResource<
    Kind,
    Spec,
    Status,
    ConditionType,
    Older,
    Scaled
  >
}

/** The handle without its compile-time types. */
class DefinedResource {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly scope: KindModel['scope']
  readonly subresources: readonly string[]
  readonly conditionTypes: readonly string[]
  readonly versions: readonly string[]
  readonly storageVersion: string
  readonly schema: VersionModel['schema']
  readonly #model: KindModel
  readonly #version: VersionModel

  constructor(model: KindModel, version: VersionModel) {
    this.group = model.group
    this.version = version.name
    this.kind = model.kind
    this.plural = model.names.plural
    this.singular = model.names.singular
    this.shortNames = model.names.shortNames
    this.categories = model.names.categories
    this.scope = model.scope
    this.subresources = Object.keys(version.crd.subresources ?? {})
    this.conditionTypes = model.conditions
    this.versions = versionNames(model)
    this.storageVersion = model.storage.name
    this.schema = version.schema
    this.#model = model
    this.#version = version
  }

  crd(options?: CrdOptions): CustomResourceDefinition {
    return toCrd(this.#model, options)
  }

  crdYaml(options?: CrdOptions): string {
    return toYaml(this.crd(options) as unknown as JsonValue)
  }

  crdJson(options?: CrdOptions): string {
    return toJson(this.crd(options) as unknown as JsonValue)
  }

  validate(object: unknown): readonly Problem[] {
    return checkObject(this.#model, this.#version, object).problems
  }

  safeParse(given: unknown): ParseResult<object> {
    const { object, problems, unknownFields } = checkObject(this.#model, this.#version, given)
    return { object: problems.length === 0 ? object : undefined, problems, unknownFields }
  }

  parse(given: unknown): object {
    const { object, problems } = this.safeParse(given)
    if (object === undefined) throw invalidObject(this.#model, given, problems)
    return object
  }

  at(version: string): DefinedResource {
    const found = findVersion(this.#model, version)
    if (found !== undefined) return found === this.#version ? this : new DefinedResource(this.#model, found)
    throw resourceErrors('KW_RESOURCE_VERSION', {
      what: `find version ${version} of ${this.kind}.${this.group}`,
      why: `it has ${this.versions.join(', ')}`,
      next: 'Use one of these, or add the version to the definition.',
      details: { version, versions: this.versions },
    })
  }

  convert(object: unknown, version: string): ConvertedObject {
    return convertObject(this.#model, object, version) as unknown as ConvertedObject
  }
}

function invalidObject({ kind, group }: KindModel, given: unknown, problems: readonly Problem[]): Error {
  return resourceErrors('KW_RESOURCE_INVALID', {
    what: `use ${kind}.${group} ${nameOf(given)}`,
    why: problems.map(formatProblem).join('; '),
    next: 'Set each listed field to a value that the schema of the resource allows.',
    details: { problems },
  })
}

function nameOf(given: unknown): string {
  const metadata = (given as { metadata?: { name?: unknown; namespace?: unknown } } | null | undefined)?.metadata
  if (typeof metadata?.name !== 'string') return '(without a name)'
  const namespace = typeof metadata.namespace === 'string' ? { namespace: metadata.namespace } : {}
  return formatRef({ name: metadata.name, ...namespace })
}
