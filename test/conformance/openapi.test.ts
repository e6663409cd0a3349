/**
 * What a real server publishes about built-in kinds and about custom resources is what our server was tested with.
 *
 * `KUBEWRIGHT_RECORD=1` writes it down anew.
 */
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { PathAnswer, PathCase } from '../../packages/apiserver/src/discovery/testing/path-cases.ts'
import {
  readPathRecording,
  recordPaths,
  writePathRecording,
} from '../../packages/apiserver/src/discovery/testing/path-recording.ts'
import {
  readOpenApiRecording,
  recordOpenApi,
  writeOpenApiRecording,
} from '../../packages/apiserver/src/openapi/testing/openapi-recording.ts'
import { definitionOf, samples } from '../../packages/apiserver/src/openapi/testing/sample-definitions.ts'
import { expectStatus, openRealApi, type RawApi, realServer } from './real-server.ts'

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

/** Requests as they are: no header that was not asked for, the path not made tidy. */
function openPlainApi() {
  const { url, ca, token } = realServer()
  const agent = new Agent({ ca, keepAlive: true })
  const send = ({ path, method = 'GET', headers }: PathCase) =>
    new Promise<PathAnswer>((resolve, reject) => {
      const options = { agent, method, path, headers: { authorization: `Bearer ${token}`, ...headers } }
      const sent = request(new URL(url).origin, options, (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        )
      })
      sent.once('error', reject).end()
    })
  return { send, [Symbol.dispose]: () => agent.destroy() }
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

describe('what is served beside objects', () => {
  it('is answered as recorded', async () => {
    using agent = openPlainApi()
    const recording = await recordPaths((one) => agent.send(one))
    if (isRecording) writePathRecording(recording)
    expect(recording).toEqual(readPathRecording())
  })
})
