/** Definitions with one error each, and a few valid ones. */

type Schema = Record<string, unknown> & { properties: Record<string, Record<string, unknown>> }

interface Body {
  metadata: Record<string, unknown>
  spec: Record<string, unknown> & { names: object; versions: Record<string, unknown>[] }
  status?: object
}

export const caseGroup = 'cases.example.com'

export interface DefinitionCase {
  readonly name: string
  readonly body: object
}

/** A minimal valid definition, which each case modifies. */
function plain(): Body {
  const specFields = {
    n: { type: 'integer' },
    s: { type: 'string' },
    l: { type: 'array', items: { type: 'string' } },
    m: { type: 'object', additionalProperties: { type: 'string' } },
    o: { type: 'object', properties: { q: { type: 'string' } } },
  }
  const properties = {
    spec: { type: 'object', properties: specFields },
    status: { type: 'object', properties: { r: { type: 'integer' } } },
  }
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object', properties } },
  }
  return {
    metadata: { name: `foos.${caseGroup}` },
    spec: { group: caseGroup, scope: 'Namespaced', names: { plural: 'foos', kind: 'Foo' }, versions: [version] },
  }
}

type Change = (body: Body) => void

const metadata =
  (fields: object, spec: object = {}): Change =>
  (body) => {
    Object.assign(body.metadata, fields)
    Object.assign(body.spec, spec)
  }
const spec =
  (fields: object): Change =>
  (body) =>
    void Object.assign(body.spec, fields)
const version =
  (fields: object): Change =>
  ({ spec: { versions } }) =>
    void Object.assign(versions[0]!, fields)
const schemaOf = ({ spec: { versions } }: Body) =>
  (versions[0]!['schema'] as { openAPIV3Schema: Schema }).openAPIV3Schema
const root =
  (fields: object): Change =>
  (body) =>
    void Object.assign(schemaOf(body), fields)
/** Adds a property beside `spec`. */
const field =
  (schema: object, name = 'a'): Change =>
  (body) =>
    void (schemaOf(body).properties[name] = schema as Record<string, unknown>)
/** Sets fields of the schema of `spec`. */
const below =
  (fields: object): Change =>
  (body) =>
    void Object.assign(schemaOf(body).properties['spec']!, fields)
const specField =
  (name: string, fields: object): Change =>
  (body) => {
    const properties = schemaOf(body).properties['spec']!['properties'] as Record<string, object>
    properties[name] = { ...properties[name], ...fields }
  }
/** Adds a second version like the first. */
const second =
  (fields: object, change: Change = () => undefined): Change =>
  (body) => {
    body.spec.versions.push({ ...structuredClone(body.spec.versions[0]!), name: 'v2', storage: false, ...fields })
    change(body)
  }
const protectedGroup = (group: string, annotation?: string) =>
  metadata(
    {
      name: `foos.${group}`,
      ...(annotation === undefined ? {} : { annotations: { 'api-approved.kubernetes.io': annotation } }),
    },
    { group },
  )
const webhook = (clientConfig: object, conversionReviewVersions = ['v1']) =>
  spec({ conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } } })
const rules = (...all: object[]) => below({ 'x-kubernetes-validations': all })
const scale = (specReplicasPath: string, statusReplicasPath: string, labelSelectorPath?: string) =>
  version({ subresources: { scale: { specReplicasPath, statusReplicasPath, labelSelectorPath } } })

