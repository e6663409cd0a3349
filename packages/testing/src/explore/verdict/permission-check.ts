/** Finds writes of the operator that its permissions do not cover. Pure. */
import { type RequiredRule, requiredRules } from '@kubewright/manager/permissions'
import { clusterOfCall, kindWithoutCluster } from '../../requests/cluster-place.ts'
import type { Exploration } from '../definition/exploration.ts'
import type { Externals } from '../world/external-call.ts'
import { type Finding, finding } from '../trace/finding.ts'
import type { RunOracle } from '../definition/run-oracle.ts'
import type { TraceEntry } from '../trace/trace.ts'

type Rule = Pick<RequiredRule, 'group' | 'resource' | 'verbs'>

/** Finds nothing if no permissions are given. */
export function permissionOracle<Outside extends Externals>({
  permissions,
  controllers,
  outside,
  clusters = [],
}: Pick<Exploration<Outside>, 'permissions' | 'controllers' | 'outside' | 'clusters'>): RunOracle {
  if (permissions === undefined) return { findingsOf: () => [] }
  const list = typeof controllers === 'function' ? controllers(outside?.() ?? ({} as Outside)) : controllers
  const rulesIn = (cluster: 'home' | 'remote'): readonly Rule[] => [
    ...requiredRules(list, clusters.length === 0 ? {} : { cluster, clusters: [] }),
    ...permissions,
  ]
  const rules = { home: rulesIn('home'), remote: clusters.length === 0 ? [] : rulesIn('remote') }
  return { findingsOf: ({ trace }) => beyond(rules, trace.entries) }
}

interface Rules {
  readonly home: readonly Rule[]
  /** The rules in every other cluster. */
  readonly remote: readonly Rule[]
}

function beyond({ home, remote }: Rules, entries: readonly TraceEntry[]): readonly Finding[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'call' || entry.nth === 0 || !entry.writes || !entry.call.includes(' ')) return []
    const rules = clusterOfCall(entry.call) === undefined ? home : remote
    const missing = neededFor(entry.call, entry.status).filter((need) => !rules.some((rule) => covers(rule, need)))
    return missing.map(({ verb, group, resource }) => {
      const kind = group === '' ? resource : `${resource} of ${group}`
      return finding('permission', `the operator needs to ${verb} ${kind}, and may not`, [entry.call])
    })
  })
}

interface Need {
  readonly verb: string
  readonly group: string
  readonly resource: string
}

/** An apply is a patch, and creates a missing object. */
function neededFor(call: string, status: number | string | undefined): readonly Need[] {
  const [verb = '', kind = ''] = call.split(' ')
  const [inCluster = '', subresource] = kind.split('/')
  const named = kindWithoutCluster(inCluster)
  const at = named.indexOf('.')
  const [plural, group] = at < 0 ? [named, ''] : [named.slice(0, at), named.slice(at + 1)]
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`
  if (verb !== 'apply') return [{ verb, group, resource }]
  return [{ verb: 'patch', group, resource }, ...(status === 201 ? [{ verb: 'create', group, resource }] : [])]
}

function covers(rule: Rule, { verb, group, resource }: Need): boolean {
  const isIn = (list: readonly string[], value: string) => list.includes(value) || list.includes('*')
  return isIn([rule.group], group) && isIn([rule.resource], resource) && isIn(rule.verbs, verb)
}
