/** A process of external controllers on the server under test, with exactly the permissions derived from them. */
import { type Client, createClient } from '@kubewright/client'
import type { Controller } from '@kubewright/controller'
import { ClusterRole, RoleBinding } from '@kubewright/kubernetes/rbac/v1'
import { requiredRules } from '@kubewright/manager/permissions'
import { server } from '../client/server.ts'
import { type Process, startProcess } from '../wire/process.ts'

export async function startOperator(
  admin: Client & { readonly namespace: string },
  ...controllers: readonly Controller[]
): Promise<Process> {
  const { namespace } = admin
  const user = `operator-of-${namespace}`
  await allow(admin, user, controllers)
  const { url, ca, token } = server()
  const impersonate = { user, groups: ['system:authenticated'] }
  const client = createClient({ server: url, ca, token, impersonate }, { fieldManager: 'operator', namespace })
  const process = await startProcess(client, { controllers, cache: { namespace }, shutdownTimeout: '200ms' })
  const end = async () => {
    await process[Symbol.asyncDispose]()
    await client[Symbol.asyncDispose]()
  }
  return Object.assign(Object.create(process) as Process, { [Symbol.asyncDispose]: end })
}

/** In its namespace only. */
async function allow(admin: Client, user: string, controllers: readonly Controller[]): Promise<void> {
  const rules = requiredRules(controllers).map(({ group, resource, verbs }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs: [...verbs],
  }))
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }]
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user }
  await admin.apply(ClusterRole, { metadata: { name: user }, rules })
  await admin.apply(RoleBinding, { metadata: { name: user }, subjects, roleRef })
}
