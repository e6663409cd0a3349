/** Schemas of custom resources, valid and invalid, for the validation of definitions. */

export interface SchemaSample {
  readonly name: string
  readonly rules: string
  /** The schema of `.spec`. */
  readonly schema: object
}

const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest })
const text = { type: 'string' }

const rows: readonly (readonly [name: string, rules: string, schema: object])[] = [
  ['no type', 'ST-1', {}],
  ['no type of a field', 'ST-1', object({ a: {} })],
  ['no type of items', 'ST-1', object({ a: { type: 'array', items: {} } })],
  ['an unknown type', 'ST-1', object({ a: { type: 'thing' } })],
  ['the type null', 'ST-5', object({ a: { type: 'null' } })],
  ['an array without items', 'ST-2', object({ a: { type: 'array' } })],
  ['an array of arrays', 'ST-2', object({ a: { type: 'array', items: { type: 'array', items: text } } })],
  ['additional properties', 'ST-2', { type: 'object', additionalProperties: text }],
  ['both kinds of properties', 'ST-2', { type: 'object', properties: { a: text }, additionalProperties: text }],
  ['additional properties that are true', 'ST-2', { type: 'object', additionalProperties: true }],
  ['additional properties that are false', 'ST-2', { type: 'object', additionalProperties: false }],
  ['a type within anyOf', 'ST-3', object({ a: text }, { anyOf: [{ properties: { a: { type: 'string' } } }] })],
  ['a default within oneOf', 'ST-3', object({ a: text }, { oneOf: [{ properties: { a: { default: 'x' } } }] })],
  ['a description within allOf', 'ST-3', object({ a: text }, { allOf: [{ description: 'd' }] })],
  ['nullable within not', 'ST-3', object({ a: text }, { not: { nullable: true } })],
  [
    'additional properties within anyOf',
    'ST-3',
    object({ a: text }, { anyOf: [{ additionalProperties: { minLength: 1 } }] }),
  ],
  [
    'an extension within anyOf',
    'ST-3',
    object({ a: text }, { anyOf: [{ 'x-kubernetes-preserve-unknown-fields': true }] }),
  ],
  [
    'a field within anyOf that is not outside',
    'ST-3',
    object({ a: text }, { anyOf: [{ properties: { b: { minLength: 1 } } }] }),
  ],
  [
    'a field within anyOf that is outside',
    'ST-3',
    object({ a: text }, { anyOf: [{ properties: { a: { minLength: 1 } } }, { required: ['a'] }] }),
  ],
  [
    'items within allOf that are not outside',
    'ST-3',
    object({ a: text }, { allOf: [{ properties: { a: { items: { minLength: 1 } } } }] }),
  ],
  [
    'required within oneOf',
    'ST-3',
    object({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
  ],
  ['enum within not', 'ST-3', object({ a: text }, { not: { properties: { a: { enum: ['x'] } } } })],
  ['rules within anyOf', 'CEL-9', object({ a: text }, { anyOf: [{ 'x-kubernetes-validations': [{ rule: 'true' }] }] })],
  ['rules within allOf', 'CEL-9', object({ a: text }, { allOf: [{ 'x-kubernetes-validations': [{ rule: 'true' }] }] })],
  ['a reference', 'ST-5', object({ a: { $ref: '#/x' } })],
  ['definitions', 'ST-5', object({}, { definitions: { x: text } })],
  ['dependencies', 'ST-5', object({}, { dependencies: { x: ['y'] } })],
  ['patterns of properties', 'ST-5', object({}, { patternProperties: { x: text } })],
  ['additional items', 'ST-5', object({ a: { type: 'array', items: text, additionalItems: false } })],
  ['an id', 'ST-5', object({}, { id: 'x' })],
  ['unique items', 'ST-5', object({ a: { type: 'array', items: text, uniqueItems: true } })],
  ['no unique items', 'ST-5', object({ a: { type: 'array', items: text, uniqueItems: false } })],
  ['a list of items', 'ST-5', object({ a: { type: 'array', items: [text] } })],
  [
    'an embedded resource',
    'ST-6',
    object({ a: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: text } } }),
  ],
  [
    'an embedded resource that is text',
    'ST-6',
    object({ a: { type: 'string', 'x-kubernetes-embedded-resource': true } }),
  ],
  [
    'an embedded resource of nothing',
    'ST-6',
    object({ a: { type: 'object', 'x-kubernetes-embedded-resource': true } }),
  ],
  [
    'an embedded resource that keeps all',
    'ST-6',
    object({
      a: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    }),
  ],
  ['a number or text', 'ST-6', object({ a: { 'x-kubernetes-int-or-string': true } })],
  [
    'a number or text with its alternatives',
    'ST-6',
    object({ a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] } }),
  ],
  [
    'a number or text with alternatives turned round',
    'ST-6',
    object({ a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
  ],
  ['a number or text with a type', 'ST-6', object({ a: { type: 'string', 'x-kubernetes-int-or-string': true } })],
  [
    'a number or text that keeps all',
    'ST-6',
    object({ a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true } }),
  ],
  ['all kept', 'ST-6', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ['all kept without a type', 'ST-6', object({ a: { 'x-kubernetes-preserve-unknown-fields': true } })],
  ['nothing kept, explicitly', 'ST-6', { type: 'object', 'x-kubernetes-preserve-unknown-fields': false }],
  [
    'a map by no key',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'map', items: object({ k: text }) } }),
  ],
  [
    'a map by a key that is not required',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: text }),
      },
    }),
  ],
  [
    'a map by a key with a default',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: { type: 'string', default: 'x' } }),
      },
    }),
  ],
  [
    'a map by a key that is required',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: text }, { required: ['k'] }),
      },
    }),
  ],
  [
    'a map by a key that does not exist',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['z'],
        items: object({ k: text }),
      },
    }),
  ],
  [
    'a map by a key twice',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k', 'k'],
        items: object({ k: text }, { required: ['k'] }),
      },
    }),
  ],
  [
    'a map by an object',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: object({}) }, { required: ['k'] }),
      },
    }),
  ],
  [
    'a map of text',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items: text } }),
  ],
  [
    'keys without a map',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-map-keys': ['k'], items: object({ k: text }) } }),
  ],
  ['a list type nobody knows', 'ST-6', object({ a: { type: 'array', 'x-kubernetes-list-type': 'heap', items: text } })],
  ['a list type of an object', 'ST-6', object({ a: { type: 'object', 'x-kubernetes-list-type': 'set' } })],
  [
    'a set of objects',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'set', items: object({ k: text }) } }),
  ],
  [
    'a set of whole objects',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: object({ k: text }, { 'x-kubernetes-map-type': 'atomic' }),
      },
    }),
  ],
  [
    'a set of what may be null',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', nullable: true } } }),
  ],
  [
    'a set of lists',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'array', items: text } } }),
  ],
  ['a map type nobody knows', 'ST-6', object({ a: { type: 'object', 'x-kubernetes-map-type': 'loose' } })],
  ['a map type of a list', 'ST-6', object({ a: { type: 'array', 'x-kubernetes-map-type': 'atomic', items: text } })],
  ['a default that fits', 'ST-8', object({ a: { type: 'string', default: 'x' } })],
  ['a default of the wrong type', 'ST-8', object({ a: { type: 'string', default: 5 } })],
  ['a default out of range', 'ST-8', object({ a: { type: 'integer', minimum: 5, default: 1 } })],
  ['a default with surplus', 'ST-8', object({ a: { type: 'object', properties: { b: text }, default: { c: 'd' } } })],
  ['a default of null', 'ST-8', object({ a: { type: 'string', nullable: true, default: null } })],
  ['a default of null where it must not be', 'ST-8', object({ a: { type: 'string', default: null } })],
  ['a default within items', 'ST-8', object({ a: { type: 'array', items: { type: 'string', default: 'x' } } })],
  [
    'a default that no rule allows',
    'ST-8 CEL-4',
    object({ a: { type: 'string', default: 'x', 'x-kubernetes-validations': [{ rule: 'self != "x"' }] } }),
  ],
  ['a pattern that is none', 'ST-1', object({ a: { type: 'string', pattern: '(' } })],
  ['a pattern that looks ahead', 'ST-1', object({ a: { type: 'string', pattern: '(?=x)' } })],
  ['an unknown format', 'FM-1', object({ a: { type: 'string', format: 'nothing' } })],
  ['a known format', 'FM-1', object({ a: { type: 'string', format: 'date-time' } })],
  ['an enum with doubles', 'ST-1', object({ a: { type: 'string', enum: ['x', 'x'] } })],
  ['an enum of another type', 'ST-1', object({ a: { type: 'string', enum: [5] } })],
  ['a minimum above its maximum', 'ST-1', object({ a: { type: 'integer', minimum: 5, maximum: 1 } })],
  ['a required field that does not exist', 'ST-1', object({ a: text }, { required: ['b'] })],
  ['an unknown keyword', 'ST-5', object({ a: { type: 'string', readOnly: true } })],
  ['a negative length', 'ST-1', object({ a: { type: 'string', minLength: -1 } })],
  ['a rule that is no CEL', 'CEL-1', object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'self.a ==' }] })],
  [
    'a rule about what does not exist',
    'CEL-2',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'self.b == 1' }] }),
  ],
  ['a rule that is no truth', 'CEL-1', object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'self.a' }] })],
  ['an empty rule', 'CEL-1', object({ a: text }, { 'x-kubernetes-validations': [{ rule: ' ' }] })],
  [
    'a rule that compares types',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'self.a == 5' }] }),
  ],
  [
    'a message of two lines',
    'CEL-4',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', message: 'a\nb' }] }),
  ],
  ['an empty message', 'CEL-4', object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', message: ' ' }] })],
  [
    'a rule of two lines without a message',
    'CEL-4',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true &&\ntrue' }] }),
  ],
  [
    'a message that is no text',
    'CEL-4',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', messageExpression: '5' }] }),
  ],
  [
    'an unknown reason',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', reason: 'Because' }] }),
  ],
  [
    'a path to a field',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.a' }] }),
  ],
  [
    'a path to nothing',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.b' }] }),
  ],
  [
    'a path without a dot',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', fieldPath: 'a' }] }),
  ],
  [
    'a rule of changes',
    'CEL-3',
    object({ a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } }),
  ],
  [
    'a rule of changes within a list',
    'CEL-3',
    object({
      a: { type: 'array', items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } },
    }),
  ],
  [
    'a rule of changes within a map',
    'CEL-3',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: text }, { required: ['k'], 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] }),
      },
    }),
  ],
  [
    'an optional old value',
    'CEL-3',
    object({
      a: {
        type: 'string',
        'x-kubernetes-validations': [{ rule: '!oldSelf.hasValue() || self == oldSelf.value()', optionalOldSelf: true }],
      },
    }),
  ],
  [
    'an optional old value without use',
    'CEL-3',
    object({ a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == "x"', optionalOldSelf: true }] } }),
  ],
  [
    'a rule that costs too much',
    'CEL-7',
    object(
      { a: { type: 'array', items: text }, b: { type: 'array', items: text } },
      { 'x-kubernetes-validations': [{ rule: 'self.a.all(x, self.b.all(y, x != y))' }] },
    ),
  ],
  [
    'a rule that costs little',
    'CEL-7',
    object(
      { a: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 10 } } },
      { 'x-kubernetes-validations': [{ rule: 'self.a.all(x, x != "")' }] },
    ),
  ],
  [
    'rules with libraries',
    'CEL-8',
    object(
      { a: { type: 'string', maxLength: 50 } },
      {
        'x-kubernetes-validations': [
          {
            rule: 'isQuantity(self.a) || isIP(self.a) || isURL(self.a) || self.a.find("x") != "" || self.a.split(",").size() > 1 || [1,2].sum() == 3 || format.dns1123Label().validate(self.a).hasValue()',
          },
        ],
      },
    ),
  ],
  [
    'rules about fields with strange names',
    'CEL-2',
    object(
      { 'a-b': text, namespace: text, 'x.y': text, __u: text },
      {
        'x-kubernetes-validations': [
          { rule: 'self.a__dash__b == self.__namespace__ || self.x__dot__y == self.__underscores__u' },
        ],
      },
    ),
  ],
]

export const schemaSamples: readonly SchemaSample[] = rows.map(([name, rules, schema]) => ({ name, rules, schema }))
