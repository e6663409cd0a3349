import { describe, expect, it } from 'vitest'
import { startBuiltInServer } from '../built-in/testing/built-in-server.ts'
import { CustomKindsOnDemand } from './custom-kinds-on-demand.ts'
import { definitionCollection } from './definition/definition.ts'
import { definitions } from './testing/custom-plays.ts'
import { startCustomServer } from './testing/custom-server.ts'

const group = 'tests.example.com'
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `foos.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'foos', kind: 'Foo' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}
const options = {
  webhooks: () => Promise.reject(new Error('no webhooks here')),
  report: (error: unknown) => {
    throw error
  },
}

async function start() {
  const { machinery, send } = await startBuiltInServer()
  const kindOf = (of: string, plural: string) => machinery.kinds.find(of, 'v1', plural)!
  const customKind = () => machinery.kinds.find(group, 'v1', 'foos')
  return { machinery, send, kindOf, customKind, custom: new CustomKindsOnDemand(machinery, options) }
}

describe('lazy loading of custom resources', () => {
  it('starts with the first write of a CustomResourceDefinition, and with no other write', async () => {
    const { custom, kindOf } = await start()
    await custom.start()
    expect(custom.beforeWrite(kindOf('', 'configmaps'))).toBeUndefined()

    const loading = custom.beforeWrite(kindOf('apiextensions.k8s.io', 'customresourcedefinitions'))
    expect(custom.beforeWrite(kindOf('apiextensions.k8s.io', 'customresourcedefinitions'))).toBe(loading)
    await loading
    expect(custom.beforeWrite(kindOf('apiextensions.k8s.io', 'customresourcedefinitions'))).toBeUndefined()
    custom[Symbol.dispose]()
  })

  it('serves CustomResourceDefinitions that an earlier server stored', async () => {
    using earlier = await startCustomServer()
    await earlier.send(definitions, { method: 'POST', body: definition })
    await earlier.settle()
    const [left] = earlier.machinery.store.collection(definitionCollection).range({}).versions
    const { machinery, custom, customKind } = await start()
    machinery.store.collection(definitionCollection).put(left!.key, undefined, () => left!.object)
    expect(customKind()).toBeUndefined()

    await custom.start()
    expect(customKind()).toMatchObject({ kind: 'Foo', isCustom: true })
    custom[Symbol.dispose]()
  })

  it('stops if the server closes while loading', async () => {
    const { custom, kindOf, send, customKind } = await start()
    const loading = custom.beforeWrite(kindOf('apiextensions.k8s.io', 'customresourcedefinitions'))
    custom[Symbol.dispose]()
    await loading
    await send(definitions, { method: 'POST', body: definition })
    expect(customKind()).toBeUndefined()
  })
})
