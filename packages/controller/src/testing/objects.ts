/** Objects and kinds for the tests of this package. */
import type { Change } from '@kubewright/cache'
import type { KubeObject } from '@kubewright/core'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'

export const Site = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Site',
  scope: 'Namespaced',
  spec: z.object({ image: z.string().default('nginx') }),
  status: z.object({ url: z.string().optional(), size: z.int().optional() }),
  conditions: ['Ready', 'Cheap'],
})

export const Region = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Region',
  scope: 'Cluster',
  spec: z.object({ country: z.string() }),
})

type Fields = Readonly<Record<string, unknown>> & { readonly metadata?: object }

/** A Site as a server would send it. */
export function site(name = 'blog', { metadata, ...fields }: Fields = {}): KubeObject {
  const own = { name, namespace: 'default', uid: `uid-${name}`, resourceVersion: '1', generation: 1, ...metadata }
  return { apiVersion: 'web.example.dev/v1', kind: 'Site', spec: { image: 'nginx' }, ...fields, metadata: own } as never
}

export function changeOf(type: Change['type'], object: KubeObject, fields: Partial<Change> = {}): Change {
  return { type, object, previous: undefined, isInitial: false, echoOf: undefined, heardAt: 0, ...fields }
}
