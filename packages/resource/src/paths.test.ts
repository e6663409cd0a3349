import { describe, expect, it } from 'vitest'
import { type PathProblem, toColumns, toScale, toSelectableFields } from './paths.ts'
import type { StructuralSchema } from './schema/structural-schema.ts'

const schema: StructuralSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        ratio: { type: 'number' },
        on: { type: 'boolean' },
        image: { type: 'string' },
        until: { type: 'string', format: 'date-time' },
        ports: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        anything: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        selector: { type: 'string' },
        since: { type: 'string', format: 'date-time' },
        conditions: {
          type: 'array',
          items: { type: 'object', properties: { type: { type: 'string' }, status: { type: 'string' } } },
        },
      },
    },
  },
}

function columns(given: Parameters<typeof toColumns>[0]) {
  const problems: PathProblem[] = []
  return { columns: toColumns(given, schema, problems), problems: problems.map(({ name, why }) => `${name} ${why}`) }
}

describe('printer columns', () => {
  it.each([
    ['.spec.replicas', 'integer'],
    ['.spec.ratio', 'number'],
    ['.spec.on', 'boolean'],
    ['.spec.image', 'string'],
    ['.spec.ports', 'string'],
    ['.spec.ports[0].name', 'string'],
    ['.spec.anything.you[*].like', 'string'],
    ['.status.since', 'date'],
    ['.spec.until', 'string'],
    ['.status.conditions[?(@.type=="Ready")].status', 'string'],
    ['.metadata.creationTimestamp', 'date'],
    ['.metadata.generation', 'integer'],
    ['.metadata.labels.app\\.kubernetes\\.io/name', 'string'],
    [".metadata.annotations['a.b/c']", 'string'],
  ])('get their type from the schema: %s is %s', (path, type) => {
    expect(columns({ X: path })).toMatchObject({
      columns: [{ name: 'X', type, jsonPath: path }, { name: 'Age' }],
      problems: [],
    })
  })

  it('may override type, description, priority and format', () => {
    const column = { path: '.spec.image', type: 'date', description: 'd', priority: 1, format: 'password' } as const
    expect(columns({ X: column, Age: '.status.since' }).columns).toEqual([
      { name: 'X', type: 'date', description: 'd', priority: 1, format: 'password', jsonPath: '.spec.image' },
      { name: 'Age', type: 'date', jsonPath: '.status.since' },
    ])
  })

  it('are empty if declared empty, so that kubectl shows its own', () => {
    expect(columns({}).columns).toEqual([])
  })

  it.each([
    ['spec.image', 'columns.X is not a JSONPath; write it like .spec.replicas'],
    ['.spec..image', 'columns.X is not a JSONPath; write it like .spec.replicas'],
    ['.spec.imge', 'columns.X leads to imge, which .spec does not have; did you mean image?'],
    [
      '.spec.zzzzzz',
      'columns.X leads to zzzzzz, which .spec does not have; it has replicas, ratio, on, image, until, ports, anything',
    ],
    ['.spec.image[0]', 'columns.X asks for items with [0], but .spec.image is not a list'],
    ['.spec.image.x', 'columns.X leads to x, which .spec.image does not have'],
  ])('are refused if the path does not exist: %s', (path, problem) => {
    expect(columns({ X: path }).problems).toEqual([problem])
  })
})

describe('the scale subresource', () => {
  it('is written as JSONPaths', () => {
    const problems: PathProblem[] = []
    const scale = { spec: '.spec.replicas', status: '.status.replicas', selector: '.status.selector' }
    expect(toScale(scale, schema, problems)).toEqual({
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    })
    expect(problems).toEqual([])
  })

  it('is refused unless its paths lead to numbers below spec and status, and to a string', () => {
    const problems: PathProblem[] = []
    toScale({ spec: '.status.replicas', status: '.status.nope', selector: '.spec.replicas' }, schema, problems)
    expect(problems.map(({ name, why }) => `${name} ${why}`)).toEqual([
      'scale.spec should be a path under .spec',
      'scale.status does not refer to a valid field',
      'scale.selector leads to a field of type integer, but must lead to one of type string',
    ])
  })
})

describe('selectable fields', () => {
  it.each([
    [['.spec.image', '.spec.on'], []],
    [['.spec.image', '.spec.image'], ['selectableFields[1] comes twice']],
    [['.metadata.name'], ['selectableFields[0] must not point to fields in metadata']],
    [['.spec.ratio'], ['selectableFields[0] must point to a field of type string, boolean or integer']],
    [['.spec.nope'], ['selectableFields[0] does not refer to a valid field']],
  ])('%j', (paths, complaints) => {
    const problems: PathProblem[] = []
    expect(toSelectableFields(paths, schema, problems)).toEqual(paths.map((jsonPath) => ({ jsonPath })))
    expect(problems.map(({ name, why }) => `${name} ${why}`)).toEqual(complaints)
  })

  it('are limited to eight', () => {
    const problems: PathProblem[] = []
    toSelectableFields(
      Array.from({ length: 9 }, () => '.spec.image'),
      schema,
      problems,
    )
    expect(problems.at(-1)).toEqual({ name: 'selectableFields', path: '', why: 'has 9 entries; Kubernetes allows 8' })
  })
})
