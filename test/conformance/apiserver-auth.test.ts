/**
 * Who may do what: a real server's answers to hundreds of questions and requests are those our server was tested with.
 *
 * `KUBEWRIGHT_RECORD=1` writes the answers down anew.
 */
import { sleep, systemClock } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { accessQuestions } from '../../packages/apiserver/src/auth/testing/access-questions.ts'
import { playSteps, type Send, sortedList } from '../../packages/apiserver/src/auth/testing/auth-play.ts'
import {
  askAll,
  readRecording,
  setUp,
  type Verdict,
  writeRecording,
} from '../../packages/apiserver/src/auth/testing/auth-recording.ts'
import { authSteps } from '../../packages/apiserver/src/auth/testing/auth-steps.ts'
import { bootstrapText } from '../../packages/apiserver/src/generated/bootstrap-rbac.ts'
import { bootstrapModule, readBootstrapObjects } from '../../tools/bootstrap-rbac/bootstrap-module.ts'
import { openRealApi, type RawApi, realServer } from './real-server.ts'

const sendTo =
  (api: RawApi): Send =>
  async (path, { method = 'GET', headers = {}, body }) => {
    // Whether an account is still there is told by a cache that nothing can be asked of: it gets some time.
    if (path.endsWith('/tokenreviews')) await sleep(systemClock, '500ms')
    return api.request(path, { method, headers: headers as Record<string, string>, body })
  }

/** A real server names any of the bindings that allow, so only a refusal has one text. */
const comparable = ({ isAllowed, reason }: Verdict) => ({ isAllowed, reason: isAllowed ? '' : sortedList(reason) })

describe('who may do what', () => {
  it('agrees with what was recorded', { timeout: 120_000 }, async () => {
    using api = openRealApi()
    const send = sendTo(api)
    await setUp(send)
    const verdicts = await askAll(send)
    const { body } = await send('/.well-known/openid-configuration', {})
    const steps = await playSteps(authSteps, send, (body as { issuer: string }).issuer)
    if (process.env['KUBEWRIGHT_RECORD'] === '1') writeRecording({ steps, verdicts })
    const recorded = readRecording()

    expect(accessQuestions(verdicts.length).length).toBe(recorded.verdicts.length)
    expect(verdicts.map(comparable)).toEqual(recorded.verdicts.map(comparable))
    expect(steps).toEqual(recorded.steps)
  })

  it('starts with the roles and bindings of a real server', async () => {
    using api = openRealApi()
    const own = /^(kw-|test-)/
    const objects = await readBootstrapObjects(async (path) => {
      const { items } = (await api.request(path)).body as { items: { metadata: { labels?: object } }[] }
      return {
        items: items.filter(({ metadata }) => Object.hasOwn(metadata.labels ?? {}, 'kubernetes.io/bootstrapping')),
      }
    })

    expect(objects.filter(({ metadata }) => own.test(metadata.name))).toEqual([])
    expect(bootstrapModule(objects, realServer().programs.kubernetesVersion)).toContain(bootstrapText)
  })
})
