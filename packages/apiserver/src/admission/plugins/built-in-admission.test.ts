import { describe, expect, it } from 'vitest'
import { admissionRecording, type PlayName, playSteps, plays } from './testing/admission-recording.ts'
import { startAdmissionServer } from './testing/admission-server.ts'

describe('built-in admission', () => {
  const recording = admissionRecording.read()

  it.each(Object.keys(plays) as PlayName[])('matches the recorded responses of kube-apiserver: %s', async (name) => {
    await using server = await startAdmissionServer(name === 'accounts' ? [] : undefined)
    expect(await playSteps(server.send, plays[name], async () => server.clock.advance(1_000))).toEqual(recording[name])
  })
})
