import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalStage, openLocalStage } from '../testing/local-stage.ts'
import { perform } from '../testing/play.ts'
import { policyPlays } from '../testing/policy-plays.ts'
import { policyRecording } from '../testing/recording.ts'

const recorded = policyRecording.read()
let stage: LocalStage

beforeAll(async () => {
  stage = await openLocalStage()
})

afterAll(() => stage[Symbol.asyncDispose]())

/** Recorded from kube-apiserver 1.36.4 in the same scenarios; see test/conformance. */
describe('admission policies match recordings of kube-apiserver', () => {
  it.each(policyPlays.map((play) => [play.name, play] as const))('%s', async (_, play) => {
    expect(await perform(play, stage)).toEqual(recorded[play.name])
  })

  it('for every recorded scenario', () => {
    expect(policyPlays.map(({ name }) => name)).toEqual(Object.keys(recorded))
  })
})
