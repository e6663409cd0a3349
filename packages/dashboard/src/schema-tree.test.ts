import { expect, it } from 'vitest'
import { schemaOf } from './schema-tree.ts'

const gvk = [{ group: 'web.dev', version: 'v1', kind: 'Website' }]
const document = {
  components: {
    schemas: {
      'dev.web.v1.Website': {
        type: 'object',
        description: 'A website.',
        'x-kubernetes-group-version-kind': gvk,
        properties: {
          spec: {
            allOf: [{ $ref: '#/components/schemas/dev.web.v1.Spec' }],
            description: 'What is wanted.',
            default: {},
          },
          tree: { $ref: '#/components/schemas/dev.web.v1.Tree' },
        },
      },
      'dev.web.v1.Spec': {
        type: 'object',
        required: ['image'],
        properties: {
          image: { type: 'string', pattern: '^x' },
          replicas: { type: 'integer', minimum: 0, maximum: 5, default: 1 },
          color: { type: 'string', enum: ['red', 'blue'] },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      'dev.web.v1.Tree': { type: 'object', properties: { child: { $ref: '#/components/schemas/dev.web.v1.Tree' } } },
    },
  },
}
const kind = { group: 'web.dev', version: 'v1', kind: 'Website' }

it('a schema is read with references resolved, and constraints for forms', () => {
  const { properties } = schemaOf(document, kind)!
  const spec = properties!.find(([name]) => name === 'spec')![1]
  expect(spec).toMatchObject({
    description: 'What is wanted.',
    required: ['image'],
    properties: [
      ['image', { type: 'string', pattern: '^x' }],
      ['replicas', { minimum: 0, maximum: 5, default: 1 }],
      ['color', { choices: ['red', 'blue'] }],
      ['labels', { values: { type: 'string' } }],
    ],
  })
})

it('a recursive schema ends at the recursion', () => {
  const tree = schemaOf(document, kind)!.properties!.find(([name]) => name === 'tree')![1]
  expect(tree.properties![0]![1]).toEqual({ type: 'object' })
})

it.each([[{}], [{ components: { schemas: { a: null, b: 3 } } }]])(
  'the schema is unknown for the document %j',
  (given) => {
    expect(schemaOf(given, kind)).toBeUndefined()
  },
)
