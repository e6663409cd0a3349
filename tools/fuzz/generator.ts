/** Generates the next request. */
import type { Suite } from '../conformance/case.ts'
import { CasePlayer } from './case-requests.ts'
import type { Dice } from './dice.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import { mutateRequest } from './mutate-request.ts'
import { hostileBody } from './requests/bodies.ts'
import { hostileDefinition, hostileThing } from './requests/definitions.ts'
import { hostilePatch } from './requests/patches.ts'
import { hostilePolicy } from './requests/policies.ts'
import { hostileQuery } from './requests/queries.ts'

const readable = [
  '/api/v1/configmaps',
  '/api/v1/namespaces/default/pods',
  '/api/v1/namespaces',
  '/apis/apps/v1/deployments',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/fuzz.example.dev/v1/things',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  '/api',
  '/apis',
  '/apis/apps/v1',
  '/openapi/v3',
  '/openapi/v3/apis/fuzz.example.dev/v1',
  '/openapi/v2',
  '/version',
  '/metrics',
  '/readyz',
]

/** Objects for patches. They are created again after a deletion. */
const seeds: readonly FuzzRequest[] = [
  created('/api/v1/namespaces/default/configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'fuzz' },
    data: { a: 'b' },
  }),
  created('/api/v1/namespaces/default/pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'fuzz' },
    spec: { containers: [{ name: 'main', image: 'a' }] },
  }),
  created('/apis/apps/v1/namespaces/default/deployments', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'fuzz' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'main', image: 'a', ports: [{ containerPort: 80 }] }] },
      },
    },
  }),
]

function created(path: string, object: object): FuzzRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(object)),
  }
}

export class RequestGenerator {
  readonly #dice: Dice
  readonly #cases: CasePlayer
  readonly #first: FuzzRequest[] = [...seeds]
  #awaited: string | undefined

  constructor(dice: Dice, suites: readonly Suite[]) {
    this.#dice = dice
    this.#cases = new CasePlayer(dice, suites)
  }

  next(): FuzzRequest {
    const dice = this.#dice
    this.#awaited = undefined
    const first = this.#first.shift()
    if (first !== undefined) return first
    return dice.weighted<() => FuzzRequest>([
      [10, () => this.#fromCase()],
      [3, () => hostilePatch(dice)],
      [3, () => hostileBody(dice)],
      [2, () => hostileDefinition(dice)],
      [3, () => hostileThing(dice)],
      [2, () => hostilePolicy(dice)],
      [2, () => ({ method: 'GET', path: `${dice.pick(readable)}?${hostileQuery(dice)}`, headers: {} })],
      [1, () => mutateRequest(dice, { method: 'GET', path: dice.pick(readable), headers: {} })],
      [2, () => dice.pick(seeds)],
    ])()
  }

  /** @param body response to the last request, if it was successful JSON */
  hear(body: unknown): void {
    if (this.#awaited !== undefined) this.#cases.keep(this.#awaited, body)
  }

  #fromCase(): FuzzRequest {
    const { request, saveAs } = this.#cases.next()
    this.#awaited = saveAs
    return this.#dice.chance(0.5) ? mutateRequest(this.#dice, request) : request
  }
}
