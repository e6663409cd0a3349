import { podTemplateSpec, resourceRequirements } from '@kubewright/kubernetes/schemas/core/v1'
import { defineResource, withRules } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkDocs } from '../check/check-docs.ts'
import { docsFiles } from './docs-files.ts'

const Order = defineResource({
  group: 'shop.example.dev',
  version: 'v1',
  kind: 'Order',
  scope: 'Cluster',
  shortNames: ['ord'],
  description: 'What somebody wants.',
  spec: withRules(
    z.object({
      item: z.enum(['bread', 'milk']).describe('What it is'),
      count: z.int().min(1).max(9).default(1).describe('How many | at least one.'),
      parts: z.array(z.object({ name: z.string().max(5) })).optional(),
      labels: z.record(z.string(), z.string()).optional(),
    }),
    [{ rule: 'self.count < 5', message: 'no more than four at once' }],
  ),
  status: z.object({ total: z.number().optional().describe('In euros.') }),
  conditions: ['Ready'],
})
const crds = [{ name: 'orders.shop.example.dev', plural: 'orders', object: Order.crd(), yaml: '' }]

describe('the documentation page of a resource', () => {
  it('lists the fields of spec and status', () => {
    const [[path, text] = []] = docsFiles({ crds })
    expect(path).toBe('docs/api/orders.md')
    expect(text).toContain(
      '# Order\n\nWhat somebody wants.\n\nIt is cluster-scoped. With kubectl: `kubectl get orders.shop.example.dev`, or `ord`.\n',
    )
    expect(text).toContain('kind: Order\nmetadata:\n  name: example\nspec:\n  item: bread\n  count: 1\n')
    expect(text).toContain('| `spec.item` (required) | string | What it is. One of `bread`, `milk`. |')
    expect(text).toContain(
      '| `spec.count` | integer | How many \\| at least one. Default: `1`. At least 1. At most 9. |',
    )
    expect(text).toContain('| `spec.parts[].name` (required) | string | Longest length 5. |')
    expect(text).toContain('| `spec.labels` | map of string |')
    expect(text).toContain('| `status.total` | number | In euros. |')
    expect(text).not.toContain('status.conditions[]')
    expect(text).toContain('### Rules\n\n- no more than four at once\n')
  })

  it('lacks an undescribed field, counted once for a subtree without descriptions', () => {
    expect(checkDocs({ crds }).findings.map(({ subject }) => subject)).toEqual([
      'orders.shop.example.dev spec.parts',
      'orders.shop.example.dev spec.labels',
    ])
  })
})

describe('a Kubernetes type in the documentation of a resource', () => {
  const Run = defineResource({
    group: 'shop.example.dev',
    version: 'v1',
    kind: 'Run',
    scope: 'Namespaced',
    description: 'One run.',
    spec: z.object({
      template: podTemplateSpec().describe('The pod that does it.'),
      resources: resourceRequirements().optional().describe('Of each container.'),
      last: podTemplateSpec().optional(),
    }),
  })
  const runs = [{ name: 'runs.shop.example.dev', plural: 'runs', object: Run.crd(), yaml: '' }]

  it('needs a description only for the whole field', () => {
    expect(checkDocs({ crds: runs }).findings.map(({ subject }) => subject)).toEqual([
      'runs.shop.example.dev spec.last',
    ])
  })

  it('is one line if it is large, with the command that lists its fields', () => {
    const [[, text] = []] = docsFiles({ crds: runs })
    expect(text).toMatch(
      /\| `spec\.template` \(required\) \| object \| The pod that does it\. \d+ fields that are not listed here\. \|/,
    )
    expect(text).not.toContain('spec.template.spec')
    expect(text).toContain('| `spec.resources.limits` |')
    expect(text).toContain('`kubectl explain runs.shop.example.dev --api-version=shop.example.dev/v1 --recursive`')
  })
})
