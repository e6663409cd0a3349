/** Catalogue 1.13: the built-in admission plugins. */
import {
  check,
  defineSuite,
  del,
  get,
  inCluster,
  inNamespace,
  mergePatch,
  post,
  quietly,
  until,
} from '../../../tools/conformance/steps.ts'

const pods = inNamespace('pods')
const pod = (spec: object = {}, metadata: object = {}) => ({
  metadata: { name: 'p', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
const limited = (limit: object) =>
  quietly(post(inNamespace('limitranges'), { metadata: { name: 'l' }, spec: { limits: [limit] } }))
const ready = (contains: string) =>
  until(`${pods}?dryRun=All`, { contains }, { method: 'POST', body: pod({}, { name: 'probe' }) })
/** Sets a pod security level on the namespace and waits until it is enforced. */
const secure = (level: string) => [
  quietly(
    mergePatch(inCluster('namespaces', '{ns}'), {
      metadata: {
        labels: {
          'pod-security.kubernetes.io/enforce': level,
          'pod-security.kubernetes.io/warn': 'restricted',
          'pod-security.kubernetes.io/audit': 'restricted',
        },
      },
    }),
  ),
  until(`${pods}?dryRun=All`, level === 'privileged' ? { warns: 'would violate' } : { status: 403 }, {
    method: 'POST',
    body: pod({ hostNetwork: true }),
  }),
]
const claims = inNamespace('persistentvolumeclaims')
const claim = (spec: object = {}) => ({
  metadata: { name: 'c' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})

const strictSpecs: readonly [name: string, spec: object][] = [
  ['nothing special', {}],
  ['the network of its node', { hostNetwork: true }],
  ['the processes of its node', { hostPID: true, hostIPC: true }],
  ['a path of its node', { volumes: [{ name: 'v', hostPath: { path: '/' } }] }],
  ['privileges', { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] }],
  [
    'more capabilities',
    { containers: [{ name: 'c', image: 'i', securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }] },
  ],
  ['a port of its node', { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, hostPort: 80 }] }] }],
  [
    'good manners',
    {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'c',
          image: 'i',
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  ],
  ['the user root', { securityContext: { runAsUser: 0 } }],
  ['other kernel settings', { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }],
]

