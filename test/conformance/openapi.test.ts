/**
 * What a real server publishes about built-in kinds and about custom resources is what our server was tested with.
 *
 * `KUBEWRIGHT_RECORD=1` writes it down anew.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  readOpenApiRecording,
  recordOpenApi,
  writeOpenApiRecording,
} from '../../packages/apiserver/src/openapi/testing/openapi-recording.ts'
import { definitionOf, samples } from '../../packages/apiserver/src/openapi/testing/sample-definitions.ts'
import { expectStatus, openRealApi, type RawApi } from './real-server.ts'

const isRecording = process.env['KUBEWRIGHT_RECORD'] === '1'

beforeAll(async () => {
  using api = openRealApi()
  for (const definition of samples.map(definitionOf)) {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    await expectStatus(api.request(path, { method: 'POST', body: definition }), 201)
  }
  await vi.waitUntil(() => arePublished(api), { timeout: 20_000, interval: 250 })
})

/** A real server publishes what was defined a while later, each kind on its own. */
async function arePublished(api: RawApi): Promise<boolean> {
  const { definitions } = (await expectStatus(api.request('/openapi/v2'), 200)) as { definitions: object }
  const v3 = await Promise.all(
    samples.map(definitionOf).flatMap(({ spec: { group, names, versions } }) =>
      versions
        .filter(({ served }) => served)
        .map(async ({ name }) => {
          const { status, body } = await api.request(`/openapi/v3/apis/${group}/${name}`)
          return status === 200 && JSON.stringify(body).includes(`/${names.plural}/{name}`)
        }),
    ),
  )
  const names = Object.keys(definitions).filter((name) => name.startsWith('dev.test.openapi.'))
  return v3.every(Boolean) && names.length === 2 * v3.length
}

describe('OpenAPI', () => {
  it('is published as recorded', async () => {
    using api = openRealApi()
    const recording = await recordOpenApi(async (path) => {
      const { body } = await api.request(path)
      return typeof body === 'string' ? JSON.parse(body) : body
    })
    if (isRecording) writeOpenApiRecording(recording)
    expect(recording).toEqual(readOpenApiRecording())
  })
})
