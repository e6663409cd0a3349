import { describe, expect, it } from 'vitest'
import { createTransport } from './http-transport.ts'
import { createAuthority } from './testing/certificate-authority.ts'
import { answerJson, startHttp, startHttps } from './testing/test-server.ts'

const authority = createAuthority({ name: 'test-ca' })
const identity = authority.issue({ name: 'server', hosts: ['127.0.0.1'] })
const tls = { cert: identity.certificate, key: identity.key }

describe('createTransport', () => {
  it('sends requests over TLS and reuses the connection', async () => {
    await using server = await startHttps(tls, (_, response) => answerJson(response, { kind: 'Pod' }))
    await using transport = createTransport({ server: server.url, ca: authority.certificate, token: 's3cr3t' })

    const answers: string[] = []
    for (let round = 0; round < 20; round++) {
      const response = await transport.send({
        method: 'GET',
        path: '/api/v1/pods?limit=1',
        headers: { accept: 'application/json' },
      })
      answers.push(`${response.status} ${await response.body.text()}`)
    }

    expect(new Set(answers)).toEqual(new Set(['200 {"kind":"Pod"}']))
    expect(server.connections).toBeLessThanOrEqual(2)
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      path: '/api/v1/pods?limit=1',
      headers: { authorization: 'Bearer s3cr3t' },
    })
  })
})
