import { describe, expect, it } from 'vitest'
import { compact, type Discovery, type OpenApi } from './compact.ts'

const reference = (name: string) => ({ $ref: `#/components/schemas/io.k8s.${name}` })

const openApi: OpenApi = {
  version: 'v1.36.4',
  schemas: {
    'io.k8s.api.core.v1.Pod': {
      type: 'object',
      description: 'Text that is not ours.',
      'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'Pod' }],
      properties: {
        spec: { default: {}, allOf: [reference('api.core.v1.PodSpec')], description: 'Nor is this.' },
        hosts: { type: 'array', items: reference('api.core.v1.Host'), 'x-kubernetes-list-type': 'atomic' },
        sizes: { type: 'object', additionalProperties: reference('apimachinery.pkg.api.resource.Quantity') },
      },
    },
    'io.k8s.api.core.v1.PodList': {
      type: 'object',
      properties: {
        items: { type: 'array', items: reference('api.core.v1.Pod') },
        metadata: { allOf: [reference('apimachinery.pkg.apis.meta.v1.ListMeta')] },
      },
    },
  },
}

const discovery: Discovery = {
  items: [
    {
      metadata: { name: 'apps' },
      versions: [
        {
          version: 'v1',
          resources: [
            {
              resource: 'deployments',
              singularResource: 'deployment',
              responseKind: { group: '', version: '', kind: 'Deployment' },
              scope: 'Namespaced',
              verbs: ['get'],
              subresources: [
                { subresource: 'status', responseKind: { group: '', version: '', kind: 'Deployment' }, verbs: ['get'] },
                {
                  subresource: 'scale',
                  responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                  verbs: ['get'],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}

describe('compact', () => {
  const input = compact(openApi, [discovery])

  it('shortens references, and drops descriptions and list kinds', () => {
    expect(input.definitions).toEqual({
      'core/v1.Pod': {
        type: 'object',
        properties: {
          spec: { $ref: 'core/v1.PodSpec', default: {} },
          hosts: { type: 'array', items: { $ref: 'core/v1.Host' }, 'x-kubernetes-list-type': 'atomic' },
          sizes: { type: 'object', additionalProperties: { $ref: 'meta/v1.Quantity' } },
        },
      },
    })
  })

  it('resolves the kind of every subresource body', () => {
    expect(input.groups[0]?.versions[0]?.resources[0]?.subresources).toEqual([
      { name: 'status', group: 'apps', version: 'v1', kind: 'Deployment', verbs: ['get'] },
      { name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get'] },
    ])
  })

  it('refuses an allOf with several parts', () => {
    const both = { allOf: [reference('api.core.v1.A'), reference('api.core.v1.B')] }
    const odd = { version: 'v1', schemas: { 'io.k8s.api.core.v1.Odd': both } }
    expect(() => compact(odd, [])).toThrow('an allOf of one reference is expected')
  })
})
