/** Custom resources with hostile definitions: expressions with extreme run time, huge schemas, rules that cost too much. */
import type { Dice } from '../dice.ts'
import type { FuzzRequest } from '../fuzz-request.ts'
import { hostileValue, RawJson, writeJson } from '../hostile-json.ts'
import { hostileText } from '../hostile-text.ts'
import { mutateJson } from '../mutate-json.ts'
import { expression, soundRule } from './expressions.ts'

const definitionPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const thingsPath = '/apis/fuzz.example.dev/v1/namespaces/default/things'

const patterns: readonly string[] = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(x+x+)+y',
  '(.*)*',
  '(a*)*b',
  '^([a-zA-Z0-9])(([-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
  '(a{0,1000}){0,1000}',
  '((a{100}){100}){100}',
  'a{1001}',
  '(?=a)',
  '(?<n>a)\\k<n>',
  '\\1',
  '[',
  '(',
  '*',
  '\\p{Greek}+',
  '\\p{Nothing}',
  '(?i)ſ',
  '[[:alpha:]]+',
  `${'('.repeat(2_000)}a${')'.repeat(2_000)}`,
  'a|'.repeat(5_000),
  '\\C',
  '\\Qa.b\\E',
  '(?P<x>a)(?P<x>b)',
]

/** The patterns that compile. */
const soundPatterns = patterns.slice(0, 7)

const subjects = [
  'a'.repeat(30),
  `${'a'.repeat(50_000)}!`,
  'x'.repeat(30),
  'aaaa',
  '',
  '\u{1F600}'.repeat(100),
  'ſ',
  'Ω',
]

export function hostileDefinition(dice: Dice): FuzzRequest {
  if (dice.chance(0.15)) return { method: 'DELETE', path: `${definitionPath}/${definitionName}`, headers: {} }
  const isSound = dice.chance(0.6)
  const versions = [version(dice, 'v1', isSound)]
  if (dice.chance(0.2)) versions.push({ ...version(dice, 'v2', isSound), storage: false })
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: definitionName },
    spec: {
      group: 'fuzz.example.dev',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' },
      versions,
      ...(dice.chance(0.1) ? { conversion: conversion(dice) } : {}),
    },
  }
  const [method, path, contentType] = dice.pick(writes)
  const body = !isSound && dice.chance(0.5) ? mutateJson(dice, definition) : definition
  return { method, path, headers: { 'content-type': contentType }, body: Buffer.from(writeJson(body)) }
}

const definitionName = 'things.fuzz.example.dev'
const writes = [
  ['POST', definitionPath, 'application/json'],
  ['PATCH', `${definitionPath}/${definitionName}?fieldManager=a&force=true`, 'application/apply-patch+yaml'],
  ['PATCH', `${definitionPath}/${definitionName}`, 'application/merge-patch+json'],
] as const

function version(dice: Dice, name: string, isSound: boolean): Record<string, unknown> {
  const served = { name, served: true, storage: true }
  if (isSound) return { ...served, schema: { openAPIV3Schema: soundSchema(dice) }, ...soundParts(dice) }
  return {
    ...served,
    schema: { openAPIV3Schema: rootSchema(dice) },
    ...(dice.chance(0.3) ? { subresources: { status: {}, scale: scale(dice) } } : {}),
    ...(dice.chance(0.3) ? { additionalPrinterColumns: dice.times(3, () => column(dice)) } : {}),
    ...(dice.chance(0.2) ? { selectableFields: dice.times(3, () => ({ jsonPath: jsonPath(dice) })) } : {}),
  }
}

function soundParts(dice: Dice): Record<string, unknown> {
  const paths = [
    '.spec.a',
    '.spec.c[*]',
    '.spec.b..a',
    '.spec.b[?(@.a=="b")]',
    '.spec.c[0:99999999]',
    '.metadata.creationTimestamp',
  ]
  const columns = dice.times(3, () => ({
    name: 'A',
    type: dice.pick(['string', 'integer', 'date', 'number']),
    jsonPath: dice.pick(paths),
  }))
  return {
    ...(dice.chance(0.5) ? { additionalPrinterColumns: columns } : {}),
    ...(dice.chance(0.3) ? { subresources: { status: {} } } : {}),
    ...(dice.chance(0.3) ? { selectableFields: [{ jsonPath: '.spec.a' }] } : {}),
  }
}

