import { apply, core, get, merge, namespace, pod, type PlayStep, post, put, remove } from '../play.ts'

const gone = 'kw-gone'
const data = (name: string, value = 'a') => ({ metadata: { name }, data: { value } })
const ownReview = '/apis/authorization.k8s.io/v1/namespaces/kw-nowhere/localsubjectaccessreviews'
const question = {
  metadata: { namespace: 'kw-nowhere' },
  spec: { user: 'eve', resourceAttributes: { namespace: 'kw-nowhere', verb: 'get', resource: 'pods' } },
}

export const lifecyclePlay: readonly PlayStep[] = [
  ...['default', 'kube-system', 'kube-public'].map((name) => remove(`deletes ${name}`, `/api/v1/namespaces/${name}`)),
  remove('would delete leases of nodes', '/api/v1/namespaces/kube-node-lease?dryRun=All', { shows: ['status.phase'] }),
  post('creates nowhere', `${core('kw-nowhere')}/configmaps`, data('a')),
  post('generates nowhere', `${core('kw-nowhere')}/configmaps`, { metadata: { generateName: 'a-' } }),
  put('updates nowhere', `${core('kw-nowhere')}/configmaps/a`, data('a')),
  merge('patches nowhere', `${core('kw-nowhere')}/configmaps/a`, { data: {} }),
  put('creates a lease nowhere by an update', '/apis/coordination.k8s.io/v1/namespaces/kw-nowhere/leases/a', {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'a' },
    spec: {},
  }),
  apply('applies nowhere', `${core('kw-nowhere')}/configmaps/a`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a' },
  }),
  remove('deletes nowhere', `${core('kw-nowhere')}/configmaps/a`),
  post('asks about nowhere', ownReview, question, { shows: ['status.allowed'] }),
  namespace(gone),
  post('creates', `${core(gone)}/configmaps`, data('a')),
  post('a pod', `${core(gone)}/pods`, pod('a')),
  post('a held one', `${core(gone)}/configmaps`, { metadata: { name: 'b', finalizers: ['kw.dev/held'] } }),
  remove('deletes the namespace', `/api/v1/namespaces/${gone}`, {
    shows: ['status', 'spec', 'metadata.deletionGracePeriodSeconds'],
    settles: true,
  }),
  remove('deletes it again', `/api/v1/namespaces/${gone}`, { shows: ['status', 'spec'] }),
  post('creates where all goes', `${core(gone)}/configmaps`, data('c')),
  post('generates where all goes', `${core(gone)}/configmaps`, { metadata: { generateName: 'c-' } }),
  post('would create where all goes', `${core(gone)}/configmaps?dryRun=All`, data('c')),
  apply('applies where all goes', `${core(gone)}/configmaps/c`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'c' },
  }),
  post('binds where all goes', `${core(gone)}/pods/a/binding`, {
    metadata: { name: 'a' },
    target: { kind: 'Node', name: 'n' },
  }),
  post('evicts where all goes', `${core(gone)}/pods/a/eviction`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: 'a', namespace: gone },
  }),
  merge('patches where all goes', `${core(gone)}/configmaps/a`, { data: { value: 'b' } }, { shows: ['data'] }),
  remove('deletes where all goes', `${core(gone)}/configmaps/a`),
  merge('labels what goes', `/api/v1/namespaces/${gone}`, { metadata: { labels: { a: 'b' } } }, { shows: ['status'] }),
  put('lets go', `/api/v1/namespaces/${gone}/finalize`, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: gone },
    spec: { finalizers: [] },
  }),
  get('is gone', `/api/v1/namespaces/${gone}`),
  namespace('kw-kept'),
  put(
    'is finalized before it goes',
    '/api/v1/namespaces/kw-kept/finalize',
    { metadata: { name: 'kw-kept' }, spec: { finalizers: ['kw.dev/other'] } },
    { shows: ['spec', 'status'] },
  ),
  remove('is held by another', '/api/v1/namespaces/kw-kept', { shows: ['spec', 'status'] }),
  put('is let go by another', '/api/v1/namespaces/kw-kept/finalize', { metadata: { name: 'kw-kept' }, spec: {} }),
  get('is gone too', '/api/v1/namespaces/kw-kept'),
]
