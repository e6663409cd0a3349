import { describe, expect, it } from 'vitest'
import { qualityOf } from './quality-of-service.ts'

const full = { cpu: '1', memory: '1Gi' }

describe('qualityOf', () => {
  it.each([
    { name: 'has no requests or limits', resources: [{}], quality: 'BestEffort' },
    { name: 'requests zero', resources: [{ requests: { cpu: '0' } }], quality: 'BestEffort' },
    { name: 'has only extended resources', resources: [{ limits: { 'example.com/gpu': '1' } }], quality: 'BestEffort' },
    { name: 'has a request', resources: [{ requests: { cpu: '1' } }], quality: 'Burstable' },
    { name: 'has limits equal to its requests', resources: [{ requests: full, limits: full }], quality: 'Guaranteed' },
    {
      name: 'has equal requests in another notation',
      resources: [{ requests: { cpu: '1000m', memory: '1024Mi' }, limits: full }],
      quality: 'Guaranteed',
    },
    {
      name: 'has one container without requests',
      resources: [{ requests: full, limits: full }, {}],
      quality: 'Burstable',
    },
    {
      name: 'has requests below its limits',
      resources: [{ requests: { cpu: '500m', memory: '1Gi' }, limits: full }],
      quality: 'Burstable',
    },
  ])('is $quality for a pod that $name', ({ resources, quality }) => {
    expect(qualityOf({ containers: resources.map((one) => ({ resources: one })) })).toBe(quality)
  })

  it('uses pod-level resources if set', () => {
    expect(qualityOf({ containers: [{}], resources: { requests: full, limits: full } })).toBe('Guaranteed')
  })
})
