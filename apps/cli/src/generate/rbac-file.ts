/** The roles of an operator and their bindings. Pure. */
import { formatRoles } from '@kubewright/manager/permissions'
import type { ProjectDescription } from '../project/project-description.ts'
import { markedYaml, yamlOf } from './marked-text.ts'
import { labelsOf } from './manifest-labels.ts'

export const rbacPath = 'deploy/rbac.yaml'

/** Each rule carries its reasons as comments, for reviewers of the role. */
export function rbacFile(project: ProjectDescription): readonly [string, string] {
  const roles = formatRoles(project.rules, project.name)
  const bindings = placesOf(project).map((place) => yamlOf(bindingFor(project, place)))
  const reader = project.metrics?.access === 'authorized' ? [yamlOf(metricsReaderOf(project))] : []
  return [rbacPath, markedYaml([roles, ...bindings, ...reader].filter((text) => text !== '').join('---\n'))]
}

/**
 * The RBAC objects for other clusters, one file per cluster selection: the namespace and account that the operator connects as, its roles
 * and their bindings.
 */
export function remoteRbacFiles(project: ProjectDescription): readonly (readonly [string, string])[] {
  return project.remotes.map((remote) => {
    const { suffix, where, rules } = remote
    const name = suffix === '' ? project.name : `${project.name}-${suffix}`
    const there = { ...project, name, rules }
    const account = accountOf(project)
    const roles = formatRoles(rules, name)
    const bindings = placesOf(there).map((place) => yamlOf(bindingFor(there, place, project.name)))
    const text = [...account.map(yamlOf), roles, ...bindings].filter((one) => one !== '').join('---\n')
    return [
      `deploy/remote/rbac${suffix === '' ? '' : `-${suffix}`}.yaml`,
      markedYaml(`# For ${where}.\n${text}`),
    ] as const
  })
}

function accountOf({ name, namespace }: ProjectDescription): readonly object[] {
  const labels = labelsOf(name)
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace, labels } },
  ]
}

/** Unbound: the user binds it to the account of a metrics scraper. */
function metricsReaderOf({ name }: ProjectDescription): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: `${name}-metrics-reader`, labels: labelsOf(name) },
    rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
  }
}

/** The namespaces of the rules, sorted as in `formatRoles`. The empty string is cluster-wide. */
function placesOf({ rules }: ProjectDescription): readonly string[] {
  return [...new Set(rules.map(({ namespace = '' }) => namespace))].sort()
}

function bindingFor({ name, namespace }: ProjectDescription, place: string, account = name): object {
  const [binding, role] = place === '' ? ['ClusterRoleBinding', 'ClusterRole'] : ['RoleBinding', 'Role']
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: binding,
    metadata: { name, ...(place === '' ? {} : { namespace: place }), labels: labelsOf(name) },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role, name },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  }
}
