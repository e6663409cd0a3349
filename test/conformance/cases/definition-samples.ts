/** Definitions of custom resources with one error each, and a few valid ones. */
import { define, props, specOf } from './own-definition.ts'

export interface DefinitionSample {
  readonly name: string
  readonly rules: string
  readonly body: object
}

const text = { type: 'string' }

const rows: readonly (readonly [name: string, rules: string, body: object])[] = [
  [
    'a name that is not its own',
    'CRD-1',
    { ...define([specOf({ type: 'object' })]), metadata: { name: 'other.{id}.example.dev' } },
  ],
  [
    'a group without a dot',
    'CRD-1',
    {
      metadata: { name: 'widgets.{id}' },
      spec: {
        group: '{id}',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [specOf({ type: 'object' })],
      },
    },
  ],
  [
    'a group in capitals',
    'CRD-1',
    {
      metadata: { name: 'widgets.{id}.Example.dev' },
      spec: {
        group: '{id}.Example.dev',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [specOf({ type: 'object' })],
      },
    },
  ],
  [
    'no group',
    'CRD-1',
    {
      metadata: { name: 'widgets.' },
      spec: {
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [specOf({ type: 'object' })],
      },
    },
  ],
  ['no versions', 'CRD-1', define([])],
  ['no stored version', 'CRD-1', define([{ ...specOf({ type: 'object' }), storage: false }])],
  ['two stored versions', 'CRD-1', define([specOf({ type: 'object' }), { ...specOf({ type: 'object' }), name: 'v2' }])],
  [
    'one version twice',
    'CRD-1',
    define([specOf({ type: 'object' }), { ...specOf({ type: 'object' }), storage: false }]),
  ],
  ['no schema', 'CRD-1', define([{ name: 'v1', served: true, storage: true }])],
  ['an empty schema', 'CRD-1', define([{ name: 'v1', served: true, storage: true, schema: {} }])],
  [
    'a schema without a type',
    'ST-1',
    define([{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: {} } }]),
  ],
  [
    'a schema that is text',
    'ST-1',
    define([{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'string' } } }]),
  ],
  ['a name of a version that is none', 'CRD-1', define([{ ...specOf({ type: 'object' }), name: 'V_1' }])],
  ['an unknown scope', 'CRD-1', define([specOf({ type: 'object' })], { scope: 'Planet' })],
  ['no scope', 'CRD-1', define([specOf({ type: 'object' })], { scope: undefined })],
  ['no kind', 'CRD-1', define([specOf({ type: 'object' })], { names: { plural: 'widgets' } })],
  [
    'a kind that is no label',
    'CRD-1',
    define([specOf({ type: 'object' })], { names: { plural: 'widgets', kind: 'Wid get' } }),
  ],
  ['no plural', 'CRD-1', define([specOf({ type: 'object' })], { names: { kind: 'Widget' } })],
  [
    'a short name that is none',
    'CRD-1',
    define([specOf({ type: 'object' })], { names: { plural: 'widgets', kind: 'Widget', shortNames: ['A B'] } }),
  ],
  [
    'a category that is none',
    'CRD-1',
    define([specOf({ type: 'object' })], { names: { plural: 'widgets', kind: 'Widget', categories: ['A B'] } }),
  ],
  [
    'a list kind that is its kind',
    'CRD-1',
    define([specOf({ type: 'object' })], { names: { plural: 'widgets', kind: 'Widget', listKind: 'Widget' } }),
  ],
  ['fields kept everywhere', 'CRD-1', define([specOf({ type: 'object' })], { preserveUnknownFields: true })],
  ['a conversion nobody knows', 'CRD-2', define([specOf({ type: 'object' })], { conversion: { strategy: 'Magic' } })],
  [
    'a conversion without a webhook',
    'CRD-2',
    define([specOf({ type: 'object' })], { conversion: { strategy: 'Webhook' } }),
  ],
  [
    'a webhook without a conversion',
    'CRD-2',
    define([specOf({ type: 'object' })], {
      conversion: {
        strategy: 'None',
        webhook: { clientConfig: { url: 'https://x.dev' }, conversionReviewVersions: ['v1'] },
      },
    }),
  ],
  [
    'a webhook without versions',
    'CRD-2',
    define([specOf({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://x.dev' }, conversionReviewVersions: [] },
      },
    }),
  ],
  [
    'a webhook without TLS',
    'CV-4',
    define([specOf({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'http://x.dev' }, conversionReviewVersions: ['v1'] },
      },
    }),
  ],
  [
    'a webhook at two places',
    'CV-4',
    define([specOf({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { url: 'https://x.dev', service: { name: 's', namespace: 'n' } },
          conversionReviewVersions: ['v1'],
        },
      },
    }),
  ],
  [
    'a webhook behind a service',
    'CRD-2 CV-4',
    define([specOf({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { name: 's', namespace: 'n', path: '/x' } },
          conversionReviewVersions: ['v1'],
        },
      },
    }),
  ],
  [
    'a webhook of versions nobody speaks',
    'CV-1',
    define([specOf({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://x.dev' }, conversionReviewVersions: ['v9'] },
      },
    }),
  ],
  [
    'metadata with labels',
    'ST-4',
    define([props({ metadata: { type: 'object', properties: { labels: { type: 'object' } } } })]),
  ],
  [
    'metadata with a name',
    'ST-4',
    define([props({ metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } } })]),
  ],
  ['metadata that is text', 'ST-4', define([props({ metadata: text })])],
  [
    'metadata with a default',
    'ST-4 ST-8',
    define([props({ metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } } })]),
  ],
  ['a kind that is a number', 'ST-4', define([props({ kind: { type: 'integer' } })])],
  [
    'additional properties at the root',
    'ST-2',
    define([
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', additionalProperties: { type: 'string' } } },
      },
    ]),
  ],
  ['a root that may be null', 'ST-1', define([props({}, { nullable: true })])],
  [
    'alternatives at the root with a status',
    'ST-7',
    define([{ ...props({ a: text }, { anyOf: [{ required: ['a'] }] }), subresources: { status: {} } }]),
  ],
  [
    'rules at the root with a status',
    'ST-7',
    define([
      { ...props({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true' }] }), subresources: { status: {} } },
    ]),
  ],
  ['a scale without paths', 'SR-2', define([{ ...props({}), subresources: { scale: {} } }])],
  [
    'a scale with wrong paths',
    'SR-2',
    define([
      {
        ...props({}),
        subresources: {
          scale: { specReplicasPath: 'spec.n', statusReplicasPath: '.spec.n', labelSelectorPath: '.x[0]' },
        },
      },
    ]),
  ],
  [
    'a scale',
    'SR-2',
    define([
      {
        ...props({}),
        subresources: {
          scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' },
        },
      },
    ]),
  ],
  [
    'a column without a path',
    'PC-1',
    define([{ ...props({}), additionalPrinterColumns: [{ name: 'A', type: 'string' }] }]),
  ],
  [
    'a column of an unknown type',
    'PC-1',
    define([{ ...props({}), additionalPrinterColumns: [{ name: 'A', type: 'thing', jsonPath: '.spec' }] }]),
  ],
  [
    'a column with a wrong path',
    'PC-1',
    define([
      {
        ...props({}),
        additionalPrinterColumns: [
          { name: 'A', type: 'string', jsonPath: 'spec' },
          { name: 'B', type: 'string', jsonPath: '.a[' },
        ],
      },
    ]),
  ],
  [
    'a column without a name',
    'PC-1',
    define([{ ...props({}), additionalPrinterColumns: [{ name: '', type: 'string', jsonPath: '.spec' }] }]),
  ],
  [
    'columns',
    'PC-1',
    define([
      {
        ...props({}),
        additionalPrinterColumns: [
          {
            name: 'A',
            type: 'date',
            jsonPath: '.metadata.creationTimestamp',
            format: 'x',
            description: 'd',
            priority: 1,
          },
        ],
      },
    ]),
  ],
  [
    'a selectable field that does not exist',
    'LI-13',
    define([{ ...props({}), selectableFields: [{ jsonPath: '.spec.x' }] }]),
  ],
  [
    'a selectable field of the metadata',
    'LI-13',
    define([{ ...props({}), selectableFields: [{ jsonPath: '.metadata.name' }] }]),
  ],
  [
    'a selectable object',
    'LI-13',
    define([{ ...props({ spec: { type: 'object' } }), selectableFields: [{ jsonPath: '.spec' }] }]),
  ],
  [
    'a selectable field twice',
    'LI-13',
    define([{ ...props({ a: text }), selectableFields: [{ jsonPath: '.a' }, { jsonPath: '.a' }] }]),
  ],
  [
    'nine selectable fields',
    'LI-13',
    define([
      {
        ...props(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, text]))),
        selectableFields: Array.from({ length: 9 }, (_, at) => ({ jsonPath: `.f${at}` })),
      },
    ]),
  ],
  ['a warning without deprecation', 'WN-2', define([{ ...props({}), deprecationWarning: 'x' }])],
  ['all that is filled in', 'CRD-2 CRD-3', define([specOf({ type: 'object' })])],
  [
    'a status of its own',
    'CRD-3',
    {
      ...define([specOf({ type: 'object' })]),
      status: { storedVersions: ['v9'], conditions: [{ type: 'Established', status: 'True' }] },
    },
  ],
]

export const definitionSamples: readonly DefinitionSample[] = rows.map(([name, rules, body]) => ({ name, rules, body }))