export default defineSuite({
  section: '1.13',
  topic: 'plugins',
  cases: [
    check(
      'tolerates nodes that are lost for a while',
      'AD-3',
      post(pods, pod()),
      post(
        pods,
        pod(
          {
            tolerations: [
              { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
            ],
          },
          { name: 'q' },
        ),
      ),
      post(pods, pod({ tolerations: [{ operator: 'Exists' }] }, { name: 'r' })),
    ),
    check(
      'resolves priorities',
      'AD-3',
      quietly(
        post(inCluster('priorityclasses.scheduling.k8s.io/v1'), {
          metadata: { name: '{id}' },
          value: 77,
          preemptionPolicy: 'Never',
        }),
      ),
      until(
        `${pods}?dryRun=All`,
        { status: 201 },
        { method: 'POST', body: pod({ priorityClassName: '{id}' }, { name: 'probe' }) },
      ),
      post(pods, pod({ priorityClassName: '{id}' })),
      post(pods, pod({ priorityClassName: '{id}-none' }, { name: 'q' })),
      post(pods, pod({ priority: 5 }, { name: 'r' })),
      post(pods, pod({ priorityClassName: '{id}', priority: 5 }, { name: 's' })),
      post(pods, pod({ priorityClassName: 'system-node-critical' }, { name: 't' })),
      post(pods, pod({ priorityClassName: '{id}', preemptionPolicy: 'PreemptLowerPriority' }, { name: 'u' })),
    ),
    check(
      'refuses a second default priority',
      'AD-3',
      post(inCluster('priorityclasses.scheduling.k8s.io/v1'), { metadata: { name: 'system-{id}' }, value: 1 }),
      post(inCluster('priorityclasses.scheduling.k8s.io/v1'), { metadata: { name: '{id}' }, value: 2_000_000_000 }),
    ),
    check(
      'fills in limits',
      'AD-3',
      limited({ type: 'Container', default: { cpu: '2', memory: '1Gi' }, defaultRequest: { cpu: '1' } }),
      ready('"cpu":"2"'),
      post(pods, pod()),
      post(
        pods,
        pod(
          {
            containers: [
              { name: 'c', image: 'i', resources: { limits: { cpu: '3' } } },
              { name: 'd', image: 'i' },
            ],
            initContainers: [{ name: 'e', image: 'i' }],
          },
          { name: 'q' },
        ),
      ),
    ),
    check(
      'keeps to limits',
      'AD-3',
      limited({ type: 'Container', max: { cpu: '2' }, min: { cpu: '100m' }, maxLimitRequestRatio: { cpu: '2' } }),
      ready('"cpu":"2"'),
      post(pods, pod({ containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '3' } } }] })),
      post(
        pods,
        pod({
          containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '50m' }, requests: { cpu: '50m' } } }],
        }),
      ),
      post(
        pods,
        pod({
          containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '2' }, requests: { cpu: '500m' } } }],
        }),
      ),
    ),
    check(
      'keeps to limits of Pods and claims',
      'AD-3',
      quietly(
        post(inNamespace('limitranges'), {
          metadata: { name: 'l' },
          spec: {
            limits: [
              { type: 'Pod', max: { cpu: '1' } },
              { type: 'PersistentVolumeClaim', max: { storage: '1Gi' }, min: { storage: '500Mi' } },
            ],
          },
        }),
      ),
      until(
        `${claims}?dryRun=All`,
        { status: 403 },
        { method: 'POST', body: claim({ resources: { requests: { storage: '9Gi' } } }) },
      ),
      post(claims, claim({ resources: { requests: { storage: '2Gi' } } })),
      post(claims, claim({ resources: { requests: { storage: '1Mi' } } })),
      post(
        pods,
        pod({
          containers: [
            { name: 'c', image: 'i', resources: { limits: { cpu: '700m' } } },
            { name: 'd', image: 'i', resources: { limits: { cpu: '700m' } } },
          ],
        }),
      ),
      post(pods, pod()),
    ),
    check(
      'protects claims and volumes in use',
      'AD-3',
      post(claims, claim()),
      del(`${claims}/c`),
      post(inCluster('persistentvolumes'), {
        metadata: { name: '{id}' },
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
      }),
      del(inCluster('persistentvolumes', '{id}')),
    ),
    check(
      'taints new nodes',
      'AD-3',
      post(inCluster('nodes'), { metadata: { name: '{id}' } }),
      get(inCluster('nodes', '{id}')),
    ),
    {
      ...check(
        'fills in the default class',
        'AD-3',
        quietly(
          post(inCluster('storageclasses.storage.k8s.io/v1'), {
            metadata: { name: '{id}', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
            provisioner: 'p',
          }),
        ),
        until(`${claims}?dryRun=All`, { contains: '"storageClassName":"{id}"' }, { method: 'POST', body: claim() }),
        post(claims, claim()),
        post(claims, { ...claim({ storageClassName: '' }), metadata: { name: 'd' } }),
        quietly(del(inCluster('storageclasses.storage.k8s.io/v1', '{id}'))),
        until(
          `${claims}?dryRun=All`,
          { lacks: '"storageClassName"' },
          { method: 'POST', body: { ...claim(), metadata: { name: 'e' } } },
        ),
      ),
      runsAlone: true,
    },
    {
      ...check(
        'fills in the default ingress class',
        'AD-3',
        quietly(
          post(inCluster('ingressclasses.networking.k8s.io/v1'), {
            metadata: { name: '{id}', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
            spec: { controller: 'example.dev/x' },
          }),
        ),
        until(
          `${inNamespace('ingresses.networking.k8s.io/v1')}?dryRun=All`,
          { contains: '"ingressClassName":"{id}"' },
          {
            method: 'POST',
            body: {
              metadata: { name: 'i' },
              spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } } },
            },
          },
        ),
        post(inNamespace('ingresses.networking.k8s.io/v1'), {
          metadata: { name: 'i' },
          spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } } },
        }),
        quietly(del(inCluster('ingressclasses.networking.k8s.io/v1', '{id}'))),
        until(
          `${inNamespace('ingresses.networking.k8s.io/v1')}?dryRun=All`,
          { lacks: 'ingressClassName' },
          {
            method: 'POST',
            body: {
              metadata: { name: 'j' },
              spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } } },
            },
          },
        ),
      ),
      runsAlone: true,
    },
    ...['baseline', 'restricted', 'privileged'].flatMap((level) =>
      strictSpecs.map(([name, spec]) =>
        check(`judges a Pod with ${name} by ${level}`, 'AD-3', ...secure(level), post(`${pods}?dryRun=All`, pod(spec))),
      ),
    ),
    check(
      'warns of what a template would be refused for',
      'AD-3',
      ...secure('restricted'),
      post(inNamespace('deployments.apps/v1'), {
        metadata: { name: 'd' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
      }),
    ),
    check(
      'refuses labels that name no level',
      'AD-3',
      mergePatch(inCluster('namespaces', '{ns}'), {
        metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'loose' } },
      }),
      mergePatch(inCluster('namespaces', '{ns}'), {
        metadata: {
          labels: {
            'pod-security.kubernetes.io/enforce': 'baseline',
            'pod-security.kubernetes.io/enforce-version': 'v9.9x',
          },
        },
      }),
    ),
    check(
      'keeps to quotas',
      'ER-31 AD-3',
      quietly(
        post(inNamespace('resourcequotas'), {
          metadata: { name: 'q' },
          spec: { hard: { configmaps: '1', 'count/secrets': '0' } },
        }),
      ),
      quietly(
        mergePatch(inNamespace('resourcequotas', 'q', 'status'), {
          status: { hard: { configmaps: '1', 'count/secrets': '0' }, used: { configmaps: '0', 'count/secrets': '0' } },
        }),
      ),
      until(
        `${inNamespace('secrets')}?dryRun=All`,
        { contains: 'exceeded quota' },
        { method: 'POST', body: { metadata: { name: 's' } } },
      ),
      post(inNamespace('secrets'), { metadata: { name: 's' } }),
      post(inNamespace('configmaps'), { metadata: { name: 'a' } }),
      post(inNamespace('configmaps'), { metadata: { name: 'b' } }),
      get(inNamespace('resourcequotas', 'q')),
    ),
    check(
      'keeps to quotas of resources',
      'ER-31',
      quietly(
        post(inNamespace('resourcequotas'), {
          metadata: { name: 'q' },
          spec: { hard: { 'requests.cpu': '1', pods: '5' } },
        }),
      ),
      quietly(
        mergePatch(inNamespace('resourcequotas', 'q', 'status'), {
          status: { hard: { 'requests.cpu': '1', pods: '5' }, used: { 'requests.cpu': '0', pods: '0' } },
        }),
      ),
      until(`${pods}?dryRun=All`, { contains: 'must specify' }, { method: 'POST', body: pod({}, { name: 'probe' }) }),
      post(pods, pod()),
      post(pods, pod({ containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '600m' } } }] })),
      post(
        pods,
        pod({ containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '600m' } } }] }, { name: 'q' }),
      ),
      get(inNamespace('resourcequotas', 'q')),
    ),
    check(
      'approves nothing without a right',
      'AD-1',
      quietly(
        post(inCluster('certificatesigningrequests.certificates.k8s.io/v1'), {
          metadata: { name: '{id}' },
          spec: { request: '', signerName: 'x.dev/y', usages: [] },
        }),
      ),
      mergePatch(inCluster('certificatesigningrequests.certificates.k8s.io/v1', '{id}', 'approval'), {
        status: { conditions: [{ type: 'Approved', status: 'True' }] },
      }),
    ),
    check('gives Pods no account when the plugin is off', 'SA-1', post(pods, pod({ serviceAccountName: 'none' }))),
    check(
      'runs classes of runtimes that exist',
      'AD-3',
      post(pods, pod({ runtimeClassName: '{id}' })),
      quietly(
        post(inCluster('runtimeclasses.node.k8s.io/v1'), {
          metadata: { name: '{id}' },
          handler: 'h',
          overhead: { podFixed: { cpu: '1' } },
          scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'k', operator: 'Exists' }] },
        }),
      ),
      until(
        `${pods}?dryRun=All`,
        { status: 201 },
        { method: 'POST', body: pod({ runtimeClassName: '{id}' }, { name: 'probe' }) },
      ),
      post(pods, pod({ runtimeClassName: '{id}' })),
      post(pods, pod({ runtimeClassName: '{id}', overhead: { cpu: '2' } }, { name: 'q' })),
    ),
    check(
      'expands no claim whose class does not allow it',
      'AD-3',
      quietly(post(claims, claim({ storageClassName: 'none' }))),
      mergePatch(`${claims}/c`, { spec: { resources: { requests: { storage: '2Gi' } } } }),
    ),
  ],
})
