/** Catalogue 1.3: discovery and OpenAPI. */
import { check, defineSuite, get, post, quietly, request, until } from '../../../tools/conformance/steps.ts'

const aggregated = (version = 'v2', rest = '') => ({
  accept: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList${rest}`,
})
const groups = [
  'apps',
  'batch',
  'autoscaling',
  'policy',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'certificates.k8s.io',
  'networking.k8s.io',
  'rbac.authorization.k8s.io',
  'storage.k8s.io',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'scheduling.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'resource.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'apiregistration.k8s.io',
]

const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { n: { type: 'integer', nullable: true }, s: { type: 'string' } },
        'x-kubernetes-validations': [{ rule: 'self.n > 0' }],
      },
    },
  },
}
const version = (name: string, rest: object = {}) => ({ name, served: true, storage: false, schema, ...rest })

export default defineSuite({
  section: '1.3',
  topic: 'discovery',
  setup: [
    quietly(
      post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        metadata: { name: 'gizmos.{suite}.example.dev' },
        spec: {
          group: '{suite}.example.dev',
          scope: 'Namespaced',
          names: { plural: 'gizmos', kind: 'Gizmo', shortNames: ['gz'], categories: ['all'] },
          versions: [
            version('v1beta2'),
            version('v1', {
              storage: true,
              subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
            }),
            version('v1alpha1'),
            version('v2'),
            version('foo'),
            version('v10beta1'),
            version('v3', { served: false }),
          ],
        },
      }),
    ),
    until('/apis/{suite}.example.dev/v1', { status: 200, contains: 'gizmos/scale' }),
    until('/apis/{suite}.example.dev', { status: 200, contains: 'v10beta1' }),
    until('/openapi/v3/apis/{suite}.example.dev/v1', { status: 200, contains: 'Gizmo' }),
    until('/openapi/v2', { contains: '{suite}.v1.Gizmo' }, { compare: 'none' }),
  ],
  cases: [
    check('names the core version', 'DI-1', get('/api')),
    check('lists core resources', 'DI-1 DI-2 DI-3', get('/api/v1', { compare: 'digest' })),
    ...groups.map((group) => check(`describes ${group}`, 'DI-1', get(`/apis/${group}`))),
    ...groups.map((group) =>
      check(
        `lists the resources of ${group}`,
        'DI-1 DI-2 DI-3',
        get(`/apis/${group}/${group === 'autoscaling' ? 'v2' : 'v1'}`, { compare: 'digest' }),
      ),
    ),
    check('lists the resources of the older autoscaling', 'DI-1', get('/apis/autoscaling/v1', { compare: 'digest' })),
    check('aggregates the core', 'DI-4', get('/api', { headers: aggregated(), compare: 'digest' })),
    check(
      'aggregates in another form for nobody',
      'DI-5',
      get('/api', { headers: aggregated('v2beta1') }),
      get('/api', { headers: aggregated('v2beta1', ',application/json') }),
      get('/api', { headers: aggregated('v2', ';profile=nopeer'), compare: 'digest' }),
    ),
    check(
      'says that nothing has changed',
      'DI-4',
      get('/api', { headers: { ...aggregated(), 'if-none-match': '"0"' }, compare: 'digest' }),
    ),
    check(
      'answers HEAD about itself',
      'DI-1',
      request('HEAD', '/api'),
      request('HEAD', '/apis'),
      request('HEAD', '/api/v1'),
    ),
    check(
      'describes itself in YAML',
      'DI-1',
      get('/api', { headers: { accept: 'application/yaml' } }),
      get('/apis/batch', { headers: { accept: 'application/yaml' } }),
    ),
    check(
      'describes itself in nothing it does not know',
      'DI-1',
      get('/api', { headers: { accept: 'text/plain' } }),
      get('/apis/batch/v1', { headers: { accept: 'application/xml' } }),
    ),
    check('describes a group of custom resources', 'DI-7 DI-8', get('/apis/{suite}.example.dev')),
    check(
      'lists custom resources',
      'DI-8 DI-3 PC-2',
      get('/apis/{suite}.example.dev/v1'),
      get('/apis/{suite}.example.dev/v2'),
      get('/apis/{suite}.example.dev/foo'),
    ),
    check(
      'hides versions that are not served',
      'DI-8',
      get('/apis/{suite}.example.dev/v3'),
      get('/apis/{suite}.example.dev/v3/gizmos'),
    ),
    { ...check('orders groups', 'DI-6', get('/apis', { compare: 'digest' })), runsAlone: true },
    check(
      'refuses a group of the platform without approval',
      'DI-9',
      post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        metadata: { name: 'gizmos.{id}.k8s.io' },
        spec: {
          group: '{id}.k8s.io',
          scope: 'Cluster',
          names: { plural: 'gizmos', kind: 'Gizmo' },
          versions: [version('v1', { storage: true })],
        },
      }),
    ),
    check(
      'takes a group of the platform with approval',
      'DI-9',
      post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All', {
        metadata: {
          name: 'gizmos.{id}.k8s.io',
          annotations: { 'api-approved.kubernetes.io': 'https://example.dev/1' },
        },
        spec: {
          group: '{id}.k8s.io',
          scope: 'Cluster',
          names: { plural: 'gizmos', kind: 'Gizmo' },
          versions: [version('v1', { storage: true })],
        },
      }),
    ),
    check(
      'takes a group of the platform that says it is not approved',
      'DI-9',
      post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All', {
        metadata: { name: 'gizmos.{id}.k8s.io', annotations: { 'api-approved.kubernetes.io': 'unapproved' } },
        spec: {
          group: '{id}.k8s.io',
          scope: 'Cluster',
          names: { plural: 'gizmos', kind: 'Gizmo' },
          versions: [version('v1', { storage: true })],
        },
      }),
    ),
    check(
      'announces a group that somebody else would serve',
      'DI-6',
      quietly(
        post('/apis/apiregistration.k8s.io/v1/apiservices', {
          metadata: { name: 'v1.{id}.example.dev' },
          spec: {
            group: '{id}.example.dev',
            version: 'v1',
            groupPriorityMinimum: 100,
            versionPriority: 10,
            service: { name: 's', namespace: 'n' },
            insecureSkipTLSVerify: true,
          },
        }),
      ),
      until('/apis/apiregistration.k8s.io/v1/apiservices/v1.{id}.example.dev', { contains: 'ServiceNotFound' }),
      get('/apis/{id}.example.dev'),
      get('/apis/{id}.example.dev/v1/things'),
      quietly(request('DELETE', '/apis/apiregistration.k8s.io/v1/apiservices/v1.{id}.example.dev')),
    ),
    check(
      'describes everything in words, too',
      'OA-2 OA-4',
      get('/openapi/v3/apis/{suite}.example.dev/v1', { compare: 'digest' }),
      get('/openapi/v3/apis/batch/v1', { compare: 'digest' }),
    ),
    check(
      'describes custom resources in OpenAPI',
      'OA-2 OA-4 OA-5',
      get('/openapi/v3/apis/{suite}.example.dev/v1', { compare: 'undescribed' }),
    ),
    check('redirects to the document that is meant', 'OA-2', get('/openapi/v3/apis/apps/v1?hash=0000')),
    ...[
      'api',
      'apis',
      'version',
      'api/v1',
      'apis/apps',
      'apis/apps/v1',
      'apis/batch/v1',
      'apis/autoscaling/v2',
      'apis/rbac.authorization.k8s.io/v1',
      'apis/apiextensions.k8s.io/v1',
      'apis/authentication.k8s.io/v1',
      'apis/events.k8s.io/v1',
      '.well-known/openid-configuration',
      'openid/v1/jwks',
    ].map((path) =>
      check(`describes ${path} in OpenAPI`, 'OA-2 OA-5', get(`/openapi/v3/${path}`, { compare: 'undescribed' })),
    ),
    check('describes nothing that it does not serve', 'OA-2', get('/openapi/v3/apis/nothing/v1')),
    check(
      'describes in no other form',
      'OA-2 OA-3',
      get('/openapi/v3/apis/apps/v1', { headers: { accept: 'text/plain' } }),
      get('/openapi/v2', { headers: { accept: 'text/html' } }),
    ),
    check('describes in any form', 'OA-3', get('/openapi/v2', { headers: { accept: '*/*' }, compare: 'status' })),
    check(
      'describes itself for protobuf',
      'OA-3',
      get('/openapi/v2', {
        headers: { accept: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' },
        compare: 'status',
      }),
    ),
    { ...check('lists its documents', 'OA-1', get('/openapi/v3', { compare: 'digest' })), runsAlone: true },
  ],
})
