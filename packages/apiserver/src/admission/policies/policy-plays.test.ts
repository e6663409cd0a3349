import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalStage, openLocalStage } from '../testing/local-stage.ts'
import { perform } from '../testing/play.ts'
import { readRecording } from '../testing/recording.ts'
import { policyPlays } from '../testing/policy-plays.ts'

const recorded = readRecording('policies')
let stage: LocalStage

beforeAll(async () => {
  stage = await openLocalStage()
})

afterAll(() => stage[Symbol.asyncDispose]())

/** What kube-apiserver 1.36.4 did in the same plays; see test/conformance. */
describe('policies do what they do on a real server', () => {
  it.each(policyPlays)('$name', async (play) => {
    expect(await perform(play, stage)).toEqual(recorded[play.name])
  })

  it('in every play that was recorded', () => {
    expect(policyPlays.map(({ name }) => name)).toEqual(Object.keys(recorded))
  })
})
