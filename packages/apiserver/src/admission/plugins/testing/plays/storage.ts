import { core, get, merge, namespace, type PlayStep, post, remove } from '../play.ts'

const ns = 'kw-storage'
const claims = `${core(ns)}/persistentvolumeclaims`
const storage = '/apis/storage.k8s.io/v1'
const ingresses = `/apis/networking.k8s.io/v1/namespaces/${ns}/ingresses`
const ingressClasses = '/apis/networking.k8s.io/v1/ingressclasses'
const claim = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})
const marked = (name: string, prefix: string, metadata: object = {}) => ({
  metadata: { name, annotations: { [`${prefix}/is-default-class`]: 'true' }, ...metadata },
})
const provisioned = { provisioner: 'kw.dev/none' }
const backend = { defaultBackend: { service: { name: 's', port: { number: 80 } } } }
const chosen = { shows: ['spec.storageClassName', 'metadata.finalizers'] }
const ingress = { shows: ['spec.ingressClassName'] }
const grown = (size: string, spec: object = {}) => ({ spec: { resources: { requests: { storage: size } }, ...spec } })

export const storagePlay: readonly PlayStep[] = [
  namespace(ns),
  post('a claim without classes', `${claims}?dryRun=All`, claim('a'), chosen),
  post('a class', `${storage}/storageclasses`, { metadata: { name: 'kw-fixed' }, ...provisioned }),
  post(
    'a class that grows',
    `${storage}/storageclasses`,
    {
      ...marked('kw-grows', 'storageclass.kubernetes.io'),
      ...provisioned,
      allowVolumeExpansion: true,
    },
    { settles: true },
  ),
  post('a claim of the default', claims, claim('a'), chosen),
  post('a claim of none', `${claims}?dryRun=All`, claim('b', { storageClassName: '' }), chosen),
  post('a claim of one', claims, claim('b', { storageClassName: 'kw-fixed' }), chosen),
  post(
    'a claim by annotation',
    `${claims}?dryRun=All`,
    claim('c', {}, { annotations: { 'volume.beta.kubernetes.io/storage-class': 'kw-fixed' } }),
    chosen,
  ),
  post(
    'a claim that is held',
    `${claims}?dryRun=All`,
    claim('c', {}, { finalizers: ['kw.dev/x', 'kubernetes.io/pvc-protection'] }),
    chosen,
  ),
  post(
    'a volume',
    '/api/v1/persistentvolumes',
    {
      metadata: { name: 'kw-volume' },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    },
    { shows: ['metadata.finalizers'] },
  ),
  post(
    'a class of attributes',
    `${storage}/volumeattributesclasses`,
    {
      metadata: { name: 'kw-attributes' },
      driverName: 'kw.dev',
      parameters: { a: 'b' },
    },
    { shows: ['metadata.finalizers'] },
  ),
  remove('waits to go', `${claims}/a`, { shows: ['metadata.finalizers', 'metadata.deletionGracePeriodSeconds'] }),
  merge('lets go', `${claims}/a`, { metadata: { finalizers: null } }),
  get('went', `${claims}/a`),
  post('another claim of the default', claims, claim('d'), chosen),
  merge('grows unbound', `${claims}/d`, grown('2Gi')),
  merge('is bound', `${claims}/d/status`, { status: { phase: 'Bound', capacity: { storage: '1Gi' } } }),
  merge('grows', `${claims}/d`, grown('2Gi'), { shows: ['spec.resources'] }),
  merge('the other is bound', `${claims}/b/status`, { status: { phase: 'Bound', capacity: { storage: '1Gi' } } }),
  merge('the other grows', `${claims}/b`, grown('2Gi')),
  merge('the other shrinks', `${claims}/b`, grown('1Mi')),
  post('an ingress without classes', `${ingresses}?dryRun=All`, { metadata: { name: 'a' }, spec: backend }, ingress),
  post(
    'a class of ingresses',
    ingressClasses,
    {
      ...marked('kw-second', 'ingressclass.kubernetes.io'),
      spec: { controller: 'kw.dev/x' },
    },
    { settles: true },
  ),
  post('an ingress of the default', `${ingresses}?dryRun=All`, { metadata: { name: 'a' }, spec: backend }, ingress),
  post(
    'an ingress of another',
    `${ingresses}?dryRun=All`,
    { metadata: { name: 'a' }, spec: { ...backend, ingressClassName: 'x' } },
    ingress,
  ),
  post(
    'an ingress by annotation',
    `${ingresses}?dryRun=All`,
    { metadata: { name: 'a', annotations: { 'kubernetes.io/ingress.class': 'y' } }, spec: backend },
    ingress,
  ),
  remove('no class of ingresses', `${ingressClasses}/kw-second`),
  ...['kw-fixed', 'kw-grows'].map((name) =>
    remove(`no class ${name}`, `${storage}/storageclasses/${name}`, { settles: true }),
  ),
]
