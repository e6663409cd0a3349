/** Finds writes of the operator that its permissions do not cover. Pure. */
import { type RequiredRule, requiredRules } from '@kubewright/manager'
import type { Exploration } from './exploration.ts'
import type { Externals } from './external-call.ts'
import { type Finding, finding } from './failure.ts'
import type { RunOracle } from './run-oracle.ts'
import type { TraceEntry } from './trace.ts'

type Rule = Pick<RequiredRule, 'group' | 'resource' | 'verbs'>

/** Finds nothing wrong if nobody says what is permitted. */
export function permissionOracle<Outside extends Externals>({
  permissions,
  controllers,
  outside,
}: Pick<Exploration<Outside>, 'permissions' | 'controllers' | 'outside'>): RunOracle {
  if (permissions === undefined) return { findingsOf: () => [] }
  const list = typeof controllers === 'function' ? controllers(outside?.() ?? ({} as Outside)) : controllers
  const rules: readonly Rule[] = [...requiredRules(list), ...permissions]
  return { findingsOf: ({ trace }) => beyond(rules, trace.entries) }
}

function beyond(rules: readonly Rule[], entries: readonly TraceEntry[]): readonly Finding[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'call' || entry.nth === 0 || !entry.writes || !entry.call.includes(' ')) return []
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

/** An apply is a patch, and makes what is not there. */
function neededFor(call: string, status: number | string | undefined): readonly Need[] {
  const [verb = '', kind = ''] = call.split(' ')
  const [named = '', subresource] = kind.split('/')
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
