/**
 * The roles and bindings every server starts with, as lines that people can read and compare:
 *
 * ```text
 * clusterrole system:aggregate-to-view for view
 *   get,list,watch "" configmaps,pods
 *   get /healthz,/version/
 * clusterrole view for edit gathers view
 * clusterrolebinding system:basic-user to ClusterRole system:basic-user
 *   Group system:authenticated
 * rolebinding kube-public/system:controller:bootstrap-signer to Role system:controller:bootstrap-signer
 *   ServiceAccount kube-system/bootstrap-signer
 * ```
 *
 * A rule has its verbs, groups and resources, and perhaps names; one with two columns is about paths.
 */
import type { Subject } from './binding.ts'
import type { PolicyRule } from './policy-rule.ts'

const group = 'rbac.authorization.k8s.io'

interface BootstrapMeta {
  readonly name: string
  readonly namespace?: string
  readonly labels: Record<string, string>
  readonly annotations: Record<string, string>
}

export interface BootstrapRole {
  readonly kind: 'Role' | 'ClusterRole'
  readonly metadata: BootstrapMeta
  /** `null` for a role that aggregates others. */
  readonly rules: readonly PolicyRule[] | null
  readonly aggregationRule?: { readonly clusterRoleSelectors: readonly { readonly matchLabels: object }[] }
}

export interface BootstrapBinding {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
  readonly metadata: BootstrapMeta
  /** Left out if the role is bound to no subject. */
  readonly subjects?: readonly (Subject & { readonly apiGroup?: string })[]
  readonly roleRef: { readonly apiGroup: string; readonly kind: string; readonly name: string }
}

export type BootstrapObject = BootstrapRole | BootstrapBinding

const kinds = {
  clusterrole: 'ClusterRole',
  role: 'Role',
  clusterrolebinding: 'ClusterRoleBinding',
  rolebinding: 'RoleBinding',
} as const

export function parseBootstrap(text: string): readonly BootstrapObject[] {
  const blocks = text.trim().split(/\n(?! )/)
  return blocks.map((block) => {
    const [head = '', ...lines] = block.split('\n')
    return parseObject(
      head.split(' '),
      lines.map((line) => line.trim().split(' ')),
    )
  })
}

function parseObject([word = '', path = '', ...words]: readonly string[], lines: readonly string[][]): BootstrapObject {
  const kind = kinds[word as keyof typeof kinds]
  const after = (joint: string) => (words.includes(joint) ? words[words.indexOf(joint) + 1] : undefined)
  const metadata = metaOf(path, after('for'))
  if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') {
    const [, roleKind = '', name = ''] = words
    const subjects = lines.length === 0 ? {} : { subjects: lines.map(parseSubject) }
    return { kind, metadata, ...subjects, roleRef: { apiGroup: group, kind: roleKind, name } }
  }
  const gathered = after('gathers')
  if (gathered === undefined) return { kind, metadata, rules: lines.map(parseRule) }
  const clusterRoleSelectors = [{ matchLabels: { [aggregationLabel(gathered)]: 'true' } }]
  return { kind, metadata, rules: null, aggregationRule: { clusterRoleSelectors } }
}

function metaOf(path: string, target: string | undefined): BootstrapMeta {
  const slash = path.indexOf('/')
  return {
    name: path.slice(slash + 1),
    ...(slash < 0 ? {} : { namespace: path.slice(0, slash) }),
    labels: {
      'kubernetes.io/bootstrapping': 'rbac-defaults',
      ...(target === undefined ? {} : { [aggregationLabel(target)]: 'true' }),
    },
    annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  }
}

function aggregationLabel(target: string): string {
  return `rbac.authorization.k8s.io/aggregate-to-${target}`
}

function parseRule([verbs = '', second = '', resources, names]: readonly string[]): PolicyRule {
  if (resources === undefined) return { verbs: parseList(verbs), nonResourceURLs: parseList(second) }
  return {
    verbs: parseList(verbs),
    apiGroups: parseList(second),
    resources: parseList(resources),
    ...(names === undefined ? {} : { resourceNames: parseList(names) }),
  }
}

/** The core group has no name; it is written as a pair of quotes. */
function parseList(text: string): readonly string[] {
  return text.split(',').map((item) => (item === '""' ? '' : item))
}

function parseSubject([kind = '', path = '']: readonly string[]) {
  if (kind !== 'ServiceAccount') return { kind, apiGroup: group, name: path }
  const [namespace = '', name = ''] = path.split('/')
  return { kind, name, namespace }
}

/** The inverse of `parseBootstrap`. */
export function formatBootstrap(objects: readonly BootstrapObject[]): string {
  return objects.map((object) => [headOf(object), ...linesOf(object)].join('\n')).join('\n')
}

function headOf(object: BootstrapObject): string {
  const { name, namespace, labels } = object.metadata
  const head = `${object.kind.toLowerCase()} ${namespace === undefined ? name : `${namespace}/${name}`}`
  if ('roleRef' in object) return `${head} to ${object.roleRef.kind} ${object.roleRef.name}`
  const target = targetOf(labels)
  const gathered = targetOf(object.aggregationRule?.clusterRoleSelectors[0]?.matchLabels ?? {})
  return [
    head,
    ...(target === undefined ? [] : [`for ${target}`]),
    ...(gathered === undefined ? [] : [`gathers ${gathered}`]),
  ].join(' ')
}

function targetOf(labels: object): string | undefined {
  return Object.keys(labels)
    .find((label) => label.startsWith(aggregationLabel('')))
    ?.slice(aggregationLabel('').length)
}

function linesOf(object: BootstrapObject): readonly string[] {
  if ('roleRef' in object) {
    return (object.subjects ?? []).map(
      ({ kind, name, namespace }) => `  ${kind} ${namespace ? `${namespace}/` : ''}${name}`,
    )
  }
  return (object.rules ?? []).map(({ verbs = [], apiGroups = [], resources, resourceNames, nonResourceURLs }) => {
    const groups = apiGroups.map((item) => (item === '' ? '""' : item))
    const columns = nonResourceURLs ? [verbs, nonResourceURLs] : [verbs, groups, resources, resourceNames]
    return `  ${columns.flatMap((column) => (column ? [column.join(',')] : [])).join(' ')}`
  })
}
