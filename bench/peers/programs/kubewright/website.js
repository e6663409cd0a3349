/** The kinds of the benchmark. */
import { defineDynamicResource } from '@kubewright/client'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'

export const group = 'bench.kubewright.dev'

export const Website = defineResource({
  group,
  version: 'v1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({
    image: z.string(),
    replicas: z.int(),
    domain: z.string().optional(),
    padding: z.string().optional(),
    revision: z.int().optional(),
  }),
  status: z.object({ url: z.string().optional(), revision: z.int().optional() }),
})

/** Kinds that are only cached. */
export const benches = Array.from({ length: 19 }, (_, at) => {
  const number = String(at + 1).padStart(2, '0')
  const [kind, plural] = [`Bench${number}`, `bench${number}s`]
  return defineDynamicResource({ group, version: 'v1', kind, plural, scope: 'Namespaced' })
})
