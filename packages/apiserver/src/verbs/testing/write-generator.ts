/** Generates random writes from a seed: the operations of several managers on a few objects, in every patch format. */
import { type Random, randomInt } from '@kubewright/core/random'
import { seededRandom } from '@kubewright/core/testing'
import { type GeneratedKind, generatedKinds } from './generated-kinds.ts'

export interface WriteStep {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export class Chance {
  readonly #random: Random

  constructor(seed: string) {
    this.#random = seededRandom(seed)
  }

  below(count: number): number {
    return randomInt(this.#random, count)
  }

  /** True with probability 1 / count. */
  once(count: number): boolean {
    return this.below(count) === 0
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!
  }

  /** A random subset of the values, in order or reversed. */
  some<Value>(values: readonly Value[]): Value[] {
    const chosen = values.filter(() => this.below(2) === 1)
    return this.once(2) ? chosen : chosen.toReversed()
  }

  /** The fields with probability 1 / count, else none. */
  maybe<Fields extends object>(fields: () => Fields, count = 2): Partial<Fields> {
    return this.once(count) ? fields() : {}
  }
}

/** @param namespace of namespaced objects */
export function generateWrites(seed: string, length: number, namespace: string): readonly WriteStep[] {
  const chance = new Chance(seed)
  const kind = chance.pick(generatedKinds)
  const collection = kind.collection(namespace)
  const names = ['a', 'b'].map((name) => `${seed}-${name}`)
  return Array.from({ length }, (_, at) => {
    const name = at === 0 ? names[0]! : chance.pick(names)
    return at === 0 ? create(chance, kind, collection, name) : chance.pick(writers)(chance, kind, collection, name)
  })
}

type Writer = (chance: Chance, kind: GeneratedKind, collection: string, name: string) => WriteStep

const managers = ['m1', 'm2', 'm3']
const managed = (chance: Chance) => `fieldManager=${chance.pick(managers)}${chance.once(8) ? '&dryRun=All' : ''}`

const create: Writer = (chance, kind, collection, name) => ({
  method: 'POST',
  path: `${collection}?${managed(chance)}`,
  body: kind.object(chance, name),
})

const put: Writer = (chance, kind, collection, name) => ({
  method: 'PUT',
  path: `${collection}/${name}?${managed(chance)}`,
  body: kind.object(chance, name),
})

const patchWith = (type: string, bodyOf: (chance: Chance, kind: GeneratedKind, name: string) => unknown): Writer => {
  const headers = { 'content-type': type }
  return (chance, kind, collection, name) => ({
    method: 'PATCH',
    path: `${collection}/${name}?${managed(chance)}`,
    headers,
    body: bodyOf(chance, kind, name),
  })
}

const apply: Writer = (chance, kind, collection, name) => ({
  method: 'PATCH',
  path: `${collection}/${name}?${managed(chance)}${chance.once(2) ? '&force=true' : ''}`,
  headers: { 'content-type': 'application/apply-patch+yaml' },
  body: kind.object(chance, name),
})

const remove: Writer = (chance, _kind, collection, name) => {
  const policy = chance.pick(['', '', 'Background', 'Foreground', 'Orphan'])
  return {
    method: 'DELETE',
    path: `${collection}/${name}?${policy === '' ? '' : `propagationPolicy=${policy}&`}${chance.once(6) ? 'dryRun=All' : ''}`,
  }
}

const read: Writer = (_chance, _kind, collection, name) => ({ method: 'GET', path: `${collection}/${name}` })

const release: Writer = (_chance, _kind, collection, name) => ({
  method: 'PATCH',
  path: `${collection}/${name}?fieldManager=gc`,
  headers: { 'content-type': 'application/merge-patch+json' },
  body: { metadata: { finalizers: null } },
})

const writers: readonly Writer[] = [
  create,
  put,
  put,
  patchWith('application/merge-patch+json', (chance, kind) => kind.mergePatch(chance)),
  patchWith('application/merge-patch+json', (chance, kind) => kind.mergePatch(chance)),
  patchWith('application/json-patch+json', (chance, kind) => kind.jsonPatch(chance)),
  patchWith('application/strategic-merge-patch+json', (chance, kind) => kind.strategicPatch(chance)),
  patchWith('application/strategic-merge-patch+json', (chance, kind) => kind.strategicPatch(chance)),
  apply,
  apply,
  apply,
  remove,
  release,
  read,
]
