import { core, container, merge, namespace, pod, type PlayStep, post, put } from '../play.ts'

const label = (name: string) => `pod-security.kubernetes.io/${name}`
const labelled = (labels: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [label(name), value]))
const withContainer = (fields: object) => ({ containers: [{ ...container, ...fields }] })
const secure = (context: object) => withContainer({ securityContext: context })

/** Pod specs that some level forbids or requires. */
const specs: Readonly<Record<string, object>> = {
  plain: {},
  privileged: secure({ privileged: true }),
  'host namespaces': { hostNetwork: true, hostPID: true, hostIPC: true },
  'host ports': {
    containers: [
      { ...container, ports: [{ containerPort: 1, hostPort: 8080 }] },
      {
        name: 'd',
        image: 'x:1',
        ports: [
          { containerPort: 2, hostPort: 80 },
          { containerPort: 3, hostPort: 9090 },
        ],
      },
    ],
  },
  'host paths': {
    volumes: [
      { name: 'v', hostPath: { path: '/' } },
      { name: 'w', hostPath: { path: '/w' } },
    ],
  },
  'other volumes': {
    volumes: [
      { name: 'v', nfs: { server: 's', path: '/' } },
      { name: 'w', emptyDir: {} },
      { name: 'x', hostPath: { path: '/' } },
    ],
  },
  capabilities: secure({ capabilities: { add: ['NET_ADMIN', 'CHOWN', 'SYS_TIME'], drop: ['ALL'] } }),
  'one capability': secure({ capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] } }),
  'proc mount': { ...secure({ procMount: 'Unmasked' }), hostUsers: false },
  'seccomp of the pod': { securityContext: { seccompProfile: { type: 'Unconfined' } } },
  'seccomp of a container': secure({ seccompProfile: { type: 'Unconfined' } }),
  'SELinux options': {
    securityContext: { seLinuxOptions: { type: 'spc_t', user: 'u' } },
    ...secure({ seLinuxOptions: { role: 'r', type: 'container_engine_t' } }),
  },
  'AppArmor of the pod': { securityContext: { appArmorProfile: { type: 'Unconfined' } } },
  'AppArmor of a container': secure({ appArmorProfile: { type: 'Unconfined' } }),
  sysctls: {
    securityContext: {
      sysctls: [
        { name: 'kernel.msgmax', value: '1' },
        { name: 'net.ipv4.tcp_rmem', value: '1' },
        { name: 'net.ipv4.tcp_syncookies', value: '1' },
      ],
    },
  },
  'probe hosts': withContainer({
    livenessProbe: { httpGet: { port: 1, host: '10.1.1.1' } },
    readinessProbe: { tcpSocket: { port: 1, host: '10.1.1.2' } },
    lifecycle: { preStop: { httpGet: { port: 1, host: '10.1.1.1' } } },
  }),
  'root by the pod': { securityContext: { runAsNonRoot: false, runAsUser: 0 } },
  'root by a container': secure({ runAsNonRoot: false, runAsUser: 0 }),
  'root of its own users': { hostUsers: false, securityContext: { runAsUser: 0 } },
  'as it should be': {
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    ...secure({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }),
  },
  'as each should be': {
    containers: ['a', 'b'].map((name) => ({
      name,
      image: 'x:1',
      securityContext: {
        runAsNonRoot: true,
        seccompProfile: { type: 'Localhost', localhostProfile: 'p' },
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
    })),
    initContainers: [{ name: 'i', image: 'x:1' }],
  },
  'on Windows': { os: { name: 'windows' } },
  'a process of the host': {
    os: { name: 'windows' },
    hostNetwork: true,
    securityContext: { windowsOptions: { hostProcess: true } },
    ...secure({ windowsOptions: { hostProcess: true } }),
  },
}

const each = (ns: string, suffix = ''): readonly PlayStep[] =>
  Object.entries(specs).map(([name, spec]) => post(`${name}${suffix}`, `${core(ns)}/pods?dryRun=All`, pod('a', spec)))

const deployment = (spec: object) => ({
  metadata: { name: 'a' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container], ...spec } },
  },
})
const annotated = (name: string, value: string) => pod('a', {}, { annotations: { [name]: value } })

export const securityPlay: readonly PlayStep[] = [
  namespace('kw-base', labelled({ enforce: 'baseline' })),
  ...each('kw-base', ' at baseline'),
  namespace('kw-strict', labelled({ enforce: 'restricted' })),
  ...each('kw-strict', ' at restricted'),
  post('a deployment at restricted', '/apis/apps/v1/namespaces/kw-strict/deployments?dryRun=All', deployment({})),
  post('a cron job at restricted', '/apis/batch/v1/namespaces/kw-strict/cronjobs?dryRun=All', {
    metadata: { name: 'a' },
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
    },
  }),
  post(
    'AppArmor by annotation',
    `${core('kw-base')}/pods?dryRun=All`,
    annotated('container.apparmor.security.beta.kubernetes.io/c', 'unconfined'),
  ),
  namespace('kw-old', labelled({ enforce: 'restricted', 'enforce-version': 'v1.18' })),
  ...each('kw-old', ' long ago'),
  post(
    'seccomp by annotation, long ago',
    `${core('kw-old')}/pods?dryRun=All`,
    annotated('seccomp.security.alpha.kubernetes.io/pod', 'unconfined'),
  ),
  namespace('kw-warn', labelled({ warn: 'baseline', audit: 'restricted', 'warn-version': 'v1.30' })),
  post('warned of', `${core('kw-warn')}/pods?dryRun=All`, pod('a', { hostNetwork: true })),
  post(
    'a deployment warned of',
    '/apis/apps/v1/namespaces/kw-warn/deployments?dryRun=All',
    deployment({ hostNetwork: true }),
  ),
  post('unreadable labels', '/api/v1/namespaces', {
    metadata: { name: 'kw-odd', labels: labelled({ enforce: 'strict', 'warn-version': '1.2', audit: 'x' }) },
  }),
  namespace('kw-later'),
  post('a pod before', `${core('kw-later')}/pods`, pod('b', { hostNetwork: true })),
  post('another pod before', `${core('kw-later')}/pods`, pod('a', { hostNetwork: true })),
  post('a worse pod before', `${core('kw-later')}/pods`, pod('c', { ...secure({ privileged: true }), hostPID: true }), {
    settles: true,
  }),
  merge('labels it unreadably', '/api/v1/namespaces/kw-later', { metadata: { labels: labelled({ enforce: 'x' }) } }),
  merge(
    'labels it',
    '/api/v1/namespaces/kw-later',
    { metadata: { labels: labelled({ enforce: 'baseline' }) } },
    { settles: true },
  ),
  merge(
    'labels it more strictly',
    '/api/v1/namespaces/kw-later',
    { metadata: { labels: labelled({ enforce: 'restricted' }) } },
    { settles: true },
  ),
  merge(
    'labels it less strictly',
    '/api/v1/namespaces/kw-later',
    { metadata: { labels: labelled({ enforce: 'baseline' }) } },
    { settles: true },
  ),
  merge('labels a pod that is too free', `${core('kw-later')}/pods/a`, { metadata: { labels: { a: 'b' } } }),
  merge('changes its image', `${core('kw-later')}/pods/a`, { spec: { containers: [{ ...container, image: 'y:1' }] } }),
  put('adds an ephemeral container', `${core('kw-later')}/pods/a/ephemeralcontainers`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [container], ephemeralContainers: [{ name: 'e', image: 'x:1' }] },
  }),
]
