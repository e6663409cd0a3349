/** Bodies that do not quite match their content type: broken JSON, YAML alias bombs, protobuf with wrong lengths. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Dice } from '../dice.ts'
import type { FuzzRequest } from '../fuzz-request.ts'
import { deepValue, hostileValue, writeJson } from '../hostile-json.ts'

const collections = [
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/secrets',
  '/api/v1/namespaces/default/pods',
  '/api/v1/namespaces',
  '/apis/apps/v1/namespaces/default/deployments',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  '/apis/fuzz.example.dev/v1/namespaces/default/things',
  '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
]

const config = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"fuzz"},"data":{"a":"b"}}'

export function hostileBody(dice: Dice): FuzzRequest {
  const [contentType, body] = dice.weighted<() => readonly [string, Uint8Array]>([
    [3, () => ['application/json', damagedBytes(dice, Buffer.from(config))]],
    [2, () => ['application/json', Buffer.from(writeJson(hostileValue(dice)))]],
    [
      1,
      () => ['application/json', Buffer.from(`{"apiVersion":"v1","kind":"ConfigMap","data":${deepValue(dice).text}}`)],
    ],
    [3, () => ['application/yaml', damagedBytes(dice, Buffer.from(dice.pick(yamls)))]],
    [2, () => ['application/yaml', Buffer.from(dice.pick(yamls))]],
    [4, () => ['application/vnd.kubernetes.protobuf', damagedBytes(dice, dice.pick(protobufs()))]],
    [1, () => ['application/vnd.kubernetes.protobuf', deepProtobuf(dice)]],
  ])()
  const isUpdate = dice.chance(0.2)
  return {
    method: isUpdate ? 'PUT' : dice.pick(['POST', 'POST', 'POST', 'DELETE']),
    path: `${dice.pick(collections)}${isUpdate ? '/fuzz' : ''}`,
    headers: { 'content-type': contentType },
    body,
  }
}

const laughs = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}*a${at}]`).join(
  '\n',
)
const merges = Array.from(
  { length: 12 },
  (_, at) => `m${at + 1}: &m${at + 1} { <<: [${`*m${at},`.repeat(9)}*m${at}] }`,
).join('\n')

const yamls: readonly string[] = [
  'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: fuzz }\ndata: { a: b }\n',
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: fuzz }\na0: &a0 [lol]\n${laughs}\n`,
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: fuzz }\nm0: &m0 { a: 1 }\n${merges}\n`,
  'a: &a { b: *a }\n',
  'apiVersion: v1\nkind: ConfigMap\n---\napiVersion: v1\nkind: Secret\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: fuzz }\ndata: { a: 2026-01-01, b: 0x1F, c: .nan, d: 0o7, e: ~, f: yes }\n',
  'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: fuzz }\nbinaryData: { a: !!binary aGk=, b: !!set {x}, c: !!js/function "1" }\n',
  '? [a, b]\n: c\n? { d: e }\n: f\n',
  `${'- '.repeat(5_000)}a\n`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{a: '.repeat(3_000)}1${'}'.repeat(3_000)}`,
  `a: |\n${'  line\n'.repeat(20_000)}`,
  `a: "${'\\u0041'.repeat(20_000)}"\n`,
  'a: b\na: c\nA: d\n',
  '%YAML 9.9\n---\na: b\n',
  '!!omap [a: 1, a: 2]\n',
  '<<: { a: 1 }\n',
  '__proto__: { a: 1 }\nconstructor: { prototype: 1 }\n',
  'a: !<tag:yaml.org,2002:int> 99999999999999999999\n',
  '"a": \'b\n',
  '\t- a\n',
  '*missing\n',
  `${Array.from({ length: 3_000 }, (_, at) => `k${at}: &x${at} v`).join('\n')}\n`,
]

let known: readonly Buffer[] | undefined

/** Bodies of kubectl, recorded for the tests of the codec. */
function protobufs(): readonly Buffer[] {
  const file = resolve(import.meta.dirname, '../../../packages/apiserver/src/codec/testing/kubectl-bodies.json')
  known ??= (JSON.parse(readFileSync(file, 'utf8')) as { body: string }[]).map(({ body }) => Buffer.from(body, 'hex'))
  return known
}

/** Nested messages, each with a possibly wrong length. */
function deepProtobuf(dice: Dice): Buffer {
  let inner: Buffer = Buffer.from([0x0a, 0x01, 0x61])
  for (let depth = dice.pick([10, 1_000, 10_000]); depth > 0; depth--) {
    inner = Buffer.concat([Buffer.from([0x0a]), varint(inner.length + (dice.chance(0.01) ? 1 : 0)), inner])
    if (inner.length > 200_000) break
  }
  const unknown = Buffer.concat([Buffer.from('k8s\u0000\u0012'), varint(inner.length), inner])
  const type = Buffer.from('0a0f0a02763112 09436f6e6669674d6170'.replaceAll(' ', ''), 'hex')
  return Buffer.concat([unknown.subarray(0, 4), type, unknown.subarray(4)])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest & 127) | 128)
  }
}

const invalidBytes = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xe2, 0x82],
  [0],
  [0xef, 0xbb, 0xbf],
]

/** A few bytes changed, removed, duplicated or inserted. */
export function damagedBytes(dice: Dice, bytes: Uint8Array): Uint8Array {
  let damaged: Buffer = Buffer.from(bytes)
  for (let round = dice.int(4) + 1; round > 0; round--) damaged = damagedOnce(dice, damaged)
  return damaged
}

function damagedOnce(dice: Dice, bytes: Buffer): Buffer {
  const at = dice.int(bytes.length + 1)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  return dice.weighted<() => Buffer>([
    [3, () => Buffer.concat([before, Buffer.from([dice.int(256)]), after.subarray(1)])],
    [2, () => Buffer.concat([before, Buffer.from(dice.pick(invalidBytes)), after])],
    [2, () => before],
    [1, () => Buffer.concat([before, after.subarray(dice.size(40))])],
    [1, () => Buffer.concat([before, after, after])],
    [1, () => Buffer.concat([bytes, bytes])],
    [1, () => Buffer.alloc(0)],
    [
      1,
      () => Buffer.concat([before, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]), after]),
    ],
  ])()
}
