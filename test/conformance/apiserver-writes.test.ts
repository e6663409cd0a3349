/**
 * Generated writes: kube-apiserver still answers as in the recording that our server is tested with.
 *
 * `KUBEWRIGHT_RECORD=1` updates the recording.
 */
import { describe, expect, it } from 'vitest'
import type { Send } from '../../packages/apiserver/src/testing/play-request.ts'
import { playWrites } from '../../packages/apiserver/src/verbs/testing/write-play.ts'
import { recordedSeeds, writesRecording } from '../../packages/apiserver/src/verbs/testing/write-recording.ts'
import { openRealApi, type RawApi } from './real-server.ts'

const sendTo =
  (api: RawApi): Send =>
  async (path, { method = 'GET', headers = {}, body }) => {
    // A patch starts from the watch cache and repeats its warnings: a list makes the cache catch up first.
    if (method === 'PATCH') await api.request(collectionOf(path))
    return api.request(path, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'test', ...headers },
      ...(body === undefined ? {} : { body }),
    })
  }

/** `/api/v1/namespaces/default/services/blog/status?x=y` → `/api/v1/namespaces/default/services` */
function collectionOf(path: string): string {
  return path.replace(/\/[^/?]+(\/(status|scale))?(\?.*)?$/, '')
}

describe('randomly generated writes', () => {
  it('are answered by kube-apiserver as recorded', { timeout: 120_000 }, async () => {
    using api = openRealApi()
    const answers = await playWrites(sendTo(api), recordedSeeds)
    if (process.env['KUBEWRIGHT_RECORD'] === '1') writesRecording.write(answers)
    expect(answers).toEqual(writesRecording.read())
  })
})
