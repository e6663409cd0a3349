/** The objects that are served: a custom resource of about 2 KB and a Deployment of about 9 KB, as clusters hold them. */

const fields = (manager, subresource) => ({
  manager,
  operation: 'Update',
  apiVersion: 'web.example.dev/v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: {
    'f:metadata': { 'f:labels': { '.': {}, 'f:app': {}, 'f:tier': {} }, 'f:annotations': { '.': {}, 'f:note': {} } },
    'f:spec': { '.': {}, 'f:image': {}, 'f:replicas': {}, 'f:domain': {}, 'f:tlsSecretName': {}, 'f:env': {} },
    'f:status': { '.': {}, 'f:url': {}, 'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:status': {} } } },
  },
  ...(subresource ? { subresource } : {}),
})

const metadata = (index, managers) => ({
  name: `object-${index}`,
  namespace: `namespace-${index % 50}`,
  uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  resourceVersion: String(100_000 + index),
  generation: 3,
  creationTimestamp: '2026-01-01T00:00:00Z',
  labels: { app: `app-${index % 100}`, tier: 'web' },
  annotations: { note: 'a note of the usual length, which somebody wrote and nobody reads' },
  managedFields: managers.map((manager, at) => fields(manager, at === 1 ? 'status' : undefined)),
})

const condition = (type) => ({
  type,
  status: 'True',
  reason: 'AsExpected',
  message: 'Everything is as it was asked for, and has been for a while.',
  lastTransitionTime: '2026-01-01T00:00:00Z',
  observedGeneration: 3,
})

/** The same with its keys in alphabetical order, as API servers write custom resources. */
export const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  )
}

export const website = (index) => ({
  apiVersion: 'web.example.dev/v1',
  kind: 'Website',
  metadata: metadata(index, ['kubectl', 'website-operator']),
  spec: {
    image: `registry.example.dev/site:${index}`,
    replicas: 3,
    domain: `site-${index}.example.dev`,
    tlsSecretName: `site-${index}-tls`,
    env: { MODE: 'production', LEVEL: 'info' },
  },
  status: { url: `https://site-${index}.example.dev`, conditions: [condition('Ready'), condition('DomainVerified')] },
})

const container = (name) => ({
  name,
  image: `registry.example.dev/${name}:1.2.3`,
  env: Array.from({ length: 30 }, (_, at) => ({ name: `VARIABLE_${at}`, value: `value number ${at} of ${name}` })),
  ports: [{ containerPort: 8080, protocol: 'TCP' }],
  resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '250m', memory: '128Mi' } },
  imagePullPolicy: 'IfNotPresent',
})

/** Which fields of a container its manager holds: one entry for each variable, as an API server records them. */
const containerFields = {
  '.': {},
  'f:image': {},
  'f:name': {},
  'f:env': Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`k:{"name":"VARIABLE_${at}"}`, { '.': {}, 'f:name': {}, 'f:value': {} }]),
  ),
}

export const deployment = (index) => {
  const meta = metadata(index, ['kubectl', 'deployment-controller'])
  meta.managedFields[0].fieldsV1['f:spec']['f:template'] = {
    'f:spec': { 'f:containers': { 'k:{"name":"web"}': containerFields, 'k:{"name":"sidecar"}': containerFields } },
  }
  return {
    metadata: meta,
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: `app-${index}` } },
      template: {
        metadata: { labels: { app: `app-${index}` } },
        spec: { containers: [container('web'), container('sidecar')], restartPolicy: 'Always' },
      },
    },
    status: { observedGeneration: 3, replicas: 3, readyReplicas: 3, conditions: [condition('Available')] },
  }
}

export const configMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { ...metadata(1, ['kubectl']), name: 'settings', namespace: 'default' },
  data: { mode: 'production', level: 'info' },
}
