/** Converts the objects listed by a server into the module that contains them. */
import {
  type BootstrapObject,
  formatBootstrap,
  parseBootstrap,
} from '../../packages/apiserver/src/auth/rbac/bootstrap-text.ts'

const lists = {
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Role: 'roles',
  RoleBinding: 'rolebindings',
}

/** @param read the body at a path. Failure: throws if the compact form would lose information. */
export async function readBootstrapObjects(
  read: (path: string) => Promise<unknown>,
): Promise<readonly BootstrapObject[]> {
  const objects: BootstrapObject[] = []
  for (const [kind, plural] of Object.entries(lists)) {
    const { items } = (await read(`/apis/rbac.authorization.k8s.io/v1/${plural}`)) as { items: BootstrapObject[] }
    objects.push(...items.map((item) => essential({ ...item, kind } as BootstrapObject)))
  }
  const lost = objects.find(
    (object) => JSON.stringify(parseBootstrap(formatBootstrap([object]))[0]) !== JSON.stringify(object),
  )
  if (lost !== undefined)
    throw new Error(`The form of ${lost.kind} ${lost.metadata.name} is not one the lines can hold.`)
  return objects
}

/** Without the parts that differ between servers, and with a fixed order of fields. */
function essential(object: BootstrapObject): BootstrapObject {
  const { name, namespace, labels, annotations } = object.metadata
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }), labels, annotations }
  if ('roleRef' in object) {
    const { kind, subjects, roleRef } = object
    return { kind, metadata, ...(subjects === undefined ? {} : { subjects }), roleRef }
  }
  const { kind, rules, aggregationRule } = object
  return { kind, metadata, rules, ...(aggregationRule === undefined ? {} : { aggregationRule }) }
}

export function bootstrapModule(objects: readonly BootstrapObject[], version: string): string {
  return `/** The roles and bindings of kube-apiserver ${version}, made by tools/bootstrap-rbac. Do not edit. */
export const bootstrapText = \`
${formatBootstrap(objects)}
\`
`
}
