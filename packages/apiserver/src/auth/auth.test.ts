/** Compares this server with recordings of kube-apiserver; `test/conformance/apiserver-auth.test.ts` records them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Send } from '../testing/play-request.ts'
import { RbacIndex } from './rbac/rbac-index.ts'
import { accessQuestions } from './testing/access-questions.ts'
import { playSteps, sortedList } from './testing/auth-play.ts'
import { askAll, authRecording, questionCount, setUp } from './testing/auth-recording.ts'
import { type AuthServer, startAuthServer } from './testing/auth-server.ts'
import { authSteps } from './testing/auth-steps.ts'
import { possibleReasons } from './testing/possible-reasons.ts'

describe('recorded responses of kube-apiserver', () => {
  const recording = authRecording.read()
  const issuer = 'https://127.0.0.1:6443/'
  let server: AuthServer
  let send: Send

  beforeAll(async () => {
    server = await startAuthServer({ issuer })
    send = (path, { method = 'GET', headers = {}, body }) => server.request(path, { method, headers, body })
    await setUp(send)
  })
  afterAll(() => server[Symbol.dispose]())

  it('are matched by every access review', async () => {
    const { store } = server.machinery
    const collection = (plural: string) => store.collection(`rbac.authorization.k8s.io/${plural}`)
    using index = new RbacIndex({
      roles: collection('roles'),
      roleBindings: collection('rolebindings'),
      clusterRoles: collection('clusterroles'),
      clusterRoleBindings: collection('clusterrolebindings'),
    })
    const ours = await askAll(send)
    const differences = accessQuestions(questionCount).flatMap((question, at) => {
      const theirs = recording.verdicts[at]!
      const reasons = theirs.isAllowed ? possibleReasons(index, question) : []
      const agrees =
        ours[at]!.isAllowed === theirs.isAllowed &&
        (reasons.includes(theirs.reason) || sortedList(ours[at]!.reason) === sortedList(theirs.reason))
      return agrees ? [] : [{ question, ours: ours[at], theirs }]
    })

    expect(differences).toEqual([])
  })

  it('are matched by every request', async () => {
    const ours = await playSteps(authSteps, send, issuer)

    expect(ours).toEqual(recording.steps)
  })
})
