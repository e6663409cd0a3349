import { resourceRequirements } from '@kubewright/kubernetes/schemas/core/v1'
import { defineResource } from '@kubewright/resource'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { declarableValues } from './run/generated-declarations.ts'

const Shop = defineResource({
  group: 'shop.example.dev',
  version: 'v1',
  kind: 'Shop',
  scope: 'Namespaced',
  spec: z.object({ owner: z.string(), owners: z.int().optional(), resources: resourceRequirements() }),
})
const metadata = { name: 'corner', namespace: 'default' }
const spec = { owner: 'ann', resources: { limits: { cpu: '1' } } }
const declared = [{ apiVersion: 'shop.example.dev/v1', kind: 'Shop', metadata, spec }]
const checkpoints = [{ step: 1, declared }] as never

function fieldsWithout(fixed: readonly string[]): readonly string[] {
  const values = declarableValues({ resources: [Shop], fixed }, checkpoints)
  return [...new Set(values.map(({ path }) => path.slice(0, 2).join('.')))]
}

it('a fixed field excludes its subfields from generated values, and no sibling', () => {
  expect(fieldsWithout([])).toEqual(['spec.owner', 'spec.owners', 'spec.resources'])
  expect(fieldsWithout(['spec.resources'])).toEqual(['spec.owner', 'spec.owners'])
  expect(fieldsWithout(['spec.owner', 'spec.resources'])).toEqual(['spec.owners'])
})
