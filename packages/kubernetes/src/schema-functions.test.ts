import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jobTemplateSpec } from './generated/schema-functions/batch/v1.ts'
import { podTemplateSpec } from './generated/schema-functions/core/v1.ts'

const names = { group: 'a.example.dev', version: 'v1', kind: 'A', scope: 'Namespaced' } as const

describe('a CRD that embeds a pod template schema', () => {
  it('fits the 256 KiB annotation of kubectl apply, even with two versions', () => {
    const spec = z.object({ template: jobTemplateSpec() })
    const A = defineResource({
      ...names,
      spec,
      versions: {
        v2: {
          schema: { spec },
          toStorage: ({ spec: same }) => ({ spec: same }),
          fromStorage: ({ spec: same }) => ({ spec: same }),
        },
      },
    })
    const size = JSON.stringify(A.crd({ conversion: 'none' })).length
    expect(size).toBeLessThan(256 * 1024)
    expect(size).toBeGreaterThan(50_000)
  })

  it('may describe the template, make it optional and default it', () => {
    const template = podTemplateSpec()
      .describe('What runs.')
      .prefault({ spec: { containers: [{ name: 'a', image: 'a:1', ports: [{ containerPort: 80 }] }] } })
    const A = defineResource({ ...names, spec: z.object({ template }).prefault({}) })
    expect(A.schema.properties!['spec']?.properties?.['template']?.description).toBe('What runs.')
    const { spec } = A.parse({ metadata: { name: 'a' } })
    expect(spec.template.spec.containers[0]?.ports).toEqual([{ containerPort: 80, protocol: 'TCP' }])
  })
})
