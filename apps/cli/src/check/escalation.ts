/**
 * Writes of roles and bindings that the server may refuse to an operator: who writes a role needs every permission in it, or `escalate`;
 * who writes a binding needs every permission of its role, or `bind`. Pure.
 */
import type { RequiredRule } from '@kubewright/manager/permissions'
import type { ProjectDescription } from '../project/project-description.ts'
import { allows, impliedUse, rbacGroup as group, type UsedGrant } from './compare-grants.ts'
import { type Finding, nameOf } from './finding.ts'
import { notHeld } from './written-role.ts'

const check = 'rbac'
const writing = ['create', 'update', 'patch', '*']
const bindings = ['rolebindings', 'clusterrolebindings']
const roles = ['roles', 'clusterroles']

interface Program {
  /** Everything its role in the cluster allows. */
  readonly rules: readonly RequiredRule[]
  /** Recorded requests to the cluster, if there are any. */
  readonly used: readonly UsedGrant[]
  readonly cluster?: 'remote'
}

/**
 * A problem where a refusal is certain; a warning where it depends on the role that is bound.
 *
 * @param used recorded requests, if there are any
 */
export function escalationIn(
  { rules, remotes }: Pick<ProjectDescription, 'rules' | 'remotes'>,
  used: readonly UsedGrant[] = [],
): readonly Finding[] {
  const there = remotes.flatMap((remote) => remote.rules)
  return [
    ...checkEscalation({ rules, used: used.filter(({ cluster }) => cluster === undefined) }),
    ...checkEscalation({ rules: there, used: used.filter(({ cluster }) => cluster === 'remote'), cluster: 'remote' }),
  ]
}

function checkEscalation(program: Program): readonly Finding[] {
  const found = [
    ...program.rules.flatMap((rule) => declaredWrite(rule, program)),
    ...program.used.flatMap((write) => recordedWrite(write, program)),
  ]
  // Tests write the same role in many namespaces.
  const distinct = [...new Map(found.map((one) => [`${one.subject} ${one.text} ${one.next}`, one])).values()]
  const certain = new Set(distinct.filter(({ level }) => level === 'problem').map(({ subject }) => subject))
  return distinct.filter(({ level, subject }) => level === 'problem' || !certain.has(subject))
}

/** For a rule that allows to write roles or bindings, unless recorded requests show which. */
function declaredWrite(rule: RequiredRule, { rules, used, cluster }: Program): readonly Finding[] {
  const { resource, because } = rule
  const verbs = rule.verbs.filter((verb) => writing.includes(verb))
  const isBinding = bindings.includes(resource)
  if (rule.group !== group || verbs.length === 0 || !(isBinding || roles.includes(resource))) return []
  if (used.some((one) => one.group === group && one.resource === resource && impliedUse(one).length > 0)) return []
  const verb = isBinding ? 'bind' : 'escalate'
  const on = resource === 'rolebindings' ? roles : [isBinding ? 'clusterroles' : resource]
  if (rules.some((one) => on.some((role) => mentions(one, verb, role)))) return []
  const what = isBinding ? 'a binding to a role' : 'a role'
  const grant = formatGrant({ verb, resource: on.at(-1)!, name: isBinding ? 'NAME' : undefined, cluster })
  return [
    {
      check,
      level: 'warning',
      subject: `${verbs.join(', ')} ${nameOf(group, resource)}`,
      text: `is granted${placeOf(cluster)} (${because.join('; ')}), ${verb} is not: the server refuses ${what} with permissions that the operator does not hold`,
      next: isBinding
        ? `Add to grants in kubewright.config.ts, with the name of the role: ${grant}`
        : `Add to grants in kubewright.config.ts the permissions in these roles or, which allows any permission: ${grant}`,
    },
  ]
}

/** Whether a rule has the verb for some roles, wherever and whichever. */
function mentions(rule: RequiredRule, verb: string, resource: string): boolean {
  const { namespace: _place, name: _name, ...everywhere } = rule
  return allows(everywhere, { verb, group, resource })
}

function recordedWrite(write: UsedGrant, program: Program): readonly Finding[] {
  const { rules, used, cluster } = program
  const { roleRef } = write
  const [needed] = impliedUse(write)
  if (needed === undefined || rules.some((rule) => allows(rule, needed))) return []
  const missing = missingFor(write, program)
  if (missing?.length === 0) return []
  const grant = formatGrant({ ...needed, name: nameFor(needed, used), cluster })
  const to = roleRef === undefined ? '' : ` to the ${roleRef.kind} ${roleRef.name}`
  const or = roleRef === undefined ? ' these permissions or, which allows any permission' : ''
  return [
    {
      check,
      level: missing === undefined ? 'warning' : 'problem',
      subject: `${write.verb} ${nameOf(group, write.resource)}${to}`,
      text: `was requested${placeOf(cluster)} without ${needed.verb}: the server refuses it ${describeMissing(missing)}`,
      next: `Add to grants in kubewright.config.ts${or}: ${grant}`,
    },
  ]
}

/** The permissions that the operator lacks for this write; `undefined` if that depends on what the bound role contains at that time. */
function missingFor(write: UsedGrant, { rules, used }: Program): readonly UsedGrant[] | undefined {
  const roles = write.roleRef === undefined ? [write] : boundRoles(write, used)
  // A binding grants its role in the namespace of the binding only.
  const missing = roles.map((role) => notHeld(role, rules, write.namespace))
  const isSame = new Set(missing.map(({ length }) => length > 0)).size === 1
  return isSame ? missing.at(-1) : undefined
}

/** The recorded writes of the role that a binding refers to. */
function boundRoles({ roleRef, namespace }: UsedGrant, used: readonly UsedGrant[]): readonly UsedGrant[] {
  const [resource, place] = roleRef?.kind === 'Role' ? ['roles', namespace] : ['clusterroles', undefined]
  return used.filter(
    (one) =>
      one.group === group &&
      one.resource === resource &&
      one.name === roleRef?.name &&
      one.namespace === place &&
      one.rules !== undefined,
  )
}

/** Names of roles that differ from object to object are no part of a rule. A ClusterRole to bind is always named. */
function nameFor({ verb, resource, name }: UsedGrant, used: readonly UsedGrant[]): string | undefined {
  if (verb === 'bind' && resource === 'clusterroles') return name
  const alike = used.flatMap(impliedUse).filter((one) => one.verb === verb && one.resource === resource)
  return new Set(alike.map((one) => one.name)).size === 1 ? name : undefined
}

/** As many as fit on a line. */
const mostMissing = 3

function describeMissing(missing: readonly UsedGrant[] | undefined): string {
  if (missing === undefined) return 'unless the operator holds every permission of that role'
  const some = missing.slice(0, mostMissing).map((one) => `${one.verb} ${nameOf(one.group, one.resource)}`)
  const more = missing.length > mostMissing ? ` and ${missing.length - mostMissing} more` : ''
  return `because the operator does not hold ${some.join(', ')}${more}`
}

function placeOf(cluster: 'remote' | undefined): string {
  return cluster === undefined ? '' : ' in another cluster'
}

interface Grant extends Pick<UsedGrant, 'verb' | 'resource'> {
  readonly name: string | undefined
  readonly cluster: 'remote' | undefined
}

/** An entry of `grants`. */
function formatGrant({ verb, resource, name, cluster }: Grant): string {
  const only = name === undefined ? '' : ` name: '${name}',`
  const remote = cluster === undefined ? '' : " cluster: 'remote',"
  return `{ group: '${group}', resource: '${resource}', verbs: ['${verb}'],${only}${remote} because: 'say why' }`
}
