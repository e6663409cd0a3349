/**
 * Admission: kube-apiserver's plugins still answer as in the recording that our server is tested with.
 *
 * `KUBEWRIGHT_RECORD=1` updates the recording.
 */
import { sleep, systemClock } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import {
  admissionRecording,
  type Lines,
  type PlayName,
  playSteps,
  plays,
} from '../../packages/apiserver/src/admission/plugins/testing/admission-recording.ts'
import type { Send } from '../../packages/apiserver/src/testing/play-request.ts'
import { openRawApi } from '../../tools/kube-apiserver/raw-api.ts'
import { startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'

/** The admission plugins of a real server read from informers, which lag behind writes. */
const pause = () => sleep(systemClock, '250ms')

/** Starts a dedicated server, because plays leave cluster-wide objects behind. */
async function playAll<Name extends PlayName>(names: readonly Name[], flags: Readonly<Record<string, string>>) {
  await using server = await startRealServer({ flags })
  using api = openRawApi(server)
  const send: Send = (path, { method = 'GET', headers = {}, body }) => {
    const json = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'play' }
    return api.request(path, { method, headers: { ...json, ...headers }, ...(body === undefined ? {} : { body }) })
  }
  const lines: (readonly [Name, Lines])[] = []
  for (const name of names) lines.push([name, await playSteps(send, plays[name], pause)])
  return Object.fromEntries(lines) as Record<Name, Lines>
}

describe('built-in admission plugins of kube-apiserver', () => {
  it('answer as recorded', { timeout: 180_000 }, async () => {
    const usual = (Object.keys(plays) as PlayName[]).filter((name) => name !== 'accounts')
    const answers = {
      ...(await playAll(usual, {})),
      ...(await playAll(['accounts'], { 'disable-admission-plugins': 'DefaultTolerationSeconds' })),
    }
    if (process.env['KUBEWRIGHT_RECORD'] === '1') admissionRecording.write(answers)
    expect(answers).toEqual(admissionRecording.read())
  })
})
