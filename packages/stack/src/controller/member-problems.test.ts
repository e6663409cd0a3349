import { defineResource, manifest } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cascade, type Component, component, fromSecret, generated } from '../component.ts'
import { defineStack, type StackObject } from '../stack.ts'
import { stackStatus } from '../status.ts'
import { memberOf } from './member.ts'
import { assertMembers } from './member-problems.ts'
import { contextOf } from './members.ts'

const define = (kind: string) =>
  defineResource({
    group: 'shop.example.dev',
    version: 'v1',
    kind,
    scope: 'Namespaced',
    spec: z.object({}),
    status: z.object({ ...stackStatus }),
    conditions: ['Ready'],
  })
const Shop = define('Shop')
const Database = define('Database')
const object = { metadata: { name: 'garden', namespace: 'default' }, spec: {} } as unknown as StackObject

function judge(components: Readonly<Record<string, Component>>): void {
  const stack = defineStack({ for: Shop, components: () => components as never })
  const members = Object.entries(components).map(([name, one]) =>
    memberOf(one, contextOf(name, components, { stack, object, exposure: 'ingress' })),
  )
  assertMembers(stack, object, members)
}

const db = component({ image: 'db:1', port: 5432, secrets: { PASSWORD: generated() } })
const reads = (from: string, key: string) => component({ image: 'api:1', env: { P: fromSecret(from, key) } })

describe('the components of a stack', () => {
  it.each([
    {
      name: 'have the same name',
      components: {
        api: component({ image: 'a:1', port: 80, name: 'web' }),
        web: component({ image: 'w:1', port: 80 }),
      },
      message:
        /deploy the components "api" and "web" of garden: both would create the object Service garden-web. Give one of them another/,
    },
    {
      name: 'read the Secret of a component that does not exist',
      components: { api: reads('dbb', 'PASSWORD') },
      message: /its variable P is the value "PASSWORD" of the Secret of "dbb", which is not a component of the stack/,
    },
    {
      name: 'read a key that the Secret does not have',
      components: { db, api: reads('db', 'constructor') },
      message: /"constructor" of the Secret of "db", whose `secrets` have no such key/,
    },
    {
      name: 'read such a key in a sidecar',
      components: {
        api: component({ image: 'a:1', sidecars: { log: { image: 'l:1', env: { P: fromSecret('x', 'y') } } } }),
      },
      message: /the Secret of "x", which is not a component/,
    },
    {
      name: 'are of a kind that the controller does not watch',
      components: { db: cascade(manifest(Database, { metadata: { name: 'db' }, spec: {} })) },
      message: /it is a Database, which the stack does not watch/,
    },
  ])('are refused if they $name', ({ components, message }) => {
    expect(() => judge(components)).toThrow(message)
  })

  it('are accepted otherwise, even with a name such as constructor', () => {
    expect(() => judge({ db, constructor: reads('db', 'PASSWORD') })).not.toThrow()
  })
})

describe('a component', () => {
  it('may be named constructor', () => {
    const components = { constructor: db }
    const stack = defineStack({ for: Shop, components: () => components as never })
    const { objects } = memberOf(db, contextOf('constructor', components, { stack, object, exposure: 'ingress' }))
    expect(objects.workload?.object.metadata.name).toBe('garden-constructor')
  })

  it('is refused with more replicas than an int32 holds', () => {
    expect(() => component({ image: 'a:1', replicas: 5_000_000_000 })).toThrow('more than 2147483647')
  })
})
