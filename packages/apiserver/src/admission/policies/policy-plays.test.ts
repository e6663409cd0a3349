import { describe, expect, it } from 'vitest'
import { openLocalStage } from '../testing/local-stage.ts'
import { perform } from '../testing/play.ts'
import { policyPlays } from '../testing/policy-plays.ts'
import { readRecording } from '../testing/recording.ts'

const recorded = readRecording('policies')

/** What kube-apiserver 1.36.4 did in the same plays; see test/conformance. */
describe('policies', () => {
  it('do in every play what they do on a real server', async () => {
    await using stage = await openLocalStage()
    const performed: Record<string, readonly string[]> = {}
    for (const play of policyPlays) performed[play.name] = await perform(play, stage)
    expect(performed).toEqual(recorded)
  })
})
