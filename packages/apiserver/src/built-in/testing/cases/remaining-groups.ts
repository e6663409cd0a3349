import type { CaseStep, Cases } from '../built-in-cases.ts'

const table = { table: true }
const spec = (patch: object): CaseStep => ({ patch: { spec: patch } })
const status = (patch: object, isKept = false): CaseStep => ({ at: 'status', patch: { status: patch }, isKept })
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }
const backend = { service: { name: 's', port: { number: 80 } } }
const webhook = {
  name: 'a.example.com',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { url: 'https://127.0.0.1/x' },
}
const hookRule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }

export const remainingGroupCases: Readonly<Record<string, Cases>> = {
  'coordination.k8s.io/v1 Lease': {
    'one that is renamed': [
      { spec: { holderIdentity: 'h' } },
      { name: { patch: { metadata: { name: 'x' } } }, uid: { patch: { metadata: { uid: 'x' } } } },
    ],
    empty: [{}, { table }],
    full: [
      {
        spec: {
          holderIdentity: 'h',
          leaseDurationSeconds: 15,
          acquireTime: '2026-01-01T00:00:00.000000Z',
          renewTime: '2026-01-01T00:00:00.000000Z',
          leaseTransitions: 0,
        },
      },
      { table, renew: spec({ leaseTransitions: 1 }) },
    ],
    bad: { spec: { leaseDurationSeconds: 0, leaseTransitions: -1, preferredHolder: 'x' } },
  },
  'rbac.authorization.k8s.io/v1 Role': {
    empty: {},
    full: [{ rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] }, { table }],
    bad: { rules: [{}, { verbs: ['get'], nonResourceURLs: ['/x'] }, { verbs: ['get'], apiGroups: [''] }] },
    'a colon in the name': { metadata: { name: 'a:b' } },
    'a slash in the name': { metadata: { name: 'a/b' } },
  },
  'rbac.authorization.k8s.io/v1 ClusterRole': {
    'one that changes': [
      { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] },
      { rules: { patch: { rules: [] } }, table },
    ],
    empty: {},
    full: {
      rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    },
    bad: { rules: [{ verbs: ['get'], nonResourceURLs: ['/x'], apiGroups: [''] }], aggregationRule: {} },
  },
  'rbac.authorization.k8s.io/v1 RoleBinding': {
    empty: {},
    full: [
      {
        roleRef: { kind: 'Role', name: 'r' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'Group', name: 'g' },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
        ],
      },
      { table, 'other role': { patch: { roleRef: { name: 'x' } } } },
    ],
    bad: {
      roleRef: { apiGroup: 'x', kind: 'Nope', name: 'a/b' },
      subjects: [
        { kind: 'Nope' },
        { kind: 'ServiceAccount', name: 'A_', apiGroup: 'x' },
        { kind: 'User', name: 'u', apiGroup: 'x' },
      ],
    },
  },
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': {
    full: [{ roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'User', name: 'u' }] }, { table }],
    bad: { roleRef: { kind: 'Role', name: '' }, subjects: [{ kind: 'ServiceAccount', name: 's' }] },
  },
  'networking.k8s.io/v1 Ingress': {
    'one that changes': [
      { spec: { defaultBackend: backend } },
      {
        spec: spec({ defaultBackend: { service: { port: { number: 81 } } } }),
        label: { patch: { metadata: { labels: { a: 'b' } } } },
      },
    ],
    empty: {},
    full: [
      {
        spec: {
          ingressClassName: 'c',
          rules: [{ host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
          tls: [{ hosts: ['a.example.com'], secretName: 's' }],
        },
      },
      {
        table,
        address: status({ loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } }, true),
        'table with address': table,
        'bad address': status({ loadBalancer: { ingress: [{ ip: 'x', hostname: '1.2.3.4' }] } }),
      },
    ],
    'a default backend': { spec: { defaultBackend: backend } },
    bad: {
      metadata: { annotations: { 'kubernetes.io/ingress.class': 'x' } },
      spec: {
        ingressClassName: 'A_',
        defaultBackend: {},
        rules: [
          { host: '1.2.3.4', http: {} },
          {
            host: '*.A',
            http: {
              paths: [
                { path: 'x', pathType: 'Exact', backend: { service: {} } },
                { backend },
                {
                  path: '/a//b',
                  pathType: 'Nope',
                  backend: {
                    service: { name: 'S_', port: { name: 'a', number: 1 } },
                    resource: { kind: 'k', name: 'n' },
                  },
                },
              ],
            },
          },
        ],
        tls: [{ hosts: ['A_'], secretName: 'B_' }],
      },
    },
    'an old class': {
      metadata: { annotations: { 'kubernetes.io/ingress.class': 'x' } },
      spec: { defaultBackend: backend },
    },
  },
  'networking.k8s.io/v1 IngressClass': {
    'one that changes': [
      { spec: { controller: 'example.com/c' } },
      {
        parameters: spec({ parameters: { kind: 'K', name: 'n' } }),
        label: { patch: { metadata: { labels: { a: 'b' } } } },
      },
    ],
    empty: {},
    full: [
      { spec: { controller: 'example.com/c', parameters: { kind: 'K', name: 'n', apiGroup: 'example.com' } } },
      { table, 'other controller': spec({ controller: 'example.com/d' }) },
    ],
    bad: { spec: { controller: 'x', parameters: { scope: 'Namespace' } } },
  },
  'networking.k8s.io/v1 NetworkPolicy': {
    'one that changes': [
      {},
      { spec: spec({ policyTypes: ['Egress'] }), label: { patch: { metadata: { labels: { a: 'b' } } } } },
    ],
    empty: [{}, { table }],
    full: [
      {
        spec: {
          podSelector: { matchLabels: { a: 'b' } },
          ingress: [
            {
              from: [{ podSelector: {} }, { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }],
              ports: [{ port: 80 }, { port: 'web', protocol: 'UDP' }],
            },
          ],
          egress: [{}],
        },
      },
      { table },
    ],
    bad: {
      spec: {
        policyTypes: ['Nope'],
        ingress: [
          {
            from: [
              {},
              { podSelector: {}, ipBlock: { cidr: 'x' } },
              { ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/8'] } },
            ],
            ports: [
              { port: 0 },
              { protocol: 'Nope', endPort: 1 },
              { port: 80, endPort: 79 },
              { port: 'A_', endPort: 1 },
            ],
          },
        ],
      },
    },
  },
  'policy/v1 PodDisruptionBudget': {
    empty: [{}, { table }],
    full: [
      { spec: { minAvailable: '50%', selector: { matchLabels: { a: 'b' } } } },
      {
        table,
        'other selector': spec({ selector: { matchLabels: { c: 'd' } } }),
        negative: status({ disruptionsAllowed: -1 }),
      },
    ],
    bad: { spec: { minAvailable: -1, maxUnavailable: '150%', unhealthyPodEvictionPolicy: 'Nope' } },
  },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    'one that changes': [
      { spec: { scaleTargetRef: target, maxReplicas: 3 } },
      { most: spec({ maxReplicas: 4 }), least: spec({ minReplicas: 9 }) },
    ],
    empty: {},
    minimal: [
      { spec: { scaleTargetRef: target, maxReplicas: 3 } },
      {
        table,
        counts: status(
          {
            currentReplicas: 1,
            desiredReplicas: 2,
            currentMetrics: [
              { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 50, averageValue: '1' } } },
            ],
          },
          true,
        ),
        'table with counts': table,
        negative: status({ currentReplicas: -1 }),
      },
    ],
    behavior: {
      spec: { scaleTargetRef: target, maxReplicas: 3, behavior: { scaleDown: { stabilizationWindowSeconds: 10 } } },
    },
    metrics: [
      {
        spec: {
          scaleTargetRef: target,
          maxReplicas: 3,
          metrics: [
            { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
            { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '10' } } },
            {
              type: 'External',
              external: {
                metric: { name: 'e', selector: { matchLabels: { a: 'b' } } },
                target: { type: 'Value', value: '10' },
              },
            },
          ],
        },
      },
      { table },
    ],
    bad: {
      spec: {
        scaleTargetRef: { kind: '' },
        minReplicas: 0,
        maxReplicas: -1,
        metrics: [
          {},
          { type: 'Resource' },
          { type: 'Resource', resource: { target: { type: 'Nope' } } },
          { type: 'Pods', object: { target: {} } },
        ],
        behavior: {
          scaleUp: {
            policies: [{ type: 'Nope', value: 0, periodSeconds: 9999 }],
            selectPolicy: 'Nope',
            stabilizationWindowSeconds: 9999,
          },
        },
      },
    },
  },
  'autoscaling/v1 HorizontalPodAutoscaler': {
    minimal: [{ spec: { scaleTargetRef: target, maxReplicas: 3 } }, { table }],
    full: [
      { spec: { scaleTargetRef: target, minReplicas: 2, maxReplicas: 3, targetCPUUtilizationPercentage: 50 } },
      { table, other: spec({ targetCPUUtilizationPercentage: 60 }) },
    ],
    bad: { spec: { scaleTargetRef: target, minReplicas: 5, maxReplicas: 3, targetCPUUtilizationPercentage: 0 } },
  },
  'scheduling.k8s.io/v1 PriorityClass': {
    empty: [{}, { table }],
    full: [
      { value: 10, globalDefault: false, description: 'd' },
      { 'other value': { patch: { value: 11 } }, 'other description': { patch: { description: 'e' } } },
    ],
    'too high': { value: 2000000000 },
    'a system name': { metadata: { name: 'system-x' }, value: 1 },
    bad: { preemptionPolicy: 'Nope' },
  },
  'node.k8s.io/v1 RuntimeClass': {
    empty: {},
    full: [{ handler: 'runc' }, { table, 'other handler': { patch: { handler: 'x' } } }],
    bad: { handler: 'A_' },
  },
  'storage.k8s.io/v1 StorageClass': {
    empty: {},
    full: [
      {
        metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
        provisioner: 'example.com/p',
        parameters: { a: 'b' },
      },
      {
        table,
        'other parameters': { patch: { parameters: { a: 'c' } } },
        'other provisioner': { patch: { provisioner: 'x' } },
      },
    ],
    bad: { provisioner: 'a b', reclaimPolicy: 'Nope', volumeBindingMode: 'Nope' },
  },
  'storage.k8s.io/v1 CSIDriver': {
    'one that changes': [{}, { capacity: spec({ storageCapacity: true }), attach: spec({ attachRequired: false }) }],
    empty: [{}, { table }],
    bad: {
      spec: {
        fsGroupPolicy: 'Nope',
        volumeLifecycleModes: ['Nope'],
        tokenRequests: [{ audience: 'a' }, { audience: 'a' }],
      },
    },
  },
  'storage.k8s.io/v1 CSINode': {
    empty: [{}, { table }],
    full: { spec: { drivers: [{ name: 'd.example.com', nodeID: 'n' }] } },
    bad: { spec: { drivers: [{ name: 'A B' }, {}] } },
  },
  'storage.k8s.io/v1 CSIStorageCapacity': {
    full: { storageClassName: 'a', capacity: '1Gi' },
    bad: { storageClassName: 'A_', capacity: '-1' },
  },
  'storage.k8s.io/v1 VolumeAttachment': {
    empty: {},
    full: [
      { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
      { table, 'other node': spec({ nodeName: 'm' }) },
    ],
  },
  'storage.k8s.io/v1 VolumeAttributesClass': {
    empty: {},
    full: [
      { driverName: 'd', parameters: { a: 'b' } },
      { table, 'other parameters': { patch: { parameters: { a: 'c' } } } },
    ],
  },
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': {
    'one that changes': [
      { webhooks: [webhook] },
      {
        timeout: { patch: { webhooks: [{ ...webhook, timeoutSeconds: 5 }] } },
        label: { patch: { metadata: { labels: { a: 'b' } } } },
      },
    ],
    empty: [{}, { table }],
    minimal: [{ webhooks: [webhook] }, { 'with rules': { patch: { webhooks: [{ ...webhook, rules: [hookRule] }] } } }],
    service: {
      webhooks: [
        { ...webhook, clientConfig: { service: { name: 's', namespace: 'n', path: '/x' } }, rules: [hookRule] },
      ],
    },
    bad: {
      webhooks: [
        {
          name: 'x',
          clientConfig: {},
          timeoutSeconds: 31,
          failurePolicy: 'Nope',
          matchPolicy: 'Nope',
          sideEffects: 'Some',
          admissionReviewVersions: ['v9'],
        },
        {
          ...webhook,
          clientConfig: { url: 'http://x?y' },
          rules: [
            {
              operations: ['*', 'CREATE'],
              apiGroups: ['*', 'a'],
              apiVersions: [],
              resources: ['pods/*', 'pods/x', '*'],
            },
          ],
        },
        {
          ...webhook,
          sideEffects: null,
          admissionReviewVersions: [],
          clientConfig: { service: {} },
          matchConditions: [{ name: 'a b', expression: '' }],
        },
      ],
    },
  },
  'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration': {
    minimal: [{ webhooks: [{ ...webhook, rules: [hookRule] }] }, { table }],
  },
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy': {
    'one that changes': [
      { spec: { matchConstraints: { resourceRules: [hookRule] }, validations: [{ expression: 'true' }] } },
      { policy: spec({ failurePolicy: 'Ignore' }), label: { patch: { metadata: { labels: { a: 'b' } } } } },
    ],
    empty: {},
    full: [
      { spec: { matchConstraints: { resourceRules: [hookRule] }, validations: [{ expression: 'true' }] } },
      { table },
    ],
  },
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding': {
    empty: {},
    full: [
      {
        spec: {
          policyName: 'p',
          validationActions: ['Deny'],
          paramRef: { name: 'x', parameterNotFoundAction: 'Deny' },
        },
      },
      { table },
    ],
    bad: { spec: { policyName: 'A_', validationActions: ['Deny', 'Warn', 'Nope', 'Deny'], paramRef: {} } },
  },
  'discovery.k8s.io/v1 EndpointSlice': {
    'one that changes': [
      {
        addressType: 'FQDN',
        endpoints: [{ addresses: ['a.example.com'], conditions: { ready: true }, nodeName: 'n' }],
      },
      {
        endpoints: { patch: { endpoints: [] } },
        label: { patch: { metadata: { labels: { a: 'b' } } } },
        annotation: { patch: { metadata: { annotations: { a: 'b' } } } },
      },
    ],
    empty: {},
    full: [
      { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'] }], ports: [{ port: 80 }] },
      { table, 'other type': { patch: { addressType: 'IPv6' } } },
    ],
    bad: {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['x', '127.0.0.1'] }, {}],
      ports: [{ name: 'A_' }, { protocol: 'Nope', name: 'b' }],
    },
  },
  'networking.k8s.io/v1 ServiceCIDR': { empty: {}, bad: { spec: { cidrs: ['x'] } } },
  'networking.k8s.io/v1 IPAddress': { empty: { metadata: { name: '10.9.9.9' } } },
  'apiregistration.k8s.io/v1 APIService': {
    empty: {},
    bad: { spec: { group: 'A_', version: 'B_', groupPriorityMinimum: 0, versionPriority: 2000, service: {} } },
  },
  'certificates.k8s.io/v1 CertificateSigningRequest': {
    empty: {},
    bad: {
      spec: {
        signerName: 'x',
        usages: ['nope', 'signing', 'signing'],
        expirationSeconds: 1,
        request: Buffer.from('x').toString('base64'),
      },
    },
  },
  'flowcontrol.apiserver.k8s.io/v1 FlowSchema': {
    empty: {},
    full: { spec: { priorityLevelConfiguration: { name: 'exempt' } } },
  },
  'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration': {
    'one that changes': [
      { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
      {
        shares: spec({ limited: { nominalConcurrencyShares: 1 } }),
        label: { patch: { metadata: { labels: { a: 'b' } } } },
      },
    ],
    empty: {},
    full: [{ spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } }, { table }],
  },
  'resource.k8s.io/v1 DeviceClass': {
    'one that changes': [
      {},
      {
        selectors: spec({ selectors: [{ cel: { expression: 'true' } }] }),
        label: { patch: { metadata: { labels: { a: 'b' } } } },
      },
    ],
    empty: [{}, { table }],
  },
  'resource.k8s.io/v1 ResourceClaim': {
    empty: [{}, { table }],
    full: { spec: { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'c' } }] } } },
  },
  'resource.k8s.io/v1 ResourceClaimTemplate': { empty: { spec: {} } },
}
