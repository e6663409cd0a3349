import type { CaseStep, Cases } from '../built-in-cases.ts'

const table = { table: true }
const container = { name: 'c', image: 'nginx' }

/** A pod whose only container has the given fields. */
const withContainer = (fields: object) => ({ spec: { containers: [{ ...container, ...fields }] } })
const withSpec = (fields: object) => ({ spec: { containers: [container], ...fields } })
const spec = (patch: object): CaseStep => ({ patch: { spec: patch } })

const probes = {
  livenessProbe: { httpGet: { port: 80 } },
  readinessProbe: { tcpSocket: { port: 'http' }, initialDelaySeconds: 5 },
  startupProbe: { exec: { command: ['true'] }, failureThreshold: 30 },
}

export const podCases: Readonly<Record<string, Cases>> = {
  'v1 Pod': {
    empty: {},
    minimal: [
      { spec: { containers: [container] } },
      {
        table,
        image: spec({ containers: [{ ...container, image: 'nginx:2' }] }),
        command: spec({ containers: [{ ...container, command: ['x'] }] }),
        'another container': spec({ containers: [container, { ...container, name: 'd' }] }),
        'no image': spec({ containers: [{ name: 'c' }] }),
        deadline: spec({ activeDeadlineSeconds: 10 }),
        toleration: spec({ tolerations: [{ key: 'a', operator: 'Exists' }] }),
        labels: { patch: { metadata: { labels: { a: 'b' } } } },
        'status of the pod': { patch: { status: { phase: 'Running' } } },
        running: {
          at: 'status',
          isKept: true,
          patch: {
            status: {
              phase: 'Running',
              podIPs: [{ ip: '1.2.3.4' }],
              podIP: '1.2.3.4',
              conditions: [{ type: 'Ready', status: 'True' }],
              containerStatuses: [
                {
                  name: 'c',
                  ready: true,
                  restartCount: 3,
                  image: 'x',
                  imageID: 'y',
                  state: { running: {} },
                  lastState: { terminated: { exitCode: 1 } },
                },
              ],
            },
          },
        },
        'table when running': table,
        'other class': { at: 'status', patch: { status: { qosClass: 'Guaranteed' } } },
        'bad address': { at: 'status', patch: { status: { podIPs: [{ ip: 'x' }] } } },
        debugging: {
          at: 'ephemeralcontainers',
          patch: { spec: { ephemeralContainers: [{ name: 'd', image: 'busybox', targetContainerName: 'c' }] } },
        },
        'debugging with ports': {
          at: 'ephemeralcontainers',
          patch: {
            spec: {
              ephemeralContainers: [
                { name: 'c', image: 'busybox', ports: [{ containerPort: 1 }], targetContainerName: 'x' },
              ],
            },
          },
        },
      },
    ],
    resources: [
      withContainer({ resources: { limits: { cpu: '1', memory: '1Gi' } } }),
      {
        resize: {
          at: 'resize',
          patch: {
            spec: {
              containers: [
                {
                  ...container,
                  resources: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '2', memory: '1Gi' } },
                },
              ],
            },
          },
        },
        'resize to another class': {
          at: 'resize',
          patch: {
            spec: {
              containers: [
                {
                  ...container,
                  resources: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } },
                },
              ],
            },
          },
        },
        'resize and more': {
          at: 'resize',
          patch: {
            spec: {
              containers: [
                {
                  ...container,
                  image: 'other',
                  resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } },
                },
              ],
            },
          },
        },
      },
    ],
    burstable: withContainer({ resources: { requests: { cpu: '0.0001' }, limits: { memory: '1.5Gi' } } }),
    'more than the limit': withContainer({
      resources: { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } },
    }),
    'an unknown resource': withContainer({ resources: { requests: { nope: '1' } } }),
    'a resource without a limit': withContainer({ resources: { requests: { 'example.com/gpu': '1' } } }),
    'half a resource': withContainer({ resources: { limits: { 'example.com/other': '1.5' } } }),
    'negative resources': withContainer({ resources: { requests: { cpu: '-1' } } }),
    tags: {
      spec: {
        containers: [
          'a',
          'a:1',
          'a:latest',
          'a@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          'host:5000/a',
          'host:5000/a:1',
          'UPPER',
        ].map((image, at) => ({ name: `c${at}`, image })),
      },
    },
    probes: withContainer({ ...probes, ports: [{ name: 'http', containerPort: 80 }] }),
    'bad probes': withContainer({
      livenessProbe: { httpGet: { port: 0, scheme: 'FTP' }, successThreshold: 2, timeoutSeconds: -1 },
      readinessProbe: { terminationGracePeriodSeconds: 1, tcpSocket: { port: 'Bad_Port' }, exec: {} },
      startupProbe: {},
      lifecycle: { preStop: {}, postStart: { exec: { command: [] } } },
    }),
    'a grpc probe': withContainer({ livenessProbe: { grpc: { port: 1 } } }),
    ports: withContainer({ ports: [{ containerPort: 80 }, { containerPort: 81, name: 'web', protocol: 'UDP' }] }),
    'bad ports': withContainer({
      ports: [
        { containerPort: 0 },
        { containerPort: 70000, name: 'A_' },
        { containerPort: 1, name: 'x', protocol: 'Nope', hostPort: 99999 },
        { containerPort: 2, name: 'x' },
      ],
    }),
    'host ports twice': {
      spec: {
        containers: [
          {
            ...container,
            ports: [
              { containerPort: 1, hostPort: 80 },
              { containerPort: 2, hostPort: 80 },
            ],
          },
        ],
      },
    },
    'host network': withSpec({ hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80 }] }] }),
    'names twice': { spec: { containers: [container, container], initContainers: [container] } },
    'bad names': { spec: { containers: [{ name: 'A', image: '' }, { image: ' x ' }] } },
    env: withContainer({
      env: [
        { name: 'A', value: '1' },
        { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
        { name: 'D', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        { name: 'A', value: '2' },
      ],
      envFrom: [{ configMapRef: { name: 'c' } }, { prefix: 'P_', secretRef: { name: 's' } }],
    }),
    'bad env': withContainer({
      env: [
        { value: '1' },
        { name: 'B=', valueFrom: {} },
        { name: 'C', value: 'x', valueFrom: { secretKeyRef: { name: 's', key: 'k k' } } },
        { name: 'D', valueFrom: { fieldRef: { fieldPath: 'spec.nope' } } },
        { name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } },
        { name: 'F', valueFrom: { resourceFieldRef: { resource: 'nope' } } },
        {
          name: 'G',
          valueFrom: { fieldRef: { fieldPath: "metadata.labels['a b']" }, configMapKeyRef: { name: 'A', key: '' } },
        },
      ],
      envFrom: [{}, { configMapRef: { name: 'A B' }, secretRef: {} }],
    }),
    volumes: withSpec({
      volumes: [
        { name: 'a' },
        { name: 'b', secret: { secretName: 's' } },
        { name: 'c', configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
        { name: 'd', hostPath: { path: '/x' } },
        { name: 'e', persistentVolumeClaim: { claimName: 'p' } },
        { name: 'f', downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
        { name: 'g', projected: { sources: [{ configMap: { name: 'c' } }, { secret: { name: 's' } }] } },
        { name: 'h', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } },
        { name: 'i', nfs: { server: 's', path: '/p' } },
        { name: 'j', csi: { driver: 'd.example.com' } },
        {
          name: 'k',
          ephemeral: {
            volumeClaimTemplate: {
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          },
        },
        { name: 'l', image: { reference: 'nginx' } },
      ],
      containers: [
        {
          ...container,
          volumeMounts: [
            { name: 'a', mountPath: '/a' },
            { name: 'b', mountPath: '/b', readOnly: true, subPath: 'x' },
          ],
        },
      ],
    }),
    'bad volumes': withSpec({
      volumes: [
        { name: 'A' },
        { name: 'a', secret: {}, configMap: { name: 'x' } },
        { name: 'b', configMap: { defaultMode: 1000, items: [{ key: '', path: '../x' }] } },
        { name: 'c', hostPath: { path: '/x/../y', type: 'Nope' } },
        { name: 'd', persistentVolumeClaim: {} },
        { name: 'e', emptyDir: {} },
        { name: 'e', emptyDir: {} },
        { name: 'f', projected: { sources: [{}, { serviceAccountToken: { path: 'x', expirationSeconds: 1 } }] } },
        { name: 'g', nfs: { path: 'x' } },
        {},
      ],
      containers: [
        {
          ...container,
          volumeMounts: [
            { name: 'none', mountPath: '/a' },
            { name: 'e', mountPath: '/a' },
            { name: 'e', mountPath: '', subPath: '/abs', mountPropagation: 'Bidirectional' },
          ],
        },
      ],
    }),
    scheduling: withSpec({
      nodeSelector: { a: 'b' },
      tolerations: [{ key: 'a', operator: 'Exists' }, { operator: 'Exists' }],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
          },
        },
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, podAffinityTerm: { topologyKey: 'a', labelSelector: { matchLabels: { a: 'b' } } } },
          ],
        },
      },
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { a: 'b' } },
        },
      ],
    }),
    'bad scheduling': withSpec({
      nodeSelector: { 'a b': 'c' },
      tolerations: [
        { operator: 'Equal' },
        { key: 'a', operator: 'Nope', effect: 'Nope' },
        { key: 'a', operator: 'Exists', value: 'x', tolerationSeconds: 1 },
      ],
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } },
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
          ],
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, podAffinityTerm: { topologyKey: 'a' } }],
        },
      },
      topologySpreadConstraints: [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Nope' }],
    }),
    gates: withSpec({ schedulingGates: [{ name: 'a/b' }], readinessGates: [{ conditionType: 'a/b' }] }),
    'bad gates': withSpec({
      schedulingGates: [{ name: 'a b' }, { name: 'c' }, { name: 'c' }],
      readinessGates: [{ conditionType: '' }],
      nodeName: 'n',
    }),
    security: withSpec({
      securityContext: { runAsUser: 1, fsGroup: 2, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [{ ...container, securityContext: { privileged: true, capabilities: { add: ['NET_ADMIN'] } } }],
    }),
    'bad security': withSpec({
      securityContext: {
        runAsUser: -1,
        sysctls: [{ name: 'A' }, {}],
        seccompProfile: { type: 'Nope' },
        fsGroupChangePolicy: 'Nope',
      },
      containers: [
        {
          ...container,
          securityContext: {
            runAsGroup: -1,
            allowPrivilegeEscalation: false,
            privileged: true,
            seccompProfile: { type: 'Localhost' },
          },
        },
      ],
    }),
    init: withSpec({
      initContainers: [
        { name: 'i', image: 'x:1' },
        { name: 's', image: 'x', restartPolicy: 'Always', livenessProbe: { tcpSocket: { port: 1 } } },
      ],
    }),
    'bad init': withSpec({
      initContainers: [
        { name: 'i', image: 'x', livenessProbe: { tcpSocket: { port: 1 } }, lifecycle: {} },
        { name: 's', image: 'x', restartPolicy: 'Nope' },
      ],
    }),
    'ephemeral at once': withSpec({ ephemeralContainers: [{ name: 'e', image: 'x' }] }),
    'bad fields': withSpec({
      restartPolicy: 'Nope',
      dnsPolicy: 'Nope',
      hostname: 'A',
      subdomain: 'B',
      serviceAccountName: 'C_',
      nodeName: 'D_',
      activeDeadlineSeconds: 0,
      hostAliases: [{ ip: 'x', hostnames: ['G_'] }],
    }),
    dns: withSpec({
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['1.2.3.4'], searches: ['a.b'], options: [{ name: 'x' }] },
    }),
    'dns without servers': withSpec({ dnsPolicy: 'None' }),
    'a service account': withSpec({
      serviceAccount: 'a',
      imagePullSecrets: [{ name: 's' }, {}],
      terminationGracePeriodSeconds: -1,
    }),
    'names that warn': {
      metadata: { name: 'a.b' },
      spec: {
        containers: [{ ...container, ports: [{ containerPort: 1 }, { containerPort: 1 }] }],
        nodeSelector: { 'beta.kubernetes.io/os': 'linux' },
      },
    },
    'matching label keys': {
      metadata: { labels: { a: 'b' } },
      ...withSpec({
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'z',
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: {},
            matchLabelKeys: ['a'],
          },
        ],
      }),
    },
    'owned by somebody': {
      metadata: {
        ownerReferences: [
          { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true },
          { apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'v', controller: true },
        ],
      },
      spec: { containers: [container] },
    },
    'owned badly': {
      metadata: {
        ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }],
        finalizers: ['x'],
        annotations: { 'a b': 'c' },
      },
      spec: { containers: [container] },
    },
    'for Windows': withSpec({ os: { name: 'windows' } }),
    'for another system': withSpec({ os: { name: 'plan9' } }),
    'with a sleep': withContainer({ lifecycle: { preStop: { sleep: { seconds: 100 } } } }),
    'with its own resources': withSpec({ resources: { limits: { cpu: '2' } } }),
    'with claims': withSpec({
      resourceClaims: [
        { name: 'a', resourceClaimName: 'x' },
        { name: 'a', resourceClaimName: 'y' },
        { name: 'b' },
        { name: 'c', resourceClaimName: 'x', resourceClaimTemplateName: 'y' },
      ],
    }),
  },
}