/** A schema that the server usually accepts, so that objects get as far as validation. */
function soundSchema(dice: Dice): unknown {
  const maxima = dice.chance(0.5) ? { maxLength: 60_000 } : {}
  const text = { type: 'string', ...maxima, ...(dice.chance(0.5) ? { pattern: dice.pick(soundPatterns) } : {}) }
  const listed = { type: 'array', items: { type: 'string', maxLength: 60_000 }, maxItems: dice.pick([5, 50, 5_000]) }
  const spec = {
    type: 'object',
    properties: { a: text, b: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, c: listed },
    'x-kubernetes-validations': dice.times(3, () => ({ rule: soundRule(dice), message: 'no' })),
  }
  return {
    type: 'object',
    properties: { spec, status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  }
}

function rootSchema(dice: Dice): unknown {
  return {
    type: 'object',
    properties: { spec: schema(dice, 4), status: schema(dice, 2) },
    ...(dice.chance(0.3) ? { 'x-kubernetes-validations': rules(dice) } : {}),
  }
}

function schema(dice: Dice, depth: number): unknown {
  if (dice.chance(0.03)) return hostileValue(dice)
  if (dice.chance(0.02)) return deepSchema(dice)
  const inner = (): unknown => (depth > 0 ? schema(dice, depth - 1) : { type: 'string' })
  const made = dice.weighted<() => Record<string, unknown>>([
    [3, () => ({ type: 'string', pattern: dice.pick(patterns) })],
    [
      2,
      () => ({
        type: 'object',
        properties: Object.fromEntries(
          dice.times(3, () => [dice.chance(0.8) ? dice.pick(['a', 'b', 'c']) : hostileText(dice), inner()]),
        ),
      }),
    ],
    [1, () => ({ type: 'object', additionalProperties: inner() })],
    [2, () => ({ type: 'array', items: inner(), ...(dice.chance(0.5) ? listType(dice) : {}) })],
    [
      1,
      () => ({
        type: dice.pick(['integer', 'number', 'boolean', 'null', 'any']),
        minimum: dice.pick([0, 1e308, -1]),
        multipleOf: dice.pick([0, 0.1, 3, -1]),
      }),
    ],
    [1, () => ({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] })],
    [1, () => ({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true })],
    [1, () => ({ type: 'object', 'x-kubernetes-embedded-resource': true })],
    [
      1,
      () => ({
        type: 'string',
        format: dice.pick(['date-time', 'byte', 'cidr', 'duration', 'uuid', 'regex', 'password', 'a']),
      }),
    ],
  ])()
  return {
    ...made,
    ...(dice.chance(0.3) ? { 'x-kubernetes-validations': rules(dice) } : {}),
    ...(dice.chance(0.2) ? { default: dice.chance(0.5) ? {} : hostileValue(dice) } : {}),
    ...(dice.chance(0.1) ? { enum: dice.times(3, () => hostileValue(dice)) } : {}),
    ...(dice.chance(0.1) ? { maxLength: dice.pick([0, 5, -1, 2 ** 62]), maxItems: dice.pick([0, 5, 2 ** 40]) } : {}),
    ...(dice.chance(0.1) ? { [dice.pick(['allOf', 'anyOf', 'oneOf'])]: dice.times(3, inner) } : {}),
    ...(dice.chance(0.05) ? { not: inner() } : {}),
    ...(dice.chance(0.05) ? { $ref: '#' } : {}),
    ...(dice.chance(0.1) ? { nullable: true } : {}),
  }
}

function deepSchema(dice: Dice): RawJson {
  const depth = dice.pick([20, 200, 2_000])
  const open = dice.pick(['{"type":"object","properties":{"a":', '{"type":"array","items":', '{"not":'])
  const close = open.includes('properties') ? '}}' : '}'
  return new RawJson(`${open.repeat(depth)}{"type":"string"}${close.repeat(depth)}`)
}

