/** The rules for serving webhooks: on a certificate Secret, webhook configurations, and CRDs with conversion. */
import type { WebhookServerOptions } from '@kubewright/webhook'
import type { RequiredRule } from './required-rule.ts'

export function webhookRules({ serve, certificates, installation }: WebhookServerOptions): readonly RequiredRule[] {
  const secret = typeof certificates === 'object' && 'secret' in certificates ? certificates.secret : undefined
  return [
    ...(secret === undefined ? [] : secretRules(secret)),
    ...(installation === undefined ? [] : installationRules(serve, installation.name)),
  ]
}

/** `create` cannot be restricted by name. */
function secretRules({
  name,
  namespace,
}: {
  readonly name: string
  readonly namespace: string
}): readonly RequiredRule[] {
  const rule = { group: '', resource: 'secrets', namespace, because: ['webhooks store their certificates there'] }
  return [
    { ...rule, verbs: ['create'] },
    { ...rule, name, verbs: ['get', 'update'] },
  ]
}

function installationRules(serve: WebhookServerOptions['serve'], name: string): readonly RequiredRule[] {
  const group = 'admissionregistration.k8s.io'
  const because = ['webhooks are registered there']
  const configurations = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].flatMap((resource) => [
    { group, resource, verbs: ['list', 'create'], because },
    { group, resource, name, verbs: ['get', 'patch', 'delete'], because },
  ])
  const definitions = serve.flatMap((webhook) => {
    if (webhook.type !== 'conversion') return []
    const rule = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', name: webhook.name }
    return [{ ...rule, verbs: ['get', 'patch'], because: ['conversion webhooks are registered there'] }]
  })
  return [...(serve.some(({ type }) => type === 'admission') ? configurations : []), ...definitions]
}
