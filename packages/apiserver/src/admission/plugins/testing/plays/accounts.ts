import { container, core, merge, namespace, pod, type PlayStep, post, put } from '../play.ts'

const ns = 'kw-accounts'
const pods = `${core(ns)}/pods`
const accounts = `${core(ns)}/serviceaccounts`
const mounted = {
  shows: [
    'spec.volumes',
    'spec.containers.0.volumeMounts',
    'spec.initContainers.0.volumeMounts',
    'spec.imagePullSecrets',
    'spec.serviceAccountName',
    'spec.serviceAccount',
  ],
}
const own = '/var/run/secrets/kubernetes.io/serviceaccount'
const strict = (name: string) => ({
  metadata: { name, annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
  secrets: [{ name: 'allowed' }],
  imagePullSecrets: [{ name: 'pull' }],
})
const mirror = { annotations: { 'kubernetes.io/config.mirror': 'x' } }
const secretEnv = (name: string) => ({ name: 'E', valueFrom: { secretKeyRef: { name, key: 'k' } } })
const strictly = (spec: object) => pod('a', { serviceAccountName: 'strict', ...spec })

/** For a server that runs the ServiceAccount plugin. */
export const accountPlay: readonly PlayStep[] = [
  namespace(ns),
  post('of a missing account', pods, pod('a', { serviceAccountName: 'nobody' })),
  post(
    'the usual account',
    accounts,
    { metadata: { name: 'default' }, imagePullSecrets: [{ name: 'p' }] },
    { settles: true },
  ),
  post('of the usual account', `${pods}?dryRun=All`, pod('a'), mounted),
  post(
    'with an init container',
    `${pods}?dryRun=All`,
    pod('a', { initContainers: [{ name: 'i', image: 'x:1' }] }),
    mounted,
  ),
  post(
    'that mounts its own',
    `${pods}?dryRun=All`,
    pod('a', {
      volumes: [{ name: 'mine', emptyDir: {} }],
      containers: [{ ...container, volumeMounts: [{ name: 'mine', mountPath: own }] }],
    }),
    mounted,
  ),
  post(
    'that has the volume',
    `${pods}?dryRun=All`,
    pod('a', { volumes: [{ name: 'kube-api-access-mine', emptyDir: {} }] }),
    mounted,
  ),
  post(
    'that wants no token',
    `${pods}?dryRun=All`,
    pod('a', { automountServiceAccountToken: false, imagePullSecrets: [{ name: 'q' }] }),
    mounted,
  ),
  post(
    'an account without tokens',
    accounts,
    { metadata: { name: 'bare' }, automountServiceAccountToken: false },
    { settles: true },
  ),
  post('of that account', `${pods}?dryRun=All`, pod('a', { serviceAccountName: 'bare' }), mounted),
  post(
    'of that account, with a token',
    `${pods}?dryRun=All`,
    pod('a', { serviceAccountName: 'bare', automountServiceAccountToken: true }),
    mounted,
  ),
  post('a mirror', `${pods}?dryRun=All`, pod('a', { nodeName: 'n' }, mirror), mounted),
  post('a mirror of an account', pods, pod('a', { nodeName: 'n', serviceAccountName: 'default' }, mirror)),
  post(
    'a mirror with a secret',
    pods,
    pod('a', { nodeName: 'n', volumes: [{ name: 'v', secret: { secretName: 's' } }] }, mirror),
  ),
  post(
    'a mirror with a token',
    pods,
    pod(
      'a',
      {
        nodeName: 'n',
        volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }],
      },
      mirror,
    ),
  ),
  post('a strict account', accounts, strict('strict'), { settles: true }),
  post(
    'with what is allowed',
    `${pods}?dryRun=All`,
    strictly({ volumes: [{ name: 'v', secret: { secretName: 'allowed' } }] }),
    mounted,
  ),
  post('with a foreign volume', pods, strictly({ volumes: [{ name: 'v', secret: { secretName: 'foreign' } }] })),
  post('with a foreign variable', pods, strictly({ containers: [{ ...container, env: [secretEnv('foreign')] }] })),
  post(
    'with foreign variables',
    pods,
    strictly({ initContainers: [{ name: 'i', image: 'x:1', envFrom: [{ secretRef: { name: 'foreign' } }] }] }),
  ),
  post('with a foreign pull secret', pods, strictly({ imagePullSecrets: [{ name: 'pull' }, { name: 'foreign' }] })),
  post('a pod', pods, pod('kept'), mounted),
  merge('labels it', `${pods}/kept`, { metadata: { labels: { a: 'b' } } }),
  put('adds a container with a secret', `${pods}/kept/ephemeralcontainers`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'kept' },
    spec: { containers: [container], ephemeralContainers: [{ name: 'e', image: 'x:1', env: [secretEnv('any')] }] },
  }),
]
