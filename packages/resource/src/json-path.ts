/** The JSONPath of printer columns: `.status.url`, `.status.conditions[?(@.type=="Ready")].status`. */
import { nearestName } from '@kubewright/core/input'
import { schemaOfField, type StructuralSchema } from './schema/structural-schema.ts'

export type JsonPathStep =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'item'; readonly text: string }

export type Resolved = { readonly schema: StructuralSchema } | { readonly problem: string }

const stepForms = {
  name: /\.((?:\\.|[^.[\]\\])+)/y,
  quoted: /\[(?:'([^']*)'|"([^"]*)")\]/y,
  item: /\[(?:\*|-?\d*(?::-?\d*)?|\?\(.*?\))\]/y,
}

/** The steps of a path, or `undefined` if it is invalid. */
export function parseJsonPath(path: string): readonly JsonPathStep[] | undefined {
  const steps: JsonPathStep[] = []
  let at = 0
  const take = (form: RegExp) => {
    form.lastIndex = at
    const match = form.exec(path)
    if (match !== null) at = form.lastIndex
    return match
  }
  while (at < path.length) {
    const name = take(stepForms.name) ?? take(stepForms.quoted)
    if (name !== null) steps.push({ kind: 'field', name: (name[1] ?? name[2] ?? '').replace(/\\(.)/g, '$1') })
    else {
      const item = take(stepForms.item)
      if (item === null) return undefined
      steps.push({ kind: 'item', text: item[0] })
    }
  }
  return path.startsWith('.') && steps.length > 0 ? steps : undefined
}

/** The schema of the field at a path. */
export function resolveJsonPath(path: string, root: StructuralSchema): Resolved {
  const steps = parseJsonPath(path)
  if (steps === undefined) return { problem: 'is not a JSONPath; write it like .spec.replicas' }
  let schema = root
  let walked = ''
  for (const step of steps) {
    const below = stepInto(schema, step)
    if (below === undefined) return { problem: missing(step, schema, walked) }
    walked += step.kind === 'field' ? `.${step.name}` : step.text
    schema = below
  }
  return { schema }
}

function stepInto(schema: StructuralSchema, step: JsonPathStep): StructuralSchema | undefined {
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true
  if (step.kind === 'item') return schema.items ?? (isOpen ? open : undefined)
  return schemaOfField(schema, step.name) ?? (isOpen || schema.additionalProperties === true ? open : undefined)
}

/** A value without a schema may contain anything. */
const open: StructuralSchema = { 'x-kubernetes-preserve-unknown-fields': true }

function missing(step: JsonPathStep, schema: StructuralSchema, walked: string): string {
  const where = walked === '' ? 'the object' : walked
  if (step.kind === 'item') return `asks for items with ${step.text}, but ${where} is not a list`
  const known = Object.keys(schema.properties ?? {})
  const near = nearestName(step.name, known)
  const hint = near !== undefined ? `; did you mean ${near}?` : known.length > 0 ? `; it has ${known.join(', ')}` : ''
  return `leads to ${step.name}, which ${where} does not have${hint}`
}

/** The metadata that the schema of an object does not describe. For paths only. */
export const metadataSchema: StructuralSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    generateName: { type: 'string' },
    namespace: { type: 'string' },
    uid: { type: 'string' },
    resourceVersion: { type: 'string' },
    generation: { type: 'integer' },
    creationTimestamp: { type: 'string', format: 'date-time' },
    deletionTimestamp: { type: 'string', format: 'date-time' },
    deletionGracePeriodSeconds: { type: 'integer' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    annotations: { type: 'object', additionalProperties: { type: 'string' } },
    finalizers: { type: 'array', items: { type: 'string' } },
    ownerReferences: { type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } },
  },
}

/** The object's `schema`, metadata included. */
export function withMetadata(schema: StructuralSchema): StructuralSchema {
  return { ...schema, properties: { ...schema.properties, metadata: metadataSchema } }
}
