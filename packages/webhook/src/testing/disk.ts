/** A kind with two versions, and conversion reviews for it. */
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'

export const Disk = defineResource({
  group: 'disks.example.dev',
  version: 'v1',
  kind: 'Disk',
  scope: 'Cluster',
  spec: z.object({ sizeGb: z.int().min(1), tier: z.enum(['hdd', 'ssd']).default('hdd') }),
  versions: {
    v1beta1: {
      schema: { spec: z.object({ size: z.string(), fast: z.boolean().default(false) }) },
      toStorage: ({ spec }) => {
        if (spec.size === 'broken') throw new Error('no such size')
        return { spec: { sizeGb: Number.parseInt(spec.size, 10), tier: spec.fast ? 'ssd' : 'hdd' } }
      },
      fromStorage: ({ spec }) => ({ spec: { size: `${spec.sizeGb}Gi`, fast: spec.tier === 'ssd' } }),
    },
  },
})

export function diskOf(name: string, size: string) {
  return {
    apiVersion: 'disks.example.dev/v1beta1',
    kind: 'Disk',
    metadata: { name, uid: name },
    spec: { size, fast: true },
  }
}

export function conversionOf(objects: unknown, desiredAPIVersion = 'disks.example.dev/v1') {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    request: { uid: 'review-1', desiredAPIVersion, objects },
  }
}
