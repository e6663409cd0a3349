/** The definitions of the custom resources in `subjects`. */

const text = { type: 'string' }
const integer = { type: 'integer' }
const texts = { type: 'object', additionalProperties: text }
const pair = { type: 'object', properties: { x: integer, y: text } }

const keyed = (key: string, properties: object) => ({
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': [key],
  items: { type: 'object', required: [key], properties: { [key]: text, ...properties } },
})

const spec = {
  type: 'object',
  properties: {
    n: { type: 'integer', maximum: 10, default: 1 },
    map: texts,
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    items: keyed('name', { value: text, more: { type: 'object', properties: { x: integer } } }),
    nested: { type: 'object', properties: { a: text, inner: pair } },
    maybe: { type: 'string', nullable: true },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    whole: { ...pair, 'x-kubernetes-map-type': 'atomic' },
    list: { type: 'array', items: integer },
    filled: { type: 'object', default: {}, properties: { x: { type: 'integer', default: 7 }, y: text } },
  },
}

const status = {
  type: 'object',
  properties: { phase: text, replicas: integer, detail: pair, conditions: keyed('type', { status: text }) },
}

const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status } } }

/** With the subresources status and scale. */
export const widgetVersion = {
  name: 'v1',
  served: true,
  storage: true,
  schema,
  subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.replicas' } },
}

/** The same fields without subresources: status is an ordinary field. */
export const gadgetVersion = { name: 'v1', served: true, storage: true, schema }
