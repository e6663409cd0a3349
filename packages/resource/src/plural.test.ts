import { expect, it } from 'vitest'
import { pluralOf } from './plural.ts'

it.each([
  ['Website', 'websites'],
  ['Proxy', 'proxies'],
  ['Gateway', 'gateways'],
  ['Redis', 'redises'],
  ['Ingress', 'ingresses'],
  ['Index', 'indexes'],
  ['Mesh', 'meshes'],
  ['Batch', 'batches'],
  ['IngressClass', 'ingressclasses'],
  ['PodDisruptionBudget', 'poddisruptionbudgets'],
  ['Chassis', 'chassises'],
])('the plural of %s is %s', (kind, plural) => {
  expect(pluralOf(kind)).toBe(plural)
})
