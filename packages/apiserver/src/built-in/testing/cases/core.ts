import type { Cases } from '../built-in-cases.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')
const table = { table: true }

export const coreCases: Readonly<Record<string, Cases>> = {
  'v1 ConfigMap': {
    empty: [{}, { table }],
    data: [
      { data: { a: '1', 'b.txt': 'x' }, binaryData: { bin: b64('x') } },
      { 'adds a key': { patch: { data: { c: '2' } } }, table },
    ],
    'a bad key': { data: { 'a b': '1' } },
    'an empty key': { data: { '': '' } },
    'a key of dots': { data: { '..': '' } },
    'a key that starts with dots': { data: { '..a': '' } },
    'a key twice': { data: { a: '1' }, binaryData: { a: b64('2') } },
    'too large': { data: { a: 'x'.repeat(1_048_577) } },
    immutable: [
      { data: { a: '1' }, immutable: true },
      {
        'changes data': { patch: { data: { a: '2' } } },
        opens: { patch: { immutable: false } },
        labels: { patch: { metadata: { labels: { a: 'b' } } } },
      },
    ],
    'a bad name': { metadata: { name: 'Bad_Name' } },
    'bad labels': { metadata: { labels: { 'a b': 'c d' } } },
  },
  'v1 Secret': {
    empty: [{}, { table, 'changes type': { patch: { type: 'other' } } }],
    'string data': [
      { stringData: { a: '1' }, data: { b: b64('2') } },
      { more: { patch: { stringData: { c: '3' } } }, table },
    ],
    'a bad key': { data: { 'a/b': b64('1') } },
    'a TLS secret without keys': { type: 'kubernetes.io/tls' },
    'a TLS secret': { type: 'kubernetes.io/tls', data: { 'tls.crt': b64('x'), 'tls.key': b64('y') } },
    'a docker config that is none': {
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': b64('nope') },
    },
    'a docker config that is missing': { type: 'kubernetes.io/dockerconfigjson' },
    'a docker config': { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': b64('{}') } },
    'basic auth without a user': { type: 'kubernetes.io/basic-auth' },
    'SSH without a key': { type: 'kubernetes.io/ssh-auth' },
    'a token without an account': { type: 'kubernetes.io/service-account-token' },
    immutable: [{ data: { a: b64('1') }, immutable: true }, { 'changes data': { patch: { data: { a: b64('2') } } } }],
    'too large': { data: { a: b64('x'.repeat(1_048_577)) } },
  },
  'v1 Namespace': {
    empty: [
      {},
      {
        labels: { patch: { metadata: { labels: { a: 'b' } } } },
        'other name label': { patch: { metadata: { labels: { 'kubernetes.io/metadata.name': 'x' } } } },
        phase: { at: 'status', patch: { status: { phase: 'Terminating' } } },
        table,
      },
    ],
    'a long name': { metadata: { name: 'a'.repeat(64) } },
    'a dotted name': { metadata: { name: 'a.b' } },
    'own finalizers': { spec: { finalizers: ['example.com/x'] } },
    'a bad finalizer': { spec: { finalizers: ['x'] } },
  },
  'v1 ServiceAccount': {
    empty: [{}, { table }],
    full: { automountServiceAccountToken: false, imagePullSecrets: [{ name: 'a' }], secrets: [{ name: 'b' }] },
  },
  'v1 Node': {
    empty: [{}, { table, cordon: { patch: { spec: { unschedulable: true } } } }],
    full: [
      {
        metadata: { labels: { 'node-role.kubernetes.io/worker': '' } },
        spec: { providerID: 'x://1', podCIDR: '10.1.0.0/24', taints: [{ key: 'a', effect: 'NoSchedule' }] },
      },
      {
        ready: {
          at: 'status',
          isKept: true,
          patch: {
            status: {
              capacity: { cpu: '2' },
              addresses: [{ type: 'InternalIP', address: '1.2.3.4' }],
              conditions: [{ type: 'Ready', status: 'True' }],
              nodeInfo: { kubeletVersion: 'v1.36.4', architecture: 'amd64', kernelVersion: '6', osImage: 'Linux' },
            },
          },
        },
        table,
        'other provider': { patch: { spec: { providerID: 'x://2' } } },
        'other range': { patch: { spec: { podCIDRs: ['10.2.0.0/24'], podCIDR: '10.2.0.0/24' } } },
      },
    ],
    'bad taints': {
      spec: {
        taints: [
          { key: 'a', effect: 'Nope' },
          { key: 'b', effect: 'NoSchedule' },
          { key: 'b', effect: 'NoSchedule' },
          { key: '', effect: '' },
        ],
      },
    },
  },
  'v1 Endpoints': {
    empty: [{}, { table }],
    full: [{ subsets: [{ addresses: [{ ip: '1.2.3.4' }, { ip: '1.2.3.5' }], ports: [{ port: 80 }] }] }, { table }],
    bad: {
      subsets: [{ addresses: [{ ip: 'x' }, { ip: '127.0.0.1' }], ports: [{ port: 0 }, { port: 80, name: 'A' }] }, {}],
    },
  },
  'v1 Event': {
    minimal: [{ involvedObject: { kind: 'Pod', name: 'p', namespace: 'kw-built-in' } }, { table }],
    'other namespace': { involvedObject: { namespace: 'other' } },
    'no namespace': { involvedObject: {} },
    full: [
      {
        involvedObject: { kind: 'Pod', name: 'p', namespace: 'kw-built-in', fieldPath: 'spec.x' },
        reason: 'Started',
        message: ' hi ',
        type: 'Normal',
        source: { component: 'c', host: 'h' },
        count: 2,
      },
      { table },
    ],
    'new style without fields': {
      involvedObject: { namespace: 'kw-built-in' },
      eventTime: '2026-01-01T00:00:00.000000Z',
    },
  },
  'events.k8s.io/v1 Event': {
    minimal: {},
    full: [
      {
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingController: 'example.com/c',
        reportingInstance: 'i',
        action: 'Act',
        reason: 'Why',
        type: 'Normal',
        note: 'hello',
        regarding: { kind: 'Pod', name: 'p', namespace: 'kw-built-in' },
      },
      {
        'other note': { patch: { note: 'bye' } },
        series: { patch: { series: { count: 2, lastObservedTime: '2026-01-01T00:00:00.000000Z' } } },
        table,
      },
    ],
    'bad series': {
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'c',
      reportingInstance: 'i',
      action: 'A',
      reason: 'W',
      type: 'Other',
      deprecatedCount: 1,
      series: { count: 1 },
      regarding: { namespace: 'kw-built-in' },
    },
  },
  'v1 LimitRange': {
    container: { spec: { limits: [{ type: 'Container', max: { cpu: '2' }, min: { cpu: '100m' } }] } },
    'a bad order': { spec: { limits: [{ type: 'Container', max: { cpu: '1' }, min: { cpu: '2' } }] } },
    'a pod with defaults': {
      spec: { limits: [{ type: 'Pod', default: { cpu: '1' } }, { type: 'Pod' }, { type: 'Nope' }] },
    },
    'a claim without storage': { spec: { limits: [{ type: 'PersistentVolumeClaim' }] } },
  },
  'v1 ResourceQuota': {
    empty: [{}, { table }],
    full: [
      { spec: { hard: { pods: '10', 'requests.cpu': '1', 'limits.memory': '1Gi' }, scopes: ['NotTerminating'] } },
      {
        'other scopes': { patch: { spec: { scopes: ['Terminating'] } } },
        used: {
          at: 'status',
          isKept: true,
          patch: { status: { hard: { pods: '10', 'limits.memory': '1Gi' }, used: { pods: '1' } } },
        },
        table,
      },
    ],
    bad: { spec: { hard: { pods: '1.5' }, scopes: ['BestEffort', 'NotBestEffort'] } },
  },
  'v1 PersistentVolume': {
    empty: {},
    'host path': [
      { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } },
      {
        table,
        'other source': { patch: { spec: { hostPath: { path: '/y' } } } },
        grow: { patch: { spec: { capacity: { storage: '2Gi' } } } },
      },
    ],
    bad: {
      spec: {
        capacity: { storage: '-1Gi', cpu: '1' },
        accessModes: ['Nope', 'ReadWriteOncePod', 'ReadWriteOnce'],
        hostPath: { path: '/x/..' },
        nfs: {},
        persistentVolumeReclaimPolicy: 'Nope',
      },
    },
    local: { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], local: { path: '/x' } } },
    csi: {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany'],
        csi: { driver: 'x.example.com', volumeHandle: 'h' },
        storageClassName: 'fast',
      },
    },
  },
  'v1 PersistentVolumeClaim': {
    empty: {},
    claim: [
      { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      {
        table,
        'other modes': { patch: { spec: { accessModes: ['ReadOnlyMany'] } } },
        'bound to': { patch: { spec: { volumeName: 'v' } } },
        larger: { patch: { spec: { resources: { requests: { storage: '2Gi' } } } } },
        bound: {
          at: 'status',
          isKept: true,
          patch: { status: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] } },
        },
        'smaller when bound': { patch: { spec: { resources: { requests: { storage: '500Mi' } } } } },
      },
    ],
    bad: {
      spec: {
        accessModes: ['Nope'],
        resources: { requests: { storage: '0' } },
        volumeMode: 'Nope',
        storageClassName: 'A B',
      },
    },
    'data source': {
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1.0000000001Gi' } },
        dataSource: { kind: 'PersistentVolumeClaim', name: 'other' },
      },
    },
  },
  'v1 PodTemplate': {
    empty: {},
    full: [
      { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'x' }] } } },
      { table },
    ],
  },
}
