/** A complete server for admission tests, reached without a socket, with a virtual clock and deterministic ids. */
import { seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import type { ApiServer } from '../../../api-server.ts'
import { startApiServer } from '../../../start-api-server.ts'
import type { Send } from '../../../testing/play-request.ts'

export interface AdmissionServer extends AsyncDisposable {
  readonly send: Send
  readonly clock: VirtualClock
  readonly server: ApiServer
}

export async function startAdmissionServer(disabledPlugins?: readonly string[]): Promise<AdmissionServer> {
  const random = seededRandom('admission')
  const clock = new VirtualClock()
  const disabled = disabledPlugins === undefined ? {} : { disabledPlugins }
  const server = await startApiServer({ clock, random, ids: seededIds(random), ...disabled })
  return {
    clock,
    server,
    async send(path, { method = 'GET', headers = {}, body }) {
      const json = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'play' }
      const sent = { method, path, headers: { ...json, ...headers } }
      const response = await server
        .transport()
        .send(body === undefined ? sent : { ...sent, body: JSON.stringify(body) })
      const text = await response.body.text()
      return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
