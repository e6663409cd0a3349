/**
 * The OpenAPI documents of kube-apiserver are those of the recording that our server is tested with.
 *
 * `KUBEWRIGHT_RECORD=1` updates the recording.
 */
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer, text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { PathAnswer, PathCase } from '../../packages/apiserver/src/discovery/testing/path-cases.ts'
import { pathRecording, recordPaths } from '../../packages/apiserver/src/discovery/testing/path-recording.ts'
import { documentV2AsProtobuf } from '../../packages/apiserver/src/openapi/protobuf-v2.ts'
import { openApiRecording, recordOpenApi } from '../../packages/apiserver/src/openapi/testing/openapi-recording.ts'
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

/** kube-apiserver publishes new definitions with a delay, each kind on its own. */
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

/** Requests without implicit headers or path normalization. */
function openPlainApi() {
  const { url, ca, token } = realServer()
  const agent = new Agent({ ca, keepAlive: true })
  const open = ({ path, method = 'GET', headers }: PathCase) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { agent, method, path, headers: { authorization: `Bearer ${token}`, ...headers } }
      request(new URL(url).origin, options, resolve).once('error', reject).end()
    })
  return {
    async send(one: PathCase): Promise<PathAnswer> {
      const response = await open(one)
      return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
    },
    read: async (one: PathCase) => buffer(await open(one)),
    [Symbol.dispose]: () => agent.destroy(),
  }
}

describe('OpenAPI of kube-apiserver', () => {
  it('is published as recorded', async () => {
    using api = openRealApi()
    const recording = await recordOpenApi(async (path) => {
      const { body } = await api.request(path)
      return typeof body === 'string' ? JSON.parse(body) : body
    })
    if (isRecording) openApiRecording.write(recording)
    expect(recording).toEqual(openApiRecording.read())
  })

  it('equals our protobuf encoding byte by byte', async () => {
    using agent = openPlainApi()
    const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
    const written = await agent.read({ path: '/openapi/v2', headers: { accept } })
    const { paths, definitions } = JSON.parse((await agent.send({ path: '/openapi/v2' })).body) as Record<
      string,
      object
    >
    // Piece by piece: definitions of other tests in the document contain text that YAML can quote in several ways.
    const strange = [
      ...Object.entries(paths!).map(([name, item]) => ({
        name,
        bytes: documentV2AsProtobuf({ paths: { [name]: item } }),
      })),
      ...Object.entries(definitions!)
        .filter(([name]) => name.startsWith('io.k8s.'))
        .map(([name, item]) => ({ name, bytes: documentV2AsProtobuf({ definitions: { [name]: item } }) })),
    ].filter(({ bytes }) => !written.includes(withoutHead(bytes)))
    expect(strange.map(({ name }) => name)).toEqual([])
  })
})

/** Without the field's number and the length that stand before a message. */
function withoutHead(bytes: Buffer): Buffer {
  let at = 1
  while (bytes[at]! >= 0x80) at++
  return bytes.subarray(at + 1)
}

describe('non-resource paths of kube-apiserver', () => {
  it('are answered as recorded', async () => {
    using agent = openPlainApi()
    const recording = await recordPaths((one) => agent.send(one))
    if (isRecording) pathRecording.write(recording)
    expect(recording).toEqual(pathRecording.read())
  })
})
