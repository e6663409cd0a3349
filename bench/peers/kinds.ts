/** The definitions of the benchmark's kinds, as the server gets them. */
const group = 'bench.kubewright.dev'

const integer = { type: 'integer', format: 'int64' }
const text = { type: 'string' }

const status = {
  type: 'object',
  properties: {
    observedGeneration: integer,
    url: text,
    revision: integer,
    conditions: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  },
  // kopf keeps its progress there.
  'x-kubernetes-preserve-unknown-fields': true,
}

const websiteSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['image', 'replicas'],
      properties: { image: text, replicas: integer, domain: text, padding: text, revision: integer },
    },
    status,
  },
}

const anySchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

export const benchPlurals = Array.from({ length: 19 }, (_, at) => `bench${String(at + 1).padStart(2, '0')}s`)

function definitionOf(kind: string, schema: object) {
  const singular = kind.toLowerCase()
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural: `${singular}s`, singular, listKind: `${kind}List` },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { status: {} } },
      ],
    },
  }
}

export const definitions = [
  definitionOf('Website', websiteSchema),
  ...benchPlurals.map((plural) => definitionOf(`B${plural.slice(1, -1)}`, anySchema)),
]
