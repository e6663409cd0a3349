import { ApiError } from '@kubewright/client'
import { done } from '@kubewright/controller'
import { type KubeObject, silentLogger } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { bearingConflicts } from './conflicts.ts'

const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } } as KubeObject
const ctx = { log: silentLogger }

function answer(code: 'KW_CLIENT_NOT_FOUND' | 'KW_CLIENT_CONFLICT', name: string, subresource?: string): ApiError {
  return new ApiError(code, { what: 'write', why: 'a test' }, { verb: 'update', name, subresource } as never)
}

describe('a reconcile of the simulation', () => {
  it.each([
    ['a conflict', answer('KW_CLIENT_CONFLICT', 'web')],
    ['its object was deleted before the status was written', answer('KW_CLIENT_NOT_FOUND', 'web', 'status')],
  ])('is retried soon after %s', async (_, error) => {
    const reconcile = bearingConflicts(() => Promise.reject(error))
    expect(await reconcile(web, ctx)).toMatchObject({ kind: 'again', after: 20 })
  })

  it.each([
    ['another object is missing', answer('KW_CLIENT_NOT_FOUND', 'other', 'status')],
    ['the object is missing in another call', answer('KW_CLIENT_NOT_FOUND', 'web')],
    ['any other error occurs', new Error('no ink')],
  ])('fails if %s', async (_, error) => {
    await expect(bearingConflicts(() => Promise.reject(error))(web, ctx)).rejects.toBe(error)
  })

  it('returns its outcome otherwise', async () => {
    expect(await bearingConflicts(async () => done())(web, ctx)).toEqual(done())
  })
})
