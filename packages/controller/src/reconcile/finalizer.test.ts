import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { addFinalizer, hasFinalizer, removeFinalizer } from './finalizer.ts'
import { Site, site } from '../testing/objects.ts'
import { EchoServer } from '../testing/echo-server.ts'

const name = 'example.dev/record'
const guarded = site('blog', { metadata: { finalizers: ['example.dev/other', name], resourceVersion: '7' } })

describe('a finalizer', () => {
  const cases = [
    {
      name: 'is put beside those of others',
      write: addFinalizer,
      object: site('blog', { metadata: { finalizers: ['x/y'], resourceVersion: '7' } }),
      finalizers: ['x/y', name],
    },
    {
      name: 'is put on an object that has none',
      write: addFinalizer,
      object: site('blog', { metadata: { resourceVersion: '7' } }),
      finalizers: [name],
    },
    {
      name: 'comes off, and those of others stay',
      write: removeFinalizer,
      object: guarded,
      finalizers: ['example.dev/other'],
    },
  ]

  it.each(cases)('$name, if nobody changed the object since', async ({ write, object, finalizers }) => {
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

  it('is seen', () => {
    expect([hasFinalizer(guarded, name), hasFinalizer(site(), name)]).toEqual([true, false])
  })
})
