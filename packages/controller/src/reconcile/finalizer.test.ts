import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { addFinalizer, hasFinalizer, removeFinalizer } from './finalizer.ts'
import { Site, site } from '../testing/objects.ts'
import { EchoServer } from '../testing/echo-server.ts'

const name = 'example.dev/record'
const guarded = site('blog', { metadata: { finalizers: ['example.dev/other', name], resourceVersion: '7' } })

describe('the finalizer of a controller', () => {
  const cases = [
    {
      name: 'is added to the finalizers of others',
      write: addFinalizer,
      object: site('blog', { metadata: { finalizers: ['x/y'], resourceVersion: '7' } }),
      finalizers: ['x/y', name],
    },
    {
      name: 'is added to an object without finalizers',
      write: addFinalizer,
      object: site('blog', { metadata: { resourceVersion: '7' } }),
      finalizers: [name],
    },
    {
      name: 'is removed, and the finalizers of others are kept',
      write: removeFinalizer,
      object: guarded,
      finalizers: ['example.dev/other'],
    },
  ]

  it.each(cases)('$name, with a resourceVersion precondition', async ({ write, object, finalizers }) => {
    const server = new EchoServer()
    await using client = server.client(new VirtualClock())
    await write(object, name, { client, resource: Site, signal: new AbortController().signal })
    expect(server.asked).toMatchObject([
      {
        method: 'PATCH',
        path: '/apis/web.example.dev/v1/namespaces/default/sites/blog',
        body: { metadata: { finalizers, resourceVersion: '7', uid: 'uid-blog' } },
      },
    ])
  })

  it('is detected on an object', () => {
    expect([hasFinalizer(guarded, name), hasFinalizer(site(), name)]).toEqual([true, false])
  })
})
