import type { Transport, TransportRequest } from '@kubewright/client'
import { describe, expect, it } from 'vitest'
import { ActingGate } from './acting-gate.ts'

function recording() {
  const sent: string[] = []
  const transport: Transport = {
    host: 'here',
    async send({ method }) {
      sent.push(method)
      return { status: 200, headers: {}, body: undefined as never }
    },
    async [Symbol.asyncDispose]() {},
  }
  return { sent, transport }
}

const request = (method: TransportRequest['method']): TransportRequest => ({
  method,
  path: '/api/v1/pods?x=y',
  headers: {},
})

describe('the gate before a transport', () => {
  it('is asked with each request, and lets reads pass whatever it says', async () => {
    const { sent, transport } = recording()
    const gate = new ActingGate()
    const guarded = gate.guardTransport(transport)
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
    expect(sent).toEqual(['PATCH', 'GET'])
  })
})
