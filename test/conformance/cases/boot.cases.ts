/** Catalogue 1.14: the bootstrap objects of a cluster. */
import { check, defineSuite, get, inCluster } from '../../../tools/conformance/steps.ts'
import { establish, version } from './widgets.ts'

const clusterRoles = inCluster('clusterroles.rbac.authorization.k8s.io/v1')
const clusterBindings = inCluster('clusterrolebindings.rbac.authorization.k8s.io/v1')

const bootClusterRoles = [
  'admin',
  'cluster-admin',
  'edit',
  'view',
  'system:aggregate-to-admin',
  'system:aggregate-to-edit',
  'system:aggregate-to-view',
  'system:basic-user',
  'system:discovery',
  'system:public-info-viewer',
  'system:node',
  'system:node-proxier',
  'system:kube-scheduler',
  'system:kube-controller-manager',
  'system:kube-dns',
  'system:heapster',
  'system:auth-delegator',
  'system:kubelet-api-admin',
  'system:monitoring',
  'system:persistent-volume-provisioner',
  'system:service-account-issuer-discovery',
  'system:volume-scheduler',
  'system:node-bootstrapper',
  'system:node-problem-detector',
  'system:certificates.k8s.io:kube-apiserver-client-approver',
  'system:controller:deployment-controller',
  'system:controller:generic-garbage-collector',
  'system:controller:namespace-controller',
  'system:controller:job-controller',
]

const shown = (path: string) => get(path, { compare: 'digest' })

export default defineSuite({
  section: '1.14',
  topic: 'boot',
  setup: establish({ versions: [version({})] }),
  cases: [
    ...bootClusterRoles.map((name) =>
      check(`begins with the role ${name}`, 'AZ-3 BT-1', shown(`${clusterRoles}/${name}`)),
    ),
    ...[
      'cluster-admin',
      'system:discovery',
      'system:basic-user',
      'system:public-info-viewer',
      'system:monitoring',
      'system:node',
      'system:kube-scheduler',
      'system:controller:job-controller',
    ].map((name) => check(`begins with the binding ${name}`, 'AZ-3 BT-1', shown(`${clusterBindings}/${name}`))),
    check(
      'begins with roles in namespaces',
      'AZ-3 BT-1',
      shown('/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/roles?limit=500'),
      shown('/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/rolebindings'),
      shown('/apis/rbac.authorization.k8s.io/v1/namespaces/kube-public/roles'),
    ),
    ...['default', 'kube-system', 'kube-public', 'kube-node-lease'].map((name) =>
      check(`begins with the namespace ${name}`, 'BT-1 NS-1', get(inCluster('namespaces', name))),
    ),
    check('begins with a service', 'BT-1', get('/api/v1/namespaces/default/services/kubernetes', { compare: 'shape' })),
    check(
      'begins with priorities',
      'BT-1',
      get(inCluster('priorityclasses.scheduling.k8s.io/v1', 'system-cluster-critical')),
      get(inCluster('priorityclasses.scheduling.k8s.io/v1', 'system-node-critical')),
    ),
    check(
      'begins with a range of addresses',
      'BT-1',
      get(inCluster('servicecidrs.networking.k8s.io/v1', 'kubernetes')),
    ),
    check(
      'begins with flow control',
      'PF-1 BT-1',
      shown(inCluster('flowschemas.flowcontrol.apiserver.k8s.io/v1', 'exempt')),
      shown(inCluster('flowschemas.flowcontrol.apiserver.k8s.io/v1', 'catch-all')),
      shown(inCluster('flowschemas.flowcontrol.apiserver.k8s.io/v1', 'service-accounts')),
      shown(inCluster('prioritylevelconfigurations.flowcontrol.apiserver.k8s.io/v1', 'exempt')),
      shown(inCluster('prioritylevelconfigurations.flowcontrol.apiserver.k8s.io/v1', 'workload-low')),
    ),
    ...['v1.', 'v1.apps', 'v2.autoscaling', 'v1.rbac.authorization.k8s.io', 'v1.apiextensions.k8s.io'].map((name) =>
      check(
        `begins with the API service ${name}`,
        'BT-1',
        shown(inCluster('apiservices.apiregistration.k8s.io/v1', name)),
      ),
    ),
    check(
      'makes an API service of every group',
      'BT-1',
      get(inCluster('apiservices.apiregistration.k8s.io/v1', 'v1.{suite}.example.dev'), {
        compare: 'digest',
        until: { contains: 'Local APIServices are always available' },
      }),
    ),
  ],
})
