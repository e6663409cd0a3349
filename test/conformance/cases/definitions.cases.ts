/** Catalogue 1.12, first part: definitions of custom resources, and which of them are rejected. */
import {
  check,
  closeWatch,
  defineSuite,
  del,
  edited,
  get,
  mergePatch,
  openWatch,
  post,
  put,
  quietly,
  until,
} from '../../../tools/conformance/steps.ts'
import { definitionSamples } from './definition-samples.ts'
import { define, specOf } from './own-definition.ts'
import { schemaSamples } from './schema-samples.ts'
import { definition, definitions, establish, version } from './widgets.ts'

const own = `${definitions}/widgets.{id}.example.dev`
/** A dry-run create. */
const tried = (body: object) => post(`${definitions}?dryRun=All`, body)
const text = { type: 'string' }

export default defineSuite({
  section: '1.12',
  topic: 'definitions',
  cases: [
    ...schemaSamples.map(({ name, rules, schema }) =>
      check(`judges a schema with ${name}`, rules, tried(define([specOf(schema)]))),
    ),
    ...definitionSamples.map(({ name, rules, body }) => check(`judges ${name}`, rules, tried(body))),
    check(
      'is established',
      'CRD-4',
      quietly(post(definitions, define([specOf({ type: 'object' })]))),
      get(own, { until: { contains: '"type":"Established","status":"True"' } }),
      get('/apis/{id}.example.dev/v1/widgets', { until: { status: 200 } }),
    ),
    check(
      'tells how it is established',
      'CRD-4',
      openWatch(
        'w',
        `${definitions}?watch=true&fieldSelector=metadata.name%3Dwidgets.{id}.example.dev&resourceVersion=0`,
      ),
      quietly(post(definitions, define([specOf({ type: 'object' })]))),
      closeWatch('w', 3),
    ),
    check(
      'refuses a conflict of names',
      'CRD-5',
      ...establish({ of: 'id', versions: [version({})] }),
      quietly(post(definitions, definition({ of: 'id', plural: 'gadgets', kind: 'Widget', versions: [version({})] }))),
      get(`${definitions}/gadgets.{id}.example.dev`, { until: { contains: 'NamesAccepted' } }),
      get('/apis/{id}.example.dev/v1/gadgets'),
    ),
    check(
      'refuses conflicts of short names',
      'CRD-5',
      ...establish({
        of: 'id',
        versions: [version({})],
        spec: { names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] } },
      }),
      quietly(
        post(
          definitions,
          definition({
            of: 'id',
            plural: 'gadgets',
            kind: 'Gadget',
            versions: [version({})],
            spec: { names: { plural: 'gadgets', kind: 'Gadget', shortNames: ['wd'] } },
          }),
        ),
      ),
      get(`${definitions}/gadgets.{id}.example.dev`, { until: { contains: 'NamesAccepted' } }),
    ),
    check(
      'accepts names when they are free again',
      'CRD-5',
      ...establish({ of: 'id', versions: [version({})] }),
      quietly(post(definitions, definition({ of: 'id', plural: 'gadgets', kind: 'Widget', versions: [version({})] }))),
      until(`${definitions}/gadgets.{id}.example.dev`, { contains: 'KindConflict' }),
      quietly(del(own)),
      get(`${definitions}/gadgets.{id}.example.dev`, { until: { contains: '"type":"Established","status":"True"' } }),
    ),
    check(
      'notes an approved group',
      'CRD-6 DI-9',
      quietly(
        post(definitions, {
          metadata: {
            name: 'widgets.{id}.k8s.io',
            annotations: { 'api-approved.kubernetes.io': 'unapproved, testing' },
          },
          spec: {
            group: '{id}.k8s.io',
            scope: 'Cluster',
            names: { plural: 'widgets', kind: 'Widget' },
            versions: [version({})],
          },
        }),
      ),
      get(`${definitions}/widgets.{id}.k8s.io`, {
        until: { contains: 'KubernetesAPIApprovalPolicyConformant' },
        compare: 'status',
      }),
    ),
    check(
      'changes neither group nor plural nor scope nor kind',
      'CRD-8',
      ...establish({ of: 'id', versions: [version({})] }),
      get(own, { saveAs: 'd', compare: 'none' }),
      put(own, edited('d', { 'spec.group': 'other.example.dev' })),
      put(own, edited('d', { 'spec.names.plural': 'others' })),
      put(own, edited('d', { 'spec.scope': 'Cluster' })),
      put(own, edited('d', { 'spec.names.kind': 'Other' })),
    ),
    check(
      'changes other names',
      'CRD-8 PC-2',
      ...establish({ of: 'id', versions: [version({})] }),
      mergePatch(own, {
        spec: { names: { shortNames: ['wq'], singular: 'widgy', listKind: 'WidgetTable', categories: ['all'] } },
      }),
      get('/apis/{id}.example.dev/v1', { until: { contains: 'widgy' } }),
      get('/apis/{id}.example.dev/v1/widgets', { until: { contains: 'WidgetTable' } }),
    ),
    check(
      'keeps versions that may be stored',
      'CRD-3',
      ...establish({ of: 'id', versions: [version({})] }),
      mergePatch(
        own,
        { spec: { versions: [version({}, { storage: false }), version({}, { name: 'v2' })] } },
        { saveAs: 'd' },
      ),
      mergePatch(own, { spec: { versions: [version({}, { name: 'v2' })] } }),
      mergePatch(`${own}/status`, { status: { storedVersions: ['v1'] } }),
      mergePatch(`${own}/status`, { status: { storedVersions: ['v2', 'v9'] } }),
      mergePatch(`${own}/status`, { status: { storedVersions: ['v2'] } }),
      mergePatch(own, { spec: { versions: [version({}, { name: 'v2' })] } }),
      get('/apis/{id}.example.dev/v1/widgets', { until: { status: 404 } }),
    ),
    check(
      'serves every version',
      'CRD-9',
      ...establish({
        of: 'id',
        versions: [
          version({ a: text }),
          version({ b: text }, { name: 'v2', storage: false }),
          version({}, { name: 'v3', storage: false, served: false }),
        ],
      }),
      post('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets', {
        apiVersion: '{id}.example.dev/v1',
        kind: 'Widget',
        metadata: { name: 'a' },
        a: 'x',
        b: 'y',
      }),
      get('/apis/{id}.example.dev/v2/namespaces/{ns}/widgets/a', { until: { status: 200 } }),
      get('/apis/{id}.example.dev/v3/namespaces/{ns}/widgets/a'),
      get('/apis/{id}.example.dev/v2/namespaces/{ns}/widgets'),
    ),
    check(
      'takes its objects along',
      'CRD-7 CR-11',
      ...establish({ of: 'id', versions: [version({})] }),
      quietly(
        post('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets', {
          apiVersion: '{id}.example.dev/v1',
          kind: 'Widget',
          metadata: { name: 'a', finalizers: ['example.dev/hold'] },
        }),
      ),
      quietly(del(own)),
      until('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets/a', { contains: 'deletionTimestamp' }),
      post('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets', {
        apiVersion: '{id}.example.dev/v1',
        kind: 'Widget',
        metadata: { name: 'b' },
      }),
      quietly(mergePatch('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets/a', { metadata: { finalizers: null } })),
      until(own, { status: 404 }),
    ),
    check(
      'has a generation',
      'GEN-2',
      quietly(post(definitions, define([specOf({ type: 'object' })]))),
      until(own, { contains: '"type":"Established","status":"True"' }),
      mergePatch(own, { spec: { names: { categories: ['all'] } } }, { compare: 'status' }),
      get(own, { compare: 'status', until: { contains: 'categories' } }),
    ),
    check(
      'writes no status through the definition',
      'CRD-3',
      ...establish({ of: 'id', versions: [version({})] }),
      mergePatch(own, { status: { storedVersions: ['v7'] } }),
      get(`${own}/status`),
    ),
  ],
})
