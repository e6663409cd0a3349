import { type LocalTransport, startApiServer } from '@kubewright/apiserver'
import { textBody } from '@kubewright/client/testing'
import { describe, expect, it } from 'vitest'
import { findStateProblems, Followers } from './state-check.ts'

/** The same server, some of whose answers are changed on the way. */
function lying(transport: LocalTransport, change: (path: string, text: string) => string): LocalTransport {
  return {
    ...transport,
    async send(request) {
      const answer = await transport.send(request)
      if (request.path.includes('watch=')) return answer
      const text = change(request.path, await answer.body.text())
      return { ...answer, body: textBody(text) }
    },
  }
}

async function create(transport: LocalTransport, name: string): Promise<void> {
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } })
  const headers = { 'content-type': 'application/json' }
  await transport.send({ method: 'POST', path: '/api/v1/namespaces/default/configmaps', headers, body })
}

describe('findStateProblems', () => {
  it('finds nothing on a correct server', async () => {
    await using server = await startApiServer()
    await create(server.transport(), 'one')
    expect(await findStateProblems(server.transport())).toEqual([])
  })

  it('reads a kind again that changes between two of its reads', async () => {
    await using server = await startApiServer()
    const transport = server.transport()
    await create(transport, 'one')
    let changes = 0
    const changing: LocalTransport = {
      ...transport,
      async send(request) {
        if (
          request.headers['accept']?.includes('as=Table') === true &&
          changes < 3 &&
          request.path.endsWith('/configmaps')
        ) {
          await create(transport, `late-${changes++}`)
        }
        return transport.send(request)
      },
    }
    expect(await findStateProblems(changing)).toEqual([])
    expect(changes).toBe(3)
  })

  it.each([
    {
      name: 'an object that differs from the list',
      change: (path: string, text: string) => (path.endsWith('/configmaps/one') ? text.replace('"b"', '"c"') : text),
      problem: /configmaps\/one is not what the list shows/,
    },
    {
      name: 'pages that omit objects',
      change: (path: string, text: string) =>
        path === '/api/v1/configmaps?limit=7' ? text.replace(/"items":\[.*\]/, '"items":[]') : text,
      problem: /the pages of \/api\/v1\/configmaps are not the list/,
    },
    {
      name: 'a kind that cannot be listed',
      change: (path: string, text: string) => (path === '/api/v1/configmaps' ? '{}' : text),
      problem: /configmaps/,
    },
  ])('reports $name', async ({ change, problem }) => {
    await using server = await startApiServer()
    await create(server.transport(), 'one')
    expect((await findStateProblems(lying(server.transport(), change))).join('\n')).toMatch(problem)
  })
})

describe('fuzz Followers', () => {
  it('report a watch whose state differs from the list', async () => {
    await using server = await startApiServer()
    const transport = server.transport()
    let isLying = false
    const followers = new Followers(
      lying(transport, (path, text) =>
        isLying && path === '/api/v1/configmaps' ? text.replace('"two"', '"2"') : text,
      ),
    )
    await create(transport, 'one')
    await followers.begin()
    await create(transport, 'two')
    expect(await followers.findProblems()).toEqual([])
    isLying = true
    expect(await followers.findProblems()).toEqual([
      'a watch of /api/v1/configmaps ends with another state than the list',
    ])
    followers.end()
  })
})
