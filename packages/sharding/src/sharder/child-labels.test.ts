import type { Client } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { recordedLog } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { MissingPermissions } from '../missing-permissions.ts'
import { ChildLabels } from './child-labels.ts'
import { KnownObjects } from './known-objects.ts'

const ring = 'maps'

describe('labelling an owned object that conflicts with another writer', () => {
  /** The result of `write`, the cached child afterwards, and the log, if reading the child again has this result. */
  async function labelWhile(read: () => KubeObject) {
    const { log, messages } = recordedLog()
    const client = {
      metadata: {
        patch: async () => Promise.reject(Object.assign(new Error('another version'), { code: 'KW_CLIENT_CONFLICT' })),
        get: async () => read(),
      },
    } as unknown as Client
    const objects = new KnownObjects(ring)
    const permissions = new MissingPermissions(log)
    const options = { client, log, ring, objects, mayAct: () => true, permissions }
    const labels = new ChildLabels(options, new AbortController().signal)
    const child = objects.noteChild(ConfigMap, childAt('1'))!
    return { isDone: await labels.write(child, 'b'), known: objects.child('child')?.placed.resourceVersion, messages }
  }

  const childAt = (resourceVersion: string) => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'map', uid: 'map', controller: true }]
    const metadata = { name: 'child', namespace: 'default', uid: 'child', resourceVersion, ownerReferences }
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata } as unknown as KubeObject
  }

  it('stores its current state and retries', async () => {
    expect(await labelWhile(() => childAt('2'))).toEqual({ isDone: false, known: '2', messages: [] })
  })

  it('leaves it to the next list if it cannot be read, and logs that', async () => {
    const read = () => {
      throw new Error('the disk is full')
    }
    expect(await labelWhile(read)).toEqual({
      isDone: true,
      known: undefined,
      messages: ['child could not be read, will be read again with the next list'],
    })
  })
})