const cases: Readonly<Record<string, Change>> = {
  'nothing wrong': () => undefined,
  'another name': metadata({ name: `foo.${caseGroup}` }),
  'no name': metadata({ name: undefined }),
  'a bad name': metadata({ name: 'FOO' }),
  'no group': spec({ group: undefined }),
  'a bad group': metadata({ name: 'foos.Bad_Group' }, { group: 'Bad_Group' }),
  'a group without a dot': metadata({ name: 'foos.example' }, { group: 'example' }),
  'no scope': spec({ scope: undefined }),
  'a bad scope': spec({ scope: 'Nope' }),
  'no names': spec({ names: undefined }),
  'empty names': spec({ names: { plural: '', kind: '' } }),
  'bad names': spec({
    names: {
      plural: 'Foos',
      kind: '9Foo',
      singular: 'F_o',
      listKind: 'L!st',
      shortNames: ['ok', 'B-'],
      categories: ['all', 'X'],
    },
  }),
  'a list that is an item': spec({ names: { plural: 'foos', kind: 'Foo', listKind: 'Foo' } }),
  'no versions': spec({ versions: undefined }),
  'nothing stored': version({ storage: false }),
  'everything stored': second(
    { storage: true, deprecated: true, deprecationWarning: 'old' },
    field({ type: 'string' }),
  ),
  'a version twice': second({ name: 'v1' }),
  'a bad version': version({ name: 'V_1' }),
  'a bad second version': second({ name: '2v' }),
  'no schema': version({ schema: undefined }),
  'no second schema': second({ schema: undefined }),
  'an empty schema': version({ schema: {} }),
  'a warning for nothing': version({ deprecationWarning: 'x' }),
  'an empty warning': version({ deprecated: true, deprecationWarning: '' }),
  'a long and odd warning': version({ deprecated: true, deprecationWarning: `é\u0007${'y'.repeat(300)}` }),
  'unknown fields for all': spec({ preserveUnknownFields: true }),
  columns: version({
    additionalPrinterColumns: [
      {},
      { name: 'a', type: 'x', format: 'y', jsonPath: 'z' },
      { name: 'b', type: 'string', jsonPath: '.' },
    ],
  }),
  'no scale paths': scale('', ''),
  'bad scale paths': scale('x', '.spec.x', '.foo'),
  'other scale paths': scale('.specx', 'y', 'q'),
  'selectable fields': version({
    selectableFields: ['', 'spec', '.spec.zz', '.spec.o', '.spec.n', '.spec.n', '.metadata.name', '.spec.l[0]'].map(
      (jsonPath) => ({ jsonPath }),
    ),
  }),
  'too many selectable fields': (body) => {
    for (let at = 0; at < 9; at++) specField(`f${at}`, { type: 'string' })(body)
    version({ selectableFields: Array.from({ length: 9 }, (_, at) => ({ jsonPath: `.spec.f${at}` })) })(body)
  },
  'an unknown conversion': spec({ conversion: { strategy: 'Nope' } }),
  'an empty conversion': spec({ conversion: {} }),
  'a conversion by nobody': spec({ conversion: { strategy: 'Webhook' } }),
  'a webhook nowhere': webhook({}, ['v1', 'v1', 'X', 'v3']),
  'a bad address': webhook({ url: 'http://u:p@/x?q#f' }, ['v9']),
  'a bad service': webhook({ service: { name: '', namespace: 'x', path: 'a', port: 70_000 } }),
  'two addresses': webhook({ url: 'https://x', service: { name: 'a', namespace: '', path: '/a//b' } }, ['v1beta1']),
  'a webhook for nothing': spec({
    conversion: { strategy: 'None', webhook: { clientConfig: { url: 'https://x' }, conversionReviewVersions: ['v1'] } },
  }),
  'a bad authority': webhook({ url: 'https://x', caBundle: 'Zm9v' }),
  'a service': webhook({ service: { name: 's', namespace: 'n' } }),
  'a protected group': protectedGroup('x.k8s.io'),
  'a bad approval': protectedGroup('x.k8s.io', 'nope'),
  'no approval needed': protectedGroup('kubernetes.io', 'unapproved, test'),
  'an approval': protectedGroup('x.kubernetes.io', 'https://x.y/z'),
  'more than a status allows': (body) => {
    version({ subresources: { status: {} } })(body)
    root({ anyOf: [{ required: ['spec'] }] })(body)
  },
  'a root that may be null': root({ nullable: true }),
  'no types': (body) => {
    root({ type: undefined })(body)
    below({ type: undefined })(body)
  },
  'no items': field({ type: 'array' }),
  'many items': field({ type: 'array', items: [{ type: 'string' }] }),
  'values at the root': root({ additionalProperties: true }),
  'values and fields': below({ additionalProperties: { type: 'string' } }),
  'a reference': field({ $ref: '#/x' }),
  'foreign keywords': field({
    type: 'object',
    definitions: { x: { type: 'string' } },
    dependencies: { y: ['z'] },
    id: 'q',
    patternProperties: { q: { type: 'string' } },
    additionalItems: true,
    uniqueItems: true,
  }),
  'a type of nothing': field({ type: 'null' }),
  'a bad type': field({ type: 'file' }),
  'labels in metadata': field({ type: 'object', properties: { labels: { type: 'object' } } }, 'metadata'),
  'a default in metadata': field(
    { type: 'object', properties: { name: { type: 'string', default: 'x' } } },
    'metadata',
  ),
  'a number of a kind': field({ type: 'integer' }, 'kind'),
  'shapes in a branch': below({
    anyOf: [
      {
        type: 'object',
        description: 'd',
        default: {},
        nullable: true,
        properties: { zz: { minimum: 1 }, metadata: {} },
        'x-kubernetes-int-or-string': true,
        additionalProperties: { type: 'string' },
      },
    ],
  }),
  'either and all': field({
    'x-kubernetes-int-or-string': true,
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-embedded-resource': true,
  }),
  'an empty object inside': field({ type: 'object', 'x-kubernetes-embedded-resource': true }),
  'a text inside': field({ type: 'string', 'x-kubernetes-embedded-resource': true, additionalProperties: true }),
  'unknown fields lost': field({ type: 'object', 'x-kubernetes-preserve-unknown-fields': false }),
  'a map without keys': field({ type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'string' } }),
  'bad keys': field({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['x', 'y', 'y', 'z'],
    items: {
      type: 'object',
      nullable: true,
      properties: { x: { type: 'object' }, y: { type: 'string', nullable: true } },
    },
  }),
  'a set of objects': field({
    type: 'array',
    'x-kubernetes-list-type': 'set',
    items: { type: 'object', nullable: true },
  }),
  'lists that are none': field({
    type: 'string',
    'x-kubernetes-list-type': 'nope',
    'x-kubernetes-map-type': 'nope',
    'x-kubernetes-list-map-keys': ['a'],
  }),
  'bad defaults': (body) => {
    specField('n', { default: 'x' })(body)
    below({ default: { zz: 1, n: 'q' } })(body)
  },
  'a default against a rule': specField('s', { default: 'x', 'x-kubernetes-validations': [{ rule: "self != 'x'" }] }),
  'a default against a rule below': specField('l', {
    default: ['x'],
    items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self != 'x'", message: 'no x' }] },
  }),
  'unknown formats': (body) => {
    specField('s', { format: 'nope' })(body)
    specField('n', { format: 'int16' })(body)
  },
  'a bad pattern': specField('s', { pattern: '(?=x)' }),
  'rules in a bad form': rules(
    { rule: 'self.zz' },
    { rule: '' },
    { rule: 'self.n > 1', message: ' ', messageExpression: ' ', reason: 'Nope', fieldPath: '.zz' },
    { rule: 'self.n\n> 1' },
    { rule: 'self.n', message: 'a\nb' },
  ),
  'rules that do not compile': rules(
    { rule: 'self.zz' },
    { rule: 'self.n' },
    { rule: 'true', messageExpression: '1' },
    { rule: 'true', messageExpression: 'zz' },
    { rule: 'true', optionalOldSelf: true },
    { rule: 'oldSelf.n == self.n' },
  ),
  'a transition of nothing': specField('l', {
    items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
  }),
  'a rule that costs too much': rules({ rule: 'self.l.all(x, self.l.all(y, x == y))' }),
  'rules beside a problem': (body) => {
    specField('l', { items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.matches('a.*')" }] } })(body)
    specField('q', { type: 'array', 'x-kubernetes-validations': [{ rule: 'zz' }] })(body)
  },
  'a rule in a branch': below({ anyOf: [{ 'x-kubernetes-validations': [{ rule: 'true' }] }] }),
  'rules about metadata': root({
    'x-kubernetes-validations': [
      { rule: 'self.metadata.name.size() > 1 && self.spec.n > 1' },
      { rule: 'self.metadata.labels.size() > 0' },
    ],
  }),
  'unknown fields': spec({ foo: 1 }),
  'a status': (body) =>
    void (body.status = { storedVersions: ['v9'], conditions: [{ type: 'X', status: 'True' }], acceptedNames: {} }),
  'two versions, one wrong': second({}, field({ type: 'array' })),
  'two versions alike': (body) => {
    field({ type: 'array' })(body)
    second({})(body)
  },
  'parts of a second version': second({
    subresources: { status: {} },
    additionalPrinterColumns: [{ name: '' }],
    selectableFields: [{ jsonPath: '.zz' }],
  }),
}

export function definitionCases(): readonly DefinitionCase[] {
  return Object.entries(cases).map(([name, change]) => {
    const body = plain()
    change(body)
    return { name, body: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...body } }
  })
}
