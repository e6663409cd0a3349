/**
 * RBAC: kube-apiserver still answers hundreds of reviews and requests as in the recording that our server is tested with.
 *
 * `KUBEWRIGHT_RECORD=1` updates the recording.
 */
import { sleep, systemClock } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { accessQuestions } from '../../packages/apiserver/src/auth/testing/access-questions.ts'
import { playSteps, sortedList } from '../../packages/apiserver/src/auth/testing/auth-play.ts'
import { askAll, authRecording, setUp, type Verdict } from '../../packages/apiserver/src/auth/testing/auth-recording.ts'
import { authSteps } from '../../packages/apiserver/src/auth/testing/auth-steps.ts'
import { bootstrapText } from '../../packages/apiserver/src/generated/bootstrap-rbac.ts'
import type { Send } from '../../packages/apiserver/src/testing/play-request.ts'
import { bootstrapModule, readBootstrapObjects } from '../../tools/bootstrap-rbac/bootstrap-module.ts'
import { openRealApi, type RawApi, realServer } from './real-server.ts'

const sendTo =
  (api: RawApi): Send =>
  async (path, { method = 'GET', headers = {}, body }) => {
    // The token authenticator's account cache cannot be queried for freshness, so give it time.
    if (path.endsWith('/tokenreviews')) await sleep(systemClock, '500ms')
    return api.request(path, { method, headers: headers as Record<string, string>, body })
  }

/** kube-apiserver names an arbitrary one of the bindings that allow, so only the reason of a refusal is compared. */
const comparable = ({ isAllowed, reason }: Verdict) => ({ isAllowed, reason: isAllowed ? '' : sortedList(reason) })

describe('RBAC of kube-apiserver', () => {
  it('decides the recorded requests and access reviews as recorded', { timeout: 120_000 }, async () => {
    using api = openRealApi()
    const send = sendTo(api)
    await setUp(send)
    const verdicts = await askAll(send)
    const { body } = await send('/.well-known/openid-configuration', {})
    const steps = await playSteps(authSteps, send, (body as { issuer: string }).issuer)
    if (process.env['KUBEWRIGHT_RECORD'] === '1') authRecording.write({ steps, verdicts })
    const recorded = authRecording.read()

    expect(accessQuestions(verdicts.length).length).toBe(recorded.verdicts.length)
    expect(verdicts.map(comparable)).toEqual(recorded.verdicts.map(comparable))
    expect(steps).toEqual(recorded.steps)
  })

  it('bootstraps the roles and bindings that our server embeds', async () => {
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
