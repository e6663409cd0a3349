/** Random access questions for every user. The same seed yields the same questions. */
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import { verbs } from '../../request/request-info.ts'

export interface AccessQuestion {
  readonly user: string
  readonly groups: readonly string[]
  readonly resourceAttributes?: Readonly<Record<string, string>>
  readonly nonResourceAttributes?: { readonly path: string; readonly verb: string }
}

const users: readonly (readonly [string, ...string[]])[] = [
  ['kw-ada'],
  ['kw-ada', 'kw-ops'],
  ['kw-bob', 'system:authenticated'],
  ['kw-carol', 'kw-staff'],
  ['kw-root'],
  ['kw-lost'],
  ['kw-nobody'],
  ['kw-binder'],
  ['kw-writer'],
  ['kw-eve', 'kw-staff', 'kw-ops', 'system:authenticated'],
  ['kw-eve', 'system:masters'],
  ['system:serviceaccount:kw-one:robot', 'system:serviceaccounts', 'system:serviceaccounts:kw-one'],
  ['system:serviceaccount:kw-two:robot', 'system:serviceaccounts', 'system:serviceaccounts:kw-two'],
  ['system:kube-scheduler'],
  ['system:node:n1', 'system:nodes', 'system:authenticated'],
  ['system:anonymous', 'system:unauthenticated'],
  ['system:serviceaccount:kube-system:job-controller', 'system:serviceaccounts'],
]

const vocabulary = {
  verb: [...verbs, 'use', 'approve', 'bind', '*'],
  group: ['', '', 'apps', 'batch', 'example.dev', 'rbac.authorization.k8s.io', '*'],
  resource: ['pods', 'configmaps', 'deployments', 'secrets', 'services', 'jobs', 'statefulsets', 'nodes', 'roles', '*'],
  subresource: ['', '', '', 'scale', 'log', 'status', '*'],
  name: ['', '', 'a', 'b', 'c'],
  namespace: ['', 'kw-one', 'kw-one', 'kw-two', 'nowhere'],
  path: [
    '/metrics',
    '/debug/pprof',
    '/debug',
    '/x',
    '/xyz',
    '/logs',
    '/healthz',
    '/version/',
    '/api/v1',
    '/',
    '/openapi/v3',
  ],
  pathVerb: ['get', 'post', 'head', '*'],
} as const

export function accessQuestions(count: number): readonly AccessQuestion[] {
  const random = seededRandom('access')
  return Array.from({ length: count }, (_, at) => question(random, users[at % users.length]!))
}

function question(random: Random, [user, ...groups]: readonly [string, ...string[]]): AccessQuestion {
  const pick = (of: keyof typeof vocabulary) => vocabulary[of][randomInt(random, vocabulary[of].length)]!
  if (randomInt(random, 6) === 0) {
    return { user, groups, nonResourceAttributes: { path: pick('path'), verb: pick('pathVerb') } }
  }
  const fields = ['namespace', 'verb', 'group', 'resource', 'subresource', 'name'] as const
  const entries = fields.map((field) => [field, pick(field)] as const).filter(([, value]) => value !== '')
  return { user, groups, resourceAttributes: Object.fromEntries(entries) }
}
