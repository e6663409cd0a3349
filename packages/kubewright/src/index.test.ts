import * as client from '@kubewright/client'
import * as controller from '@kubewright/controller'
import * as kubernetes from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import * as clientPath from './client.ts'
import * as umbrella from './index.ts'
import * as kubernetesPath from './kubernetes.ts'

describe('the umbrella', () => {
  it('passes on the very same values, so that all ways of importing can be mixed', () => {
    expect(umbrella.createClient).toBe(client.createClient)
    expect(umbrella.defineController).toBe(controller.defineController)
    expect(umbrella.Deployment).toBe(kubernetes.Deployment)
    expect({ ...clientPath }).toEqual({ ...client })
    expect(Object.keys(kubernetesPath)).toEqual(Object.keys(kubernetes))
  })

  it('stays small', () => {
    expect(Object.keys(umbrella).length).toBeLessThanOrEqual(35)
  })

  it('has a path for every package an operator is made of', () => {
    const packages = 'cache client controller core kubernetes lease manager resource webhook'.split(' ')
    expect(Object.keys(manifest.exports)).toEqual(['.', ...packages.map((name) => `./${name}`), './package.json'])
  })
})
