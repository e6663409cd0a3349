/** Objects with a value in most fields that have a grammar. */
import type { JsonValue } from '@kubewright/core/json'

const meta = {
  name: 'grown',
  labels: { app: 'web' },
  annotations: { note: 'x' },
  finalizers: ['example.com/a'],
  ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u' }],
}
const podSpec = {
  containers: [
    {
      name: 'c',
      image:
        'registry.example.com:5000/team/image:v1@sha256:0000000000000000000000000000000000000000000000000000000000000000',
      command: ['run'],
      args: ['--a=$(B)'],
      env: [
        { name: 'A', value: 'b' },
        { name: 'B', valueFrom: { fieldRef: { fieldPath: "metadata.labels['app']" } } },
      ],
      envFrom: [{ prefix: 'P_', configMapRef: { name: 'a' } }],
      ports: [{ name: 'http', containerPort: 80, hostIP: '10.0.0.1' }],
      resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m' } },
      volumeMounts: [{ name: 'v', mountPath: '/a', subPath: 'b' }],
      livenessProbe: { httpGet: { path: '/a', port: 80, httpHeaders: [{ name: 'a', value: 'b' }] } },
      lifecycle: { preStop: { exec: { command: ['a'] } } },
    },
  ],
  initContainers: [{ name: 'i', image: 'i' }],
  volumes: [{ name: 'v', projected: { sources: [{ configMap: { name: 'a', items: [{ key: 'k', path: 'p/q' }] } }] } }],
  nodeSelector: { a: 'b' },
  tolerations: [{ key: 'a', operator: 'Equal', value: 'b', effect: 'NoSchedule' }],
  hostAliases: [{ ip: '10.0.0.1', hostnames: ['a.b'] }],
  imagePullSecrets: [{ name: 'a' }],
  serviceAccountName: 'default',
  hostname: 'a',
  subdomain: 'b',
  dnsConfig: { nameservers: ['10.0.0.1'], searches: ['a.b'], options: [{ name: 'a', value: 'b' }] },
  securityContext: { sysctls: [{ name: 'kernel.a', value: '1' }], supplementalGroups: [1] },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
      },
    },
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'a', labelSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] } },
      ],
    },
  },
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' }],
}
const selector = { matchLabels: { app: 'web' } }
const template = { metadata: { labels: { app: 'web' } }, spec: podSpec }
const rules = [{ operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments/scale'] }]

const sample = (path: string, apiVersion: string, kind: string, rest: Record<string, JsonValue>) => ({
  path,
  kind,
  object: { apiVersion, kind, metadata: meta, ...rest } as JsonValue,
})

export const growthSamples: readonly { readonly path: string; readonly kind: string; readonly object: JsonValue }[] = [
  sample('/api/v1/namespaces/default/pods', 'v1', 'Pod', { spec: podSpec }),
  sample('/apis/apps/v1/namespaces/default/deployments', 'apps/v1', 'Deployment', { spec: { selector, template } }),
  sample('/api/v1/namespaces/default/services', 'v1', 'Service', {
    spec: {
      selector: { app: 'web' },
      ports: [{ name: 'a', port: 80, targetPort: 'http' }],
      externalIPs: ['10.1.0.1'],
      loadBalancerSourceRanges: ['10.0.0.0/8'],
      externalName: 'a.b',
    },
  }),
  sample('/apis/networking.k8s.io/v1/namespaces/default/ingresses', 'networking.k8s.io/v1', 'Ingress', {
    spec: {
      ingressClassName: 'a',
      tls: [{ hosts: ['*.a.b'], secretName: 's' }],
      rules: [
        {
          host: '*.a.b',
          http: {
            paths: [{ path: '/a', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }],
          },
        },
      ],
    },
  }),
  sample('/apis/networking.k8s.io/v1/namespaces/default/networkpolicies', 'networking.k8s.io/v1', 'NetworkPolicy', {
    spec: {
      podSelector: selector,
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }], ports: [{ port: 80 }] }],
    },
  }),
  sample('/apis/rbac.authorization.k8s.io/v1/clusterroles', 'rbac.authorization.k8s.io/v1', 'ClusterRole', {
    rules: [
      { verbs: ['get'], apiGroups: ['apps'], resources: ['pods/log'], resourceNames: ['a'] },
      { verbs: ['get'], nonResourceURLs: ['/a/*'] },
    ],
  }),
  sample(
    '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    'admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    {
      webhooks: [
        {
          name: 'a.b.c',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          clientConfig: { url: 'https://a.b:1/c?d' },
          rules,
          matchConditions: [{ name: 'a', expression: 'true' }],
          namespaceSelector: selector,
        },
      ],
    },
  ),
  sample(
    '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicy',
    {
      spec: {
        matchConstraints: { resourceRules: rules },
        variables: [{ name: 'a', expression: '1' }],
        validations: [{ expression: "object.metadata.name == 'a'", message: 'no' }],
      },
    },
  ),
  sample(
    '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    {
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
  ),
  sample('/api/v1/namespaces/default/resourcequotas', 'v1', 'ResourceQuota', {
    spec: { hard: { 'requests.cpu': '1' }, scopes: ['BestEffort'] },
  }),
  sample('/api/v1/namespaces/default/secrets', 'v1', 'Secret', { stringData: { a: 'b' }, data: { c: 'ZA==' } }),
]