function listType(dice: Dice): Record<string, unknown> {
  return {
    'x-kubernetes-list-type': dice.pick(['set', 'map', 'atomic', 'a']),
    'x-kubernetes-list-map-keys': dice.pick([['a'], ['a', 'b'], [], ['__proto__']]),
  }
}

function rules(dice: Dice): unknown[] {
  return dice.times(3, () => ({
    rule: expression(dice, 'self'),
    ...(dice.chance(0.3) ? { messageExpression: expression(dice, 'self') } : { message: dice.pick(['no', '', '\n']) }),
    ...(dice.chance(0.2) ? { fieldPath: jsonPath(dice), reason: dice.pick(['FieldValueInvalid', 'a']) } : {}),
    ...(dice.chance(0.1) ? { optionalOldSelf: true } : {}),
  }))
}

function scale(dice: Dice): unknown {
  return { specReplicasPath: jsonPath(dice), statusReplicasPath: jsonPath(dice), labelSelectorPath: jsonPath(dice) }
}

function column(dice: Dice): unknown {
  return {
    name: dice.pick(['A', 'B', hostileText(dice)]),
    type: dice.pick(['string', 'integer', 'date', 'number', 'a']),
    jsonPath: jsonPath(dice),
  }
}

function jsonPath(dice: Dice): string {
  return dice.pick([
    '.spec.a',
    '.spec.replicas',
    '.status.replicas',
    '.metadata.creationTimestamp',
    '.spec..a',
    '..',
    '.spec[*].a',
    '.spec[?(@.a=="b")].c',
    '.spec[?(@.a=~/(a+)+$/)]',
    '.spec[0:99999999]',
    '.spec[-1]',
    '{.spec.a}',
    '.',
    '',
    '.spec["a"]',
    `${'.a'.repeat(3_000)}`,
    `${'..'.repeat(30)}a`,
    hostileText(dice),
  ])
}

function conversion(dice: Dice): unknown {
  return {
    strategy: dice.pick(['Webhook', 'None', 'a']),
    webhook: {
      conversionReviewVersions: dice.pick([['v1'], [], ['a']]),
      clientConfig: { url: 'https://127.0.0.1:1/convert' },
    },
  }
}

/** An object for any of the definitions. */
export function hostileThing(dice: Dice): FuzzRequest {
  const spec = dice.weighted<() => unknown>([
    [2, () => hostileValue(dice)],
    [3, () => dice.pick(subjects)],
    [
      6,
      () => ({
        a: dice.pick(subjects),
        b: dice.pick<unknown>([{}, { a: 'b' }, hostileValue(dice)]),
        c: dice.times(dice.pick([3, 60]), () => dice.pick(subjects)),
      }),
    ],
    [1, () => dice.times(5, () => dice.pick(subjects))],
    [1, () => new RawJson(`{"a":[${Array.from({ length: 5_000 }, (_, at) => `{"a":"${at}"}`).join(',')}]}`)],
  ])()
  const thing = {
    apiVersion: dice.pick(['fuzz.example.dev/v1', 'fuzz.example.dev/v2']),
    kind: 'Thing',
    metadata: { name: 'fuzz' },
    spec,
    status: dice.chance(0.2) ? hostileValue(dice) : {},
  }
  const [method, path] = dice.pick([
    ['POST', thingsPath],
    ['PUT', `${thingsPath}/fuzz`],
    ['PATCH', `${thingsPath}/fuzz?fieldManager=a&force=true`],
    ['PUT', `${thingsPath}/fuzz/status`],
    ['GET', thingsPath],
    ['GET', `${thingsPath}/fuzz/scale`],
    ['DELETE', `${thingsPath}/fuzz`],
  ] as const)
  const isRead = method === 'GET' || method === 'DELETE'
  return {
    method,
    path,
    headers: {
      'content-type':
        method === 'PATCH'
          ? dice.pick(['application/apply-patch+yaml', 'application/merge-patch+json'])
          : 'application/json',
      ...(dice.chance(0.3) ? { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } : {}),
    },
    ...(isRead ? {} : { body: Buffer.from(writeJson(thing)) }),
  }
}
