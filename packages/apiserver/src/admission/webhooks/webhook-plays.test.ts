import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalStage, openLocalStage } from '../testing/local-stage.ts'
import { perform } from '../testing/play.ts'
import { readRecording } from '../testing/recording.ts'
import { webhookPlays } from '../testing/webhook-plays.ts'

const recorded = readRecording('webhooks')
let stage: LocalStage

beforeAll(async () => {
  stage = await openLocalStage()
})

afterAll(() => stage[Symbol.asyncDispose]())

/** What kube-apiserver 1.36.4 did in the same plays; see test/conformance. */
describe('webhooks do what they do on a real server', () => {
  it.each(webhookPlays)('$name', async (play) => {
    expect(await perform(play, stage)).toEqual(recorded[play.name])
  })

  it('in every play that was recorded', () => {
    expect(webhookPlays.map(({ name }) => name)).toEqual(Object.keys(recorded))
  })
})
