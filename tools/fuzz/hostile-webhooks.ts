/** Webhooks with arbitrary responses, which the server must tolerate. */
import type { ApiServerOptions } from '@kubewright/apiserver'
import { writeJson } from './hostile-json.ts'
import { hostileValue } from './hostile-json.ts'
import type { Dice } from './dice.ts'
import { damagedBytes } from './requests/bodies.ts'

type Transport = Extract<ApiServerOptions['webhooks'], (...request: never) => unknown>

export function hostileWebhooks(dice: Dice): Transport {
  return async ({ body }) => {
    if (dice.chance(0.1)) throw new Error('dial tcp 127.0.0.1:1: connect: connection refused')
    const status = dice.chance(0.9) ? 200 : dice.pick([0, 301, 404, 500, 999])
    const answer = Buffer.from(writeJson(review(dice, body)))
    return {
      status,
      body: dice.chance(0.9) ? answer : Buffer.from(damagedBytes(dice, answer)),
      contentType: dice.pick([
        'application/json',
        'application/json',
        '',
        'text/html',
        'application/vnd.kubernetes.protobuf',
      ]),
    }
  }
}

function review(dice: Dice, question: string): unknown {
  const { apiVersion, kind, request } = JSON.parse(question) as {
    apiVersion: string
    kind: string
    request: { uid: string; objects?: unknown[] }
  }
  const response = kind === 'ConversionReview' ? converted(dice, request) : admitted(dice, request.uid)
  return dice.chance(0.9) ? { apiVersion, kind, response } : hostileValue(dice)
}

function admitted(dice: Dice, uid: string): unknown {
  if (dice.chance(0.1)) return hostileValue(dice)
  return {
    uid: dice.chance(0.95) ? uid : 'another',
    allowed: dice.chance(0.8),
    ...(dice.chance(0.3) ? { patchType: dice.pick(['JSONPatch', 'JSONPatch', 'a']), patch: patchText(dice) } : {}),
    ...(dice.chance(0.2)
      ? { warnings: dice.pick<unknown>([['careful'], ['a'.repeat(10_000)], 'a', [1], ['\u0000\n']]) }
      : {}),
    ...(dice.chance(0.2) ? { auditAnnotations: dice.pick<unknown>([{ a: 'b' }, { 'a/b': 'c' }, [], null]) } : {}),
    ...(dice.chance(0.2)
      ? { status: dice.pick<unknown>([{ code: 418, message: 'tea' }, { code: -1 }, { code: 1e9 }, { code: 200 }, 'a']) }
      : {}),
  }
}

const patches: readonly unknown[] = [
  [{ op: 'add', path: '/metadata/labels', value: { hook: 'was-here' } }],
  [{ op: 'remove', path: '/metadata' }],
  [{ op: 'replace', path: '', value: null }],
  [{ op: 'add', path: '/data', value: 7 }],
  [{ op: 'replace', path: '/metadata/name', value: '../x' }],
  Array.from({ length: 60 }, (_, at) => ({ op: 'copy', from: '/metadata', path: `/metadata/c${at}` })),
  [{ op: 'add', path: '/metadata/managedFields', value: [{ manager: 'x', fieldsV1: 7 }] }],
  {},
  'a',
]

function patchText(dice: Dice): string {
  if (dice.chance(0.1)) return '%%%'
  return Buffer.from(JSON.stringify(dice.pick(patches))).toString('base64')
}

function converted(dice: Dice, { uid, objects = [] }: { uid: string; objects?: unknown[] }): unknown {
  const done = dice.weighted<() => unknown>([
    [5, () => objects.map((object) => ({ ...(object as object), apiVersion: 'fuzz.example.dev/v1' }))],
    [1, () => objects],
    [1, () => []],
    [1, () => objects.map(() => hostileValue(dice))],
  ])()
  return { uid, result: { status: dice.pick(['Success', 'Success', 'Failure', 'a']) }, convertedObjects: done }
}
