import { describe, expect, it } from 'vitest'
import { qualityOf } from './quality-of-service.ts'

const full = { cpu: '1', memory: '1Gi' }

describe('qualityOf', () => {
  it.each([
    { name: 'asks for nothing', resources: [{}], quality: 'BestEffort' },
    { name: 'asks for zero', resources: [{ requests: { cpu: '0' } }], quality: 'BestEffort' },
    { name: 'asks for other things only', resources: [{ limits: { 'example.com/gpu': '1' } }], quality: 'BestEffort' },
    { name: 'asks for something', resources: [{ requests: { cpu: '1' } }], quality: 'Burstable' },
    { name: 'gets what it asks for', resources: [{ requests: full, limits: full }], quality: 'Guaranteed' },
    {
      name: 'writes it otherwise',
      resources: [{ requests: { cpu: '1000m', memory: '1024Mi' }, limits: full }],
      quality: 'Guaranteed',
    },
    {
      name: 'has one container that asks for less',
      resources: [{ requests: full, limits: full }, {}],
      quality: 'Burstable',
    },
    {
      name: 'asks for less than its limit',
      resources: [{ requests: { cpu: '500m', memory: '1Gi' }, limits: full }],
      quality: 'Burstable',
    },
  ])('is $quality for a pod that $name', ({ resources, quality }) => {
    expect(qualityOf({ containers: resources.map((one) => ({ resources: one })) })).toBe(quality)
  })

  it('goes by what the pod asks for as a whole, if it does', () => {
    expect(qualityOf({ containers: [{}], resources: { requests: full, limits: full } })).toBe('Guaranteed')
  })
})
