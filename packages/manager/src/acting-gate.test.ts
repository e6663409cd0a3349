import type { TransportRequest } from '@kubewright/client/transport'
import { ScriptedServer } from '@kubewright/client/testing'
import { describe, expect, it } from 'vitest'
import { ActingGate } from './acting-gate.ts'

const request = (method: TransportRequest['method']): TransportRequest => ({
  method,
  path: '/api/v1/pods?x=y',
  headers: {},
})

describe('the gate before a transport', () => {
  it('is checked for each write, and lets reads pass always', async () => {
    const server = new ScriptedServer()
    const gate = new ActingGate()
    const guarded = gate.guardTransport(server)
    let mayAct = true
    gate.open(() => mayAct)
    await guarded.send(request('PATCH'))
    mayAct = false
    await expect(guarded.send(request('PATCH'))).rejects.toMatchObject({
      code: 'KW_MANAGER_MAY_NOT_ACT',
      details: { verb: 'PATCH', what: '/api/v1/pods' },
    })
    await guarded.send(request('GET'))
    mayAct = true
    gate.shut()
    await expect(guarded.send(request('DELETE'))).rejects.toMatchObject({ code: 'KW_MANAGER_MAY_NOT_ACT' })
    expect(server.requests.map(({ method }) => method)).toEqual(['PATCH', 'GET'])
  })

  it('is checked again when a queued request is sent, and changes nothing else of the request', async () => {
    const gate = new ActingGate()
    let mayAct = true
    gate.open(() => mayAct)
    const seen: TransportRequest[] = []
    const send = async (given: TransportRequest) => {
      seen.push(given)
      return { status: 200, headers: {}, body: undefined as never }
    }
    const guarded = gate.guardTransport({ host: 'here', send, async [Symbol.asyncDispose]() {} })
    let reads = 0
    const lazy = {
      ...request('PUT'),
      body: '{}',
      get signal() {
        reads++
        return AbortSignal.abort()
      },
    }
    await guarded.send(lazy)
    expect(reads).toBe(0)
    expect(seen[0]).toMatchObject({ method: 'PUT', path: '/api/v1/pods?x=y', body: '{}' })
    expect(seen[0]?.signal?.aborted).toBe(true)
    expect(seen[0]?.refusal?.()).toBeUndefined()
    mayAct = false
    expect(seen[0]?.refusal?.()).toMatchObject({ code: 'KW_MANAGER_MAY_NOT_ACT' })
  })

  it.each(['outer', 'inner'] as const)(
    'refuses a request when it is sent if the %s of two gates is shut',
    async (shut) => {
      const gates = { outer: new ActingGate(), inner: new ActingGate() }
      for (const gate of Object.values(gates)) gate.open(() => true)
      const seen: TransportRequest[] = []
      const send = async (given: TransportRequest) => {
        seen.push(given)
        return { status: 200, headers: {}, body: undefined as never }
      }
      const transport = { host: 'here', send, async [Symbol.asyncDispose]() {} }
      await gates.outer.guardTransport(gates.inner.guardTransport(transport)).send(request('PUT'))
      expect(seen[0]?.refusal?.()).toBeUndefined()
      gates[shut].shut()
      expect(seen[0]?.refusal?.()).toMatchObject({ code: 'KW_MANAGER_MAY_NOT_ACT' })
    },
  )
})
