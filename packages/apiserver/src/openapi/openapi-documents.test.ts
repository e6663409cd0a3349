import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { builtInKinds } from '../built-in-kinds.ts'
import { KindRegistry } from '../kinds/kind-registry.ts'
import { Store } from '../storage/store.ts'
import { OpenApiDocuments } from './openapi-documents.ts'
import { openApiRecording, recordOpenApi } from './testing/openapi-recording.ts'
import { sampleKinds } from './testing/sample-kinds.ts'

function registryWithSamples(): KindRegistry {
  const kinds = new KindRegistry()
  for (const kind of [...builtInKinds({ store: new Store() }), ...sampleKinds()]) kinds.add(kind)
  return kinds
}

/** The samples alone, where built-in kinds do not matter. */
function sampleRegistry(): KindRegistry {
  const kinds = new KindRegistry()
  for (const kind of sampleKinds()) kinds.add(kind)
  return kinds
}

function documentsOf(kinds: KindRegistry): OpenApiDocuments {
  return new OpenApiDocuments(kinds, new VirtualClock())
}

const published = async (documents: OpenApiDocuments, name: string) => {
  const document = await documents.find(name)
  return document && (JSON.parse(document.text) as { paths: object; components: { schemas: Record<string, unknown> } })
}

describe('OpenApiDocuments', () => {
  it('match the recordings of kube-apiserver, except for descriptions', async () => {
    const documents = documentsOf(registryWithSamples())
    const get = async (path: string) => {
      if (path === '/openapi/v2') return JSON.parse((await documents.v2()).text)
      if (path !== '/openapi/v3') return published(documents, path.slice('/openapi/v3/'.length))
      return { paths: Object.fromEntries(documents.names().map((name) => [name, {}])) }
    }
    expect(await recordOpenApi(get)).toEqual(openApiRecording.read())
  })

  it('keep the descriptions of CRD schemas', async () => {
    const document = await published(documentsOf(sampleRegistry()), 'apis/web.openapi.test.dev/v1')
    expect(document?.components.schemas['dev.test.openapi.web.v1.Website']).toMatchObject({
      description: 'A site.',
      properties: { spec: { description: 'What is wanted.' } },
    })
  })

  it('contain a kind as soon as and only as long as it is served', async () => {
    const kinds = sampleRegistry()
    const documents = documentsOf(kinds)
    const name = 'apis/web.openapi.test.dev/v1'
    const before = await documents.find(name)
    const whole = await documents.v2()

    const route = kinds.find('web.openapi.test.dev', 'v1', 'routes')!
    kinds.remove(route)
    expect(Object.keys((await published(documents, name))!.paths)).not.toContain('/apis/web.openapi.test.dev/v1/routes')
    expect((await documents.v2()).hash).not.toBe(whole.hash)

    kinds.add(route)
    expect((await documents.find(name))!.hash).toBe(before!.hash)
    kinds.remove(route)
    kinds.remove(kinds.find('web.openapi.test.dev', 'v1', 'websites')!)
    expect(await documents.find(name)).toBeUndefined()
    expect(documents.names()).not.toContain(name)
  })

  it('are not cached if kinds changed while they were built', async () => {
    const kinds = sampleRegistry()
    const documents = documentsOf(kinds)
    const name = 'apis/web.openapi.test.dev/v1'
    const asked = documents.find(name)
    kinds.remove(kinds.find('web.openapi.test.dev', 'v1', 'routes')!)
    await asked
    expect((await documents.find(name))!.text).not.toContain('/routes')
  })

  it('are built once and cached', async () => {
    const documents = documentsOf(sampleRegistry())
    expect(await documents.v2()).toBe(await documents.v2())
    expect((await documents.find('version'))!.text).toBe((await documents.find('version'))!.text)
  })

  it.each(['apis/nope/v1', 'apis/apps/v2', 'api/v2', 'apis/web.openapi.test.dev', 'constructor', 'api/', ''])(
    'have no document %j',
    async (name) => {
      expect(await documentsOf(registryWithSamples()).find(name)).toBeUndefined()
    },
  )
})
