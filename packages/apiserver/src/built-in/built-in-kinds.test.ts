import { describe, expect, it } from 'vitest'
import { builtInKinds } from '../built-in-kinds.ts'
import { Store } from '../storage/store.ts'
import { builtInCases } from './testing/built-in-cases.ts'
import { startBuiltInServer } from './testing/built-in-server.ts'
import { caseRecording, playAll } from './testing/case-recording.ts'

describe('built-in kinds', () => {
  it('are the 68 resources Kubernetes serves by default', () => {
    const kinds = builtInKinds({ store: new Store() })
    expect(new Set(kinds.map(({ group, version, plural }) => `${group}/${version}/${plural}`)).size).toBe(68)
  })

  it('default an object idempotently', async () => {
    const server = await startBuiltInServer()
    for (const one of builtInCases()) {
      const { apiVersion, kind } = one.body as { apiVersion: string; kind: string }
      const [version = '', group = ''] = apiVersion.split('/').reverse()
      const { codec } = server.machinery.kinds.findKind(group, version, kind)!
      const { object } = await codec.decode(structuredClone(one.body))
      const again = await codec.decode(structuredClone(object))
      expect(again.object, one.name).toEqual(object)
    }
  })

  it('match the recorded responses of kube-apiserver', { timeout: 30_000 }, async () => {
    const { send } = await startBuiltInServer()
    const answers = await playAll(send)
    expect(answers).toEqual(caseRecording.read())
  })
})
