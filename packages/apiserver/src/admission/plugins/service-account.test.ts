import { describe, expect, it } from 'vitest'
import { startAdmissionServer } from './testing/admission-server.ts'

const pods = '/api/v1/namespaces/default/pods'
const accounts = '/api/v1/namespaces/default/serviceaccounts'
const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'x:1' }] } }

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 500; turn++) await Promise.resolve()
}

describe('the ServiceAccount admission plugin', () => {
  it('waits for a service account that is created shortly after the pod', async () => {
    await using server = await startAdmissionServer([])
    const created = server.send(pods, { method: 'POST', body: pod })
    await someTurns()
    await server.send(accounts, { method: 'POST', body: { metadata: { name: 'default' } } })
    expect((await created).status).toBe(201)
  })

  it('rejects the pod if its service account is not created in time', async () => {
    await using server = await startAdmissionServer([])
    const created = server.send(pods, { method: 'POST', body: pod })
    await someTurns()
    await server.clock.advance('2s')
    const { status, body } = await created
    expect({ status, message: (body as { message: string }).message }).toEqual({
      status: 403,
      message:
        'pods "p" is forbidden: error looking up service account default/default: serviceaccount "default" not found',
    })
  })
})
