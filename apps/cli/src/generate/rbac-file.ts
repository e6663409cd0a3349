/** The roles an operator needs, and what binds them to its account. Pure. */
import { formatRoles } from '@kubewright/manager'
import type { ProjectDescription } from '../project/project-description.ts'
import { markedYaml, yamlOf } from './marked-text.ts'
import { labelsOf } from './manifest-labels.ts'

export const rbacPath = 'deploy/rbac.yaml'

/** Reasons stand beside the rules: whoever reviews a role wants to know them. */
export function rbacFile(project: ProjectDescription): readonly [string, string] {
  const roles = formatRoles(project.rules, project.name)
  const bindings = placesOf(project).map((place) => yamlOf(bindingFor(project, place)))
  return [rbacPath, markedYaml([roles, ...bindings].filter((text) => text !== '').join('---\n'))]
}

/** Namespaces in which something is needed; the empty one stands for everywhere. As `formatRoles` sorts them. */
function placesOf({ rules }: ProjectDescription): readonly string[] {
  return [...new Set(rules.map(({ namespace = '' }) => namespace))].sort()
}

function bindingFor({ name, namespace }: ProjectDescription, place: string): object {
  const [binding, role] = place === '' ? ['ClusterRoleBinding', 'ClusterRole'] : ['RoleBinding', 'Role']
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: binding,
    metadata: { name, ...(place === '' ? {} : { namespace: place }), labels: labelsOf(name) },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role, name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  }
}
