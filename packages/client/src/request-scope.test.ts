import { describe, expect, it } from 'vitest'
import { createClient } from './create-client.ts'
import { assertWanted, scopeOf } from './request-scope.ts'
import { Website, website } from './testing/kinds.ts'
import { ScriptedServer } from './scripted/scripted-server.ts'
import type { RequestScope, Transport, TransportRequest } from './transport.ts'

describe('scopeOf', () => {
  it("returns the request's scope without reading its signal", () => {
    const scope: RequestScope = { aborted: false, reason: undefined, onAbort: () => ({ [Symbol.dispose]() {} }) }
    const request = {
      scope,
      get signal(): AbortSignal {
        throw new Error('nobody needs it')
      },
    }
    expect(scopeOf(request)).toBe(scope)
    expect(() => assertWanted(request)).not.toThrow()
  })

  it('follows the signal of a request without scope', () => {
    const controller = new AbortController()
    const scope = scopeOf(controller)!
    const heard: unknown[] = []
    scope.onAbort(() => heard.push(scope.reason))
    expect(scope.aborted).toBe(false)
    controller.abort('gone')
    expect([scope.aborted, heard]).toEqual([true, ['gone']])
    expect(() => assertWanted(controller)).toThrow('gone')
  })

  it('is undefined for a request without scope and signal', () => {
    expect(scopeOf({})).toBeUndefined()
    expect(() => assertWanted({})).not.toThrow()
  })
})

describe('a transport request of the client', () => {
  /** A transport that passes a copy on, as wrappers do. */
  function recording(inner: Transport, seen: TransportRequest[]): Transport {
    const send = (request: TransportRequest) => {
      seen.push(request)
      return inner.send({ ...request, headers: { ...request.headers, 'x-trace': '1' } })
    }
    return { host: inner.host, send, [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose]() }
  }

  it('has both scope and signal, which survive copying the request', async () => {
    const server = new ScriptedServer({ '*': () => ({ body: website() }) })
    const seen: TransportRequest[] = []
    const client = createClient(recording(server, seen))
    await client.get(Website, { namespace: 'default', name: 'blog' })
    const [{ scope, signal } = {} as TransportRequest] = seen
    expect(signal).toBeInstanceOf(AbortSignal)
    expect(scope?.aborted).toBe(false)
    expect({ ...seen[0] }.signal).toBe(signal)
  })
})
