/**
 * Custom resources: kube-apiserver still answers as in the recording that our server is tested with.
 *
 * `KUBEWRIGHT_RECORD=1` updates the recording.
 */

import { systemClock } from '@kubewright/core'
import { expect, it } from 'vitest'
import { playCustom } from '../../packages/apiserver/src/custom/testing/custom-player.ts'
import { customRecording } from '../../packages/apiserver/src/custom/testing/custom-recording.ts'
import type { Send } from '../../packages/apiserver/src/testing/play-request.ts'
import { openRealApi, type RawApi } from './real-server.ts'

const sendTo =
  (api: RawApi): Send =>
  (path, { method = 'GET', headers = {}, body }) =>
    api.request(path, { method, headers, ...(body === undefined ? {} : { body }) })

const settle = (waitMs: number) => new Promise<void>((resolve) => void systemClock.schedule(waitMs, resolve))

it('CustomResourceDefinitions and their objects: kube-apiserver answers as recorded', {
  timeout: 120_000,
}, async () => {
  using api = openRealApi()
  const answers = await playCustom(sendTo(api), settle)
  if (process.env['KUBEWRIGHT_RECORD'] === '1') customRecording.write(answers)
  expect(answers).toEqual(customRecording.read())
})
