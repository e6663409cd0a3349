/**
 * The 403 of the server's privilege escalation prevention: who writes a role needs every permission in it, or `escalate`; who writes a
 * binding needs every permission of its role, or `bind`. Pure.
 */
import { isJsonObject } from '@kubewright/core/json'
import { shorten } from './body-excerpt.ts'
import type { Operation } from './operation.ts'
import { parseJson } from './parse-json.ts'
import type { ServerStatus } from './server-status.ts'

const group = 'rbac.authorization.k8s.io'
const refusal = /is attempting to grant RBAC permissions not currently held:\n/
const aggregation = 'must have cluster-admin privileges to use the aggregationRule'

/** A list of the missing rules is often longer than a screen, and so is a rule that names many resources. */
const mostRules = 3

/** The message with only the first of the missing rules, each truncated, in one line; other messages are returned unchanged. */
export function shortenEscalation(message: string): string {
  const found = refusal.exec(message)
  if (found === null) return message
  const start = message.slice(0, found.index + found[0].length).trimEnd()
  const [list = '', ...lost] = message.slice(found.index + found[0].length).split('; resolution errors: ')
  const rules = list.split('\n').filter((line) => line !== '')
  const more = rules.length - mostRules
  const hidden = more > 0 ? ` and ${more} more ${more === 1 ? 'rule' : 'rules'}` : ''
  const tail = lost.length === 0 ? '' : `; resolution errors: ${lost.join('; resolution errors: ')}`
  return `${start} ${rules.slice(0, mostRules).map(shorten).join(', ')}${hidden}${tail}`
}

/**
 * The rule that allows the write; `undefined` if the server refused it for another reason.
 *
 * @param sent the request body, which names the role that a binding refers to
 */
export function adviseEscalation(
  { verb, resource, namespace, name, line = '' }: Operation,
  { message, details }: ServerStatus,
  sent: string | undefined,
): string | undefined {
  if (!refusal.test(message) && !message.includes(aggregation)) return undefined
  const plural = details.kind ?? resource?.plural
  const where = namespace === undefined ? 'a ClusterRole' : `a Role in ${namespace}, or a ClusterRole`
  if (plural === 'rolebindings' || plural === 'clusterrolebindings') {
    const role = boundRole(sent)
    const isKnown = role !== undefined
    const which = isKnown ? 'its role' : 'the role of its roleRef, here ROLE'
    const rule = role ?? { resource: 'clusterroles', name: 'ROLE' }
    return `Grant the verb bind on ${which}, in ${where}: ${formatRule({ ...rule, verb: 'bind' })}`
  }
  if (plural !== 'roles' && plural !== 'clusterroles') return undefined
  // The server does not know the name when it authorizes a create: a rule with resourceNames would not match.
  const isCreate = verb === 'create' || line.startsWith('POST ')
  const rule = { resource: plural, name: isCreate ? undefined : (details.name ?? name), verb: 'escalate' }
  return `Grant the verb escalate on ${plural}, in ${where}: ${formatRule(rule)}`
}

interface Rule {
  readonly resource: string
  readonly name: string | undefined
  readonly verb: string
}

const pluralOf: Readonly<Record<string, string>> = { Role: 'roles', ClusterRole: 'clusterroles' }

/** `undefined` if the body does not name it, as in a patch of the subjects. */
function boundRole(sent: string | undefined): Pick<Rule, 'resource' | 'name'> | undefined {
  const body = sent === undefined ? undefined : parseJson(sent)
  const roleRef = isJsonObject(body) ? body.roleRef : undefined
  if (!isJsonObject(roleRef) || typeof roleRef.kind !== 'string' || typeof roleRef.name !== 'string') return undefined
  const resource = Object.hasOwn(pluralOf, roleRef.kind) ? pluralOf[roleRef.kind] : undefined
  return resource === undefined ? undefined : { resource, name: roleRef.name }
}

/** As YAML of a role, and as an entry of `grants`. */
function formatRule({ resource, name, verb }: Rule): string {
  const named = name === undefined ? '' : `, resourceNames: [${JSON.stringify(name)}]`
  const yaml = `- {apiGroups: ["${group}"], resources: ["${resource}"]${named}, verbs: ["${verb}"]}`
  const only = name === undefined ? '' : `, name: ${quote(name)}`
  const grant = `{ group: '${group}', resource: '${resource}', verbs: ['${verb}']${only}, because: 'say why' }`
  return `${yaml}; for generated roles, add to grants in kubewright.config.ts: ${grant}`
}

function quote(text: string): string {
  return /^[\w.:-]+$/.test(text) ? `'${text}'` : JSON.stringify(text)
}
