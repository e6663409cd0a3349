import { describe, expect, it } from 'vitest'
import { openLocalStage } from '../testing/local-stage.ts'
import { perform } from '../testing/play.ts'
import { readRecording } from '../testing/recording.ts'
import { webhookPlays } from '../testing/webhook-plays.ts'

const recorded = readRecording('webhooks')

/** What kube-apiserver 1.36.4 did in the same plays; see test/conformance. */
describe('webhooks', () => {
  it('do in every play what they do on a real server', async () => {
    await using stage = await openLocalStage()
    const performed: Record<string, readonly string[]> = {}
    for (const play of webhookPlays) performed[play.name] = await perform(play, stage)
    expect(performed).toEqual(recorded)
  })
})
