import * as client from '@kubewright/client'
import * as kubernetes from '@kubewright/kubernetes'
import { expect, it } from 'vitest'
import * as umbrella from './index.ts'

it('passes on the very same values, so that both ways of importing can be mixed', () => {
  expect(umbrella.createClient).toBe(client.createClient)
  expect(umbrella.Deployment).toBe(kubernetes.Deployment)
  expect(umbrella.Secret).toBe(kubernetes.Secret)
})

it('stays small', () => {
  expect(Object.keys(umbrella).length).toBeLessThanOrEqual(35)
})
