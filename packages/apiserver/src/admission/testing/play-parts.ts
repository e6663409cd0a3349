/** Building blocks of plays. */
import type { Given, Play, Step } from './play.ts'

export const registration = '/apis/admissionregistration.k8s.io/v1'
export const configMaps = '/api/v1/namespaces/kw-a/configmaps'
export const pods = '/api/v1/namespaces/kw-a/pods'
export const deployments = '/apis/apps/v1/namespaces/kw-a/deployments'
export const autoscalers = '/apis/autoscaling/v2/namespaces/kw-a/horizontalpodautoscalers'
export const clusterRoles = '/apis/rbac.authorization.k8s.io/v1/clusterroles'

export const mergeType = 'application/merge-patch+json'

export interface Rule {
  readonly operations: readonly string[]
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  readonly resources: readonly string[]
  readonly scope?: string
  readonly resourceNames?: readonly string[]
}

export const ruleFor = (resources: readonly string[], more: Partial<Rule> = {}): Rule => ({
  operations: ['*'],
  apiGroups: ['*'],
  apiVersions: ['*'],
  resources,
  ...more,
})

/** A webhook for ConfigMaps in one of the two namespaces of the plays. */
export const webhook = (name: string, answer: string, more: object = {}) => ({
  name: `${name}.kw.dev`,
  clientConfig: { url: `{{hooks}}/${answer}`, caBundle: '{{ca}}' },
  rules: [ruleFor(['configmaps'])],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  timeoutSeconds: 1,
  namespaceSelector: { matchLabels: { team: 'a' } },
  ...more,
})

const configuration =
  (plural: string) =>
  (name: string, ...webhooks: readonly object[]): Given => ({
    path: `${registration}/${plural}`,
    body: { metadata: { name }, webhooks } as Given['body'],
  })

export const mutating = configuration('mutatingwebhookconfigurations')
export const validating = configuration('validatingwebhookconfigurations')

/** Creates a ConfigMap in a dry run. */
export const tryConfigMap = (name = 'x', data: object = { a: '1' }, metadata: object = {}): Step => ({
  path: `${configMaps}?dryRun=All`,
  body: { metadata: { name, ...metadata }, data },
})

export const patchStep = (path: string, body: unknown, type = mergeType): Step => ({
  method: 'PATCH',
  path,
  type,
  body,
})
export const deletion = (path: string, body?: unknown): Step => ({
  method: 'DELETE',
  path,
  ...(body === undefined ? {} : { body }),
})

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
export const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: { replicas: 1, selector: { matchLabels: { a: 'b' } }, template },
}
export const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }

/** A play that creates ConfigMaps in a dry run, with these objects in place. */
export const trying = (name: string, given: readonly Given[], ...steps: readonly Step[]): Play => ({
  name,
  given,
  steps: steps.length === 0 ? [tryConfigMap()] : steps,
})

const scaled = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }
const [text, count] = [{ type: 'string' }, { type: 'integer' }]
const widget = (name: string) => ({
  name,
  served: true,
  storage: name === 'v1',
  subresources: { status: {}, scale: scaled },
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { x: text, y: { ...text, default: 'filled' }, replicas: count } },
        status: { type: 'object', properties: { x: text, replicas: count } },
      },
    },
  },
})

/** A kind with two versions that differ only in name. */
export const widgetDefinition: Given = {
  path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  body: {
    metadata: { name: 'widgets.kw.dev' },
    spec: {
      group: 'kw.dev',
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: ['v1', 'v2'].map(widget),
    },
  } as Given['body'],
}
export const widgets = (version: string) => `/apis/kw.dev/${version}/namespaces/kw-a/widgets`
