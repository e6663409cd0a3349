import { expect, it } from 'vitest'
import { playCustom } from './testing/custom-player.ts'
import { customRecording } from './testing/custom-recording.ts'
import { startCustomServer } from './testing/custom-server.ts'

it('custom resources match the recorded responses of kube-apiserver', { timeout: 30_000 }, async () => {
  using server = await startCustomServer()
  const answers = await playCustom(server.send, () => server.settle())
  const recorded = customRecording.read()
  const differing = Object.keys(recorded).filter((name) => answers[name] !== recorded[name])
  expect(differing.map((name) => ({ name, ours: answers[name], real: recorded[name] }))).toEqual([])
  expect(Object.keys(answers)).toEqual(Object.keys(recorded))
})
