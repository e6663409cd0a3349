/** Checks whether a cluster answers, and the permissions of the account. */
import type { Client } from '@kubewright/client'
import { isNotFound } from '@kubewright/client'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { SelfSubjectReview } from '@kubewright/kubernetes/authentication/v1'
import { SelfSubjectAccessReview } from '@kubewright/kubernetes/authorization/v1'
import type { RequiredRule } from '@kubewright/manager/permissions'
import type { ProjectDescription } from '../project/project-description.ts'
import type { Diagnosis } from './diagnosis.ts'

const oldest = 30

export async function diagnoseServer(client: Client, server: string, signal: AbortSignal): Promise<Diagnosis> {
  const answer = await client.request({ path: '/version', signal, timeout: '10s' })
  const { gitVersion = 'unknown', minor = '' } = answer.json() as { gitVersion?: string; minor?: string }
  const text = `${server} is Kubernetes ${gitVersion}`
  if (Number.parseInt(minor, 10) >= oldest) return { name: 'cluster', state: 'fine', text }
  return { name: 'cluster', state: 'warning', text, next: `Kubewright is tested with 1.${oldest} and newer.` }
}

/** The user name of the account. Servers before 1.28 do not report it. */
export async function diagnoseAccount(client: Client, signal: AbortSignal): Promise<Diagnosis> {
  try {
    const { status } = await client.create(SelfSubjectReview, { metadata: {} } as never, { signal })
    return { name: 'account', state: 'fine', text: status?.userInfo?.username ?? 'nobody' }
  } catch (error) {
    return { name: 'account', state: 'skipped', text: (error as Error).message }
  }
}

export async function diagnoseDefinitions(
  client: Client,
  { crds }: ProjectDescription,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const missing: string[] = []
  for (const { name } of crds) {
    try {
      await client.get(CustomResourceDefinition, { name }, { signal })
    } catch (error) {
      if (!isNotFound(error)) return { name: 'definitions', state: 'skipped', text: (error as Error).message }
      missing.push(name)
    }
  }
  if (missing.length === 0) return { name: 'definitions', state: 'fine', text: `${crds.length} installed` }
  const next = 'Install them: kubectl apply -f deploy/crds'
  return { name: 'definitions', state: 'warning', text: `not installed: ${missing.join(', ')}`, next }
}

/** Whether this account has the operator's permissions. It needs them only if the operator runs as this account. */
export async function diagnosePermissions(
  client: Client,
  { rules }: ProjectDescription,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const missing: string[] = []
  for (const rule of rules) {
    for (const verb of rule.verbs) {
      if (!(await isGranted(client, { rule, verb, signal }))) missing.push(`${verb} ${rule.resource}`)
    }
  }
  const count = rules.reduce((sum, { verbs }) => sum + verbs.length, 0)
  if (missing.length === 0)
    return { name: 'permissions', state: 'fine', text: `all ${count} permissions of the operator are granted` }
  const next =
    'The operator cannot run with this account. Its own account in the cluster: kubectl apply -f deploy/rbac.yaml'
  return { name: 'permissions', state: 'warning', text: `this account may not ${missing.join(', ')}`, next }
}

interface Question {
  readonly rule: RequiredRule
  readonly verb: string
  readonly signal: AbortSignal
}

async function isGranted(client: Client, { rule, verb, signal }: Question): Promise<boolean> {
  const { group, namespace, name } = rule
  const [resource = '', subresource] = rule.resource.split('/')
  const resourceAttributes = {
    group,
    resource,
    verb,
    ...(subresource === undefined ? {} : { subresource }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  }
  const review = { metadata: {}, spec: { resourceAttributes } }
  const { status } = await client.create(SelfSubjectAccessReview, review as never, { signal })
  return status?.allowed === true
}
