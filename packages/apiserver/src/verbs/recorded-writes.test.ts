import { describe, expect, it } from 'vitest'
import { startBuiltInServer } from '../built-in/testing/built-in-server.ts'
import { playWrites } from './testing/write-play.ts'
import { readRecording, recordedSeeds } from './testing/write-recording.ts'

/** Creates, updates, patches in every language, applies by several managers, deletions: what the real server made of them. */
describe('generated writes', () => {
  it('are answered as a real server answered them', { timeout: 30_000 }, async () => {
    const { send } = await startBuiltInServer()
    const answers = await playWrites(send, recordedSeeds)
    const recorded = readRecording()
    for (const seed of recordedSeeds) expect(answers[seed], seed).toEqual(recorded[seed])
  })
})
