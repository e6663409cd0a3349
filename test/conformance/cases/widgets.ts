/** A custom resource for the cases of a suite: created in its setup, in the suite's own group. */
import type { RequestStep } from '../../../tools/conformance/case.ts'
import { post, quietly, until } from '../../../tools/conformance/steps.ts'

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

export interface DefinitionOptions {
  readonly plural?: string
  readonly kind?: string
  readonly scope?: 'Namespaced' | 'Cluster'
  readonly versions: readonly object[]
  /** Merged into the spec. */
  readonly spec?: object
  /** The owner of the group: the suite, or one case. @default 'suite' */
  readonly of?: 'suite' | 'id'
}

export function definition({
  plural = 'widgets',
  kind = 'Widget',
  scope = 'Namespaced',
  ...rest
}: DefinitionOptions): object {
  const group = `{${rest.of ?? 'suite'}}.example.dev`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope, names: { plural, kind }, versions: rest.versions, ...rest.spec },
  }
}

/** One stored and served version of objects with these properties. */
export function version(properties: object, rest: object = {}): object {
  return {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties } },
    ...rest,
  }
}

/** Creates the definition and waits until its objects can be listed. */
export function establish(options: DefinitionOptions, served = 'v1'): RequestStep[] {
  const group = `{${options.of ?? 'suite'}}.example.dev`
  const { plural = 'widgets' } = options
  return [
    quietly(post(definitions, definition(options))),
    until(`${definitions}/${plural}.${group}`, { contains: '"type":"Established","status":"True"' }),
    until(`/apis/${group}/${served}/${plural}?limit=1`, { status: 200 }),
    // Until the server has published the schema, it applies custom resources without their types.
    until(`/openapi/v3/apis/${group}/${served}`, { status: 200, contains: plural }),
  ]
}

/** An object of the suite's kind. */
export function widget(metadata: object, rest: object = {}): object {
  return { apiVersion: '{suite}.example.dev/v1', kind: 'Widget', metadata, ...rest }
}

export const widgets = '/apis/{suite}.example.dev/v1/namespaces/{ns}/widgets'
