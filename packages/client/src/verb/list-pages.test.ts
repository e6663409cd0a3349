import { sleep } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { Website, website } from '../testing/kinds.ts'
import { failure } from '../scripted/scripted-answer.ts'
import { type Route, ScriptedServer } from '../scripted/scripted-server.ts'

function setup(route: Route) {
  const clock = new VirtualClock()
  const server = new ScriptedServer({ '*': (request, count) => sleep(clock, '4s').then(() => route(request, count)) })
  return { clock, server, client: createClient(server, { clock, retry: false }) }
}

function page(name: string, next?: string) {
  const metadata = { resourceVersion: '9', ...(next !== undefined && { continue: next }) }
  return { body: { kind: 'WebsiteList', metadata, items: [website(name)] } }
}

/** A list of five pages. */
const fivePages: Route = ({ query }) => {
  const at = Number(query.continue ?? 0)
  return page(`site-${at}`, at < 4 ? String(at + 1) : undefined)
}

async function settled<Value>(clock: VirtualClock, work: PromiseLike<Value>): Promise<Value> {
  const done = Promise.resolve(work)
  done.catch(() => {})
  await clock.advance('5m')
  return done
}

describe('the timeout of a list', () => {
  it('bounds all pages together and is named in the error', async () => {
    const { client, clock, server } = setup(fivePages)
    await expect(settled(clock, client.list(Website, { timeout: '10s' }))).rejects.toThrow(
      'Cannot list websites.web.example.dev in all namespaces: no response arrived within 10s',
    )
    expect(server.requests).toHaveLength(3)
    expect((await settled(clock, client.list(Website, { timeout: '25s' }))).items).toHaveLength(5)
  })

  it('excludes the time that the consumer spends between pages', async () => {
    const { client, clock } = setup(fivePages)
    const slowly = async (timeout: '10s' | '25s') => {
      const seen: string[] = []
      for await (const { metadata } of client.list(Website, { timeout })) {
        seen.push(metadata.name)
        await sleep(clock, '20s')
      }
      return seen
    }
    expect(await settled(clock, slowly('25s'))).toHaveLength(5)
    await expect(settled(clock, slowly('10s'))).rejects.toMatchObject({ code: 'KW_CLIENT_TIMEOUT' })
  })
})

describe('a paged list', () => {
  const endless: Route = () => page('site', 'same')

  it('fails when the server repeats a continue token', async () => {
    const { client, clock, server } = setup(endless)
    const why = 'the response has the continue token of the request, so the list would never end'
    await expect(settled(clock, client.list(Website))).rejects.toMatchObject({
      code: 'KW_CLIENT_ANSWER',
      message: expect.stringContaining(why),
    })
    expect(server.requests).toHaveLength(2)
    const iterate = async () => {
      for await (const _ of client.list(Website));
    }
    await expect(settled(clock, iterate())).rejects.toThrow(why)
    await expect(settled(clock, client.list(Website, { continue: 'same' }))).rejects.toThrow(why)
    expect(server.requests).toHaveLength(5)
  })

  it('restarts and pages again after a continue token expired', async () => {
    const { client, clock, server } = setup((request, count) =>
      count === 2 ? failure(410, 'Expired', 'the token is too old') : fivePages(request, count),
    )
    expect((await settled(clock, client.list(Website))).items).toHaveLength(5)
    expect(server.requests.map(({ query }) => query.continue)).toEqual([undefined, '1', undefined, '1', '2', '3', '4'])
  })
})
