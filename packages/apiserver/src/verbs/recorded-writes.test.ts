import { describe, expect, it } from 'vitest'
import { startBuiltInServer } from '../built-in/testing/built-in-server.ts'
import { playWrites } from './testing/write-play.ts'
import { recordedSeeds, writesRecording } from './testing/write-recording.ts'

/** Creates, updates, patches of every type, applies by several managers and deletions, with kube-apiserver's responses. */
describe('generated writes', () => {
  it('match the recorded responses of kube-apiserver', { timeout: 30_000 }, async () => {
    const { send } = await startBuiltInServer()
    const answers = await playWrites(send, recordedSeeds)
    const recorded = writesRecording.read()
    for (const seed of recordedSeeds) expect(answers[seed], seed).toEqual(recorded[seed])
  })
})
