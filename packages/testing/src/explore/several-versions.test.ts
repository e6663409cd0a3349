import { createClient } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startExplorationServer } from '../explore-process/exploration-server.ts'
import { explore } from './explore.ts'
import { storedCollections } from './world/stored-collections.ts'

const Disk = defineResource({
  group: 'disks.example.dev',
  version: 'v2',
  kind: 'Disk',
  scope: 'Namespaced',
  spec: z.object({ sizeGb: z.int().min(1), tier: z.enum(['hdd', 'ssd']).default('hdd') }),
  versions: {
    v1: {
      schema: { spec: z.object({ size: z.string().regex(/^\d+Gi$/), fast: z.boolean().default(false) }) },
      toStorage: ({ spec }) => ({
        spec: { sizeGb: Number.parseInt(spec.size, 10), tier: spec.fast ? 'ssd' : 'hdd' },
      }),
      fromStorage: ({ spec }) => ({ spec: { size: `${spec.sizeGb}Gi`, fast: spec.tier === 'ssd' } }),
    },
  },
})
const OldDisk = Disk.at('v1')
const data = { name: 'data', namespace: 'default' }

const disks = defineController({
  name: 'disks',
  for: Disk,
  owns: [ConfigMap],
  async reconcile({ apiVersion, metadata: { name, uid }, spec }, ctx) {
    const ownerReferences = [{ apiVersion, kind: 'Disk', name, uid, controller: true }]
    const object = { metadata: { ...data, ownerReferences }, data: { size: String(spec.sizeGb), tier: spec.tier } }
    await ctx.client.apply(ConfigMap, object, { force: true })
    return done()
  },
})

describe('a resource with several versions', () => {
  it('is explored, whichever version the user writes', async () => {
    const report = await explore({
      resources: [Disk],
      controllers: [disks],
      budget: { runs: 16 },
      strategies: ['single', 'declarations'],
      async scenario(user) {
        await user.create(OldDisk, { metadata: data, spec: { size: '3Gi' } })
        await user.patch(Disk, data, { spec: { sizeGb: 5 } })
        await user.patch(OldDisk, data, { spec: { size: '6Gi' } })
        await user.delete(OldDisk, data)
      },
    })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    const declared = report.strategies.find(({ name }) => name === 'declarations')
    expect(declared!.runs).toBeGreaterThan(0)
  })

  it('is converted between versions by the exploration server', async () => {
    await using server = await startExplorationServer([Disk])
    await using client = createClient(server.transport() as Transport, { namespace: 'default' })
    await client.create(OldDisk, { metadata: data, spec: { size: '3Gi', fast: true } })
    expect((await client.get(Disk, data)).spec).toEqual({ sizeGb: 3, tier: 'ssd' })
  })

  it('is listed in the storage version only', () => {
    const stored = storedCollections([Disk])
    expect(stored('/apis/disks.example.dev/v1/disks')).toBe('/apis/disks.example.dev/v2/disks')
    expect(stored('/apis/disks.example.dev/v2/disks')).toBe('/apis/disks.example.dev/v2/disks')
    expect(stored('/api/v1/configmaps')).toBe('/api/v1/configmaps')
    expect(stored('/apis/apps/v1/deployments')).toBe('/apis/apps/v1/deployments')
  })
})
