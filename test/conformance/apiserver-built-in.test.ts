/**
 * Built-in kinds: kube-apiserver still answers hundreds of writes as in the recording that our server is tested with.
 *
 * `KUBEWRIGHT_RECORD=1` updates the recording.
 */
import { describe, expect, it } from 'vitest'
import { caseRecording, playAll } from '../../packages/apiserver/src/built-in/testing/case-recording.ts'
import type { Send } from '../../packages/apiserver/src/testing/play-request.ts'
import { openRealApi, type RawApi } from './real-server.ts'

const sendTo =
  (api: RawApi): Send =>
  (path, { method = 'GET', headers = {}, body }) =>
    api.request(path, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })

describe('built-in kinds of kube-apiserver', () => {
  it('are validated and defaulted as recorded', { timeout: 120_000 }, async () => {
    using api = openRealApi()
    const answers = await playAll(sendTo(api))
    if (process.env['KUBEWRIGHT_RECORD'] === '1') caseRecording.write(answers)
    expect(answers).toEqual(caseRecording.read())
  })
})
