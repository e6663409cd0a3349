/** Patches that explode in size, point nowhere, or refer to themselves. */
import type { Dice } from '../dice.ts'
import type { FuzzRequest } from '../fuzz-request.ts'
import { hostileValue, JsonEntries, RawJson, writeJson } from '../hostile-json.ts'
import { hostileText } from '../hostile-text.ts'

const paths = [
  '/api/v1/namespaces/default/configmaps/fuzz',
  '/apis/apps/v1/namespaces/default/deployments/fuzz',
  '/api/v1/namespaces/default/pods/fuzz',
  '/apis/apps/v1/namespaces/default/deployments/fuzz/scale',
  '/apis/apps/v1/namespaces/default/deployments/fuzz/status',
  '/apis/fuzz.example.dev/v1/namespaces/default/things/fuzz',
  '/api/v1/namespaces/default',
]

const pointers = [
  '',
  '/',
  '/data',
  '/data/a',
  '/metadata',
  '/metadata/labels',
  '/metadata/annotations/a',
  '/metadata/finalizers/-',
  '/spec',
  '/spec/template/spec/containers/0',
  '/spec/template/spec/containers/-',
  '/spec/template/spec/containers/99999999999',
  '/spec/template/spec/containers/-1',
  '/spec/template/spec/containers/01',
  '/spec/template/spec/containers/1e3',
  '/__proto__/a',
  '/constructor/prototype/a',
  '/a~2b',
  'data',
  '/data/~',
]

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test', 'ADD', 'explode', '']

export function hostilePatch(dice: Dice): FuzzRequest {
  const [contentType, body] = dice.weighted<() => readonly [string, string]>([
    [3, () => ['application/json-patch+json', writeJson(jsonPatch(dice))]],
    [1, () => ['application/json-patch+json', copyBomb(dice)]],
    [2, () => ['application/merge-patch+json', writeJson(mergePatch(dice))]],
    [3, () => ['application/strategic-merge-patch+json', writeJson(strategicPatch(dice))]],
    [3, () => ['application/apply-patch+yaml', writeJson(applied(dice))]],
  ])()
  return {
    method: 'PATCH',
    path: `${dice.pick(paths)}?fieldManager=${dice.pick(['a', 'b', 'c'])}&force=${dice.pick(['true', 'false', ''])}`,
    headers: { 'content-type': contentType },
    body: Buffer.from(body),
  }
}

function jsonPatch(dice: Dice): unknown {
  if (dice.chance(0.05)) return hostileValue(dice)
  return dice.times(6, () => ({
    op: dice.pick(operations),
    path: dice.chance(0.9) ? dice.pick(pointers) : hostileText(dice),
    ...(dice.chance(0.6) ? { from: dice.pick(pointers) } : {}),
    ...(dice.chance(0.6) ? { value: hostileValue(dice) } : {}),
  }))
}

/** Each copy doubles the previous one. */
function copyBomb(dice: Dice): string {
  const seed = { op: 'add', path: '/data', value: { a: 'x'.repeat(dice.pick([10, 10_000])) } }
  const rounds = dice.pick([20, 40, 200])
  const copies = Array.from({ length: rounds }, (_, at) => ({ op: 'copy', from: '/data', path: `/data/c${at}` }))
  return JSON.stringify([seed, ...copies])
}

function mergePatch(dice: Dice): unknown {
  return new JsonEntries([
    [dice.pick(['data', 'metadata', 'spec', 'status', '__proto__', hostileText(dice)]), hostileValue(dice)],
    ...dice.times(3, () => [hostileText(dice), hostileValue(dice)] as const),
  ])
}

const directives: readonly (readonly [string, (dice: Dice) => unknown])[] = [
  ['$patch', (dice) => dice.pick(['delete', 'replace', 'merge', 'explode', 1, null])],
  ['$retainKeys', (dice) => dice.pick([['name'], 'name', null, [1], []])],
  ['$deleteFromPrimitiveList/finalizers', (dice) => dice.pick([['a'], 'a', null, [{}]])],
  ['$setElementOrder/containers', (dice) => dice.pick([[{ name: 'a' }], ['a'], null, [{}], 'a'])],
  ['$setElementOrder/finalizers', (dice) => dice.pick([['a', 'b'], [1], {}, null])],
  ['$setElementOrder/ports', (dice) => dice.pick([[{ containerPort: 80 }], [{ containerPort: 80, protocol: 'TCP' }]])],
]

function strategicPatch(dice: Dice): unknown {
  const directive = () => {
    const [key, value] = dice.pick(directives)
    return [key, value(dice)] as const
  }
  const container = () =>
    new JsonEntries([
      ...(dice.chance(0.8) ? ([['name', dice.pick(['main', 'a', 1, null])]] as const) : []),
      ...dice.times(2, directive),
      ...dice.times(2, () => [dice.pick(['ports', 'env', 'image', 'volumeMounts']), hostileValue(dice)] as const),
    ])
  const pod = new JsonEntries([['containers', dice.times(4, container)], ...dice.times(2, directive)])
  return new JsonEntries([
    ...dice.times(2, directive),
    [
      'metadata',
      new JsonEntries([
        ['finalizers', dice.times(3, () => dice.pick(['a/b', 'c/d', 1, '']))],
        ...dice.times(1, directive),
      ]),
    ],
    ['spec', dice.chance(0.5) ? pod : { template: { spec: pod } }],
  ])
}

function applied(dice: Dice): unknown {
  const kind = dice.pick([
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { apiVersion: 'apps/v1', kind: 'Deployment' },
    { apiVersion: 'v1', kind: 'Pod' },
    { apiVersion: 'fuzz.example.dev/v1', kind: 'Thing' },
    { apiVersion: 'v9', kind: '' },
  ])
  const managedFields = dice.times(3, () => ({
    manager: dice.pick(['a', '', 'b'.repeat(200)]),
    operation: dice.pick(['Apply', 'Update', 'Explode']),
    apiVersion: dice.pick([kind.apiVersion, 'v9', '', 'a/b/c']),
    fieldsType: dice.pick(['FieldsV1', 'FieldsV9', '']),
    fieldsV1: fields(dice, 4),
  }))
  return {
    ...kind,
    metadata: { name: 'fuzz', ...(dice.chance(0.4) ? { managedFields } : {}), labels: hostileValue(dice) },
    [dice.pick(['data', 'spec', 'status'])]: hostileValue(dice),
  }
}

function fields(dice: Dice, depth: number): unknown {
  if (depth === 0) return dice.pick([{}, null, 1, 'a'])
  const key = () =>
    dice.pick([
      'f:data',
      'f:spec',
      'f:',
      '.',
      'k:{"name":"a"}',
      'k:{',
      'v:"a"',
      'v:',
      'i:0',
      'i:-1',
      'i:x',
      'x:y',
      '',
      'f:__proto__',
    ])
  if (dice.chance(0.03)) return new RawJson(`${'{"f:a":'.repeat(5_000)}{}${'}'.repeat(5_000)}`)
  return Object.fromEntries(dice.times(3, () => [key(), fields(dice, depth - 1)]))
}
