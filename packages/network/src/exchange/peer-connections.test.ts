import type { Client } from '@kubewright/client'
import { recordedLog } from '@kubewright/core/testing'
import type { Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { PeerConnections } from './peer-connections.ts'
import { networkPeerLabel } from './peer-secret.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')

const secret = (peer: string, version: string, data: Record<string, string> = {}) =>
  ({
    metadata: {
      name: `peer-${peer}`,
      namespace: 'kubewright-network',
      resourceVersion: version,
      labels: { [networkPeerLabel]: peer },
    },
    data: Object.fromEntries(
      Object.entries({ identity: `uid-${peer}`, kubeconfig: `of ${peer} ${version}`, ...data }).map(([key, text]) => [
        key,
        encode(text),
      ]),
    ),
  }) as unknown as Secret

function connections() {
  const open = new Set<string>()
  const connect = async (kubeconfig: string): Promise<Client> => {
    open.add(kubeconfig)
    return { [Symbol.asyncDispose]: async () => void open.delete(kubeconfig) } as unknown as Client
  }
  const { log, messages } = recordedLog()
  return { open, messages, connections: new PeerConnections({ log, connect }) }
}

const peersOf = ({ peers }: PeerConnections) => peers.all.map(({ name, identity }) => `${name} ${identity}`)

describe('connections to peers', () => {
  it('are opened for each peer Secret and closed when it is deleted', async () => {
    const { open, connections: all } = connections()
    await all.follow([secret('berlin', '1'), secret('turin', '2')])
    expect(peersOf(all)).toEqual(['berlin uid-berlin', 'turin uid-turin'])
    await all.follow([secret('turin', '2')])
    expect(peersOf(all)).toEqual(['turin uid-turin'])
    expect([...open]).toEqual(['of turin 2'])
    await all[Symbol.asyncDispose]()
    expect([...open]).toEqual([])
  })

  it('are reopened only when the credential changes', async () => {
    const { open, connections: all } = connections()
    await all.follow([secret('berlin', '1')])
    const [before] = all.peers.all
    await all.follow([secret('berlin', '1')])
    expect(all.peers.all[0]).toBe(before)
    await all.follow([secret('berlin', '2')])
    expect(all.peers.all[0]?.client).not.toBe(before?.client)
    expect([...open]).toEqual(['of berlin 2'])
  })

  it('are reopened when a peer has a new cluster identity', async () => {
    const { open, connections: all } = connections()
    await all.follow([secret('berlin', '1')])
    await all.follow([secret('berlin', '2', { identity: 'uid-other' })])
    expect(peersOf(all)).toEqual(['berlin uid-other'])
    expect([...open]).toEqual(['of berlin 2'])
  })

  it('use a second Secret of a peer once the first is deleted, or names another peer', async () => {
    const named = (name: string, one: Secret) => ({ ...one, metadata: { ...one.metadata, name } }) as Secret
    const { connections: all } = connections()
    const next = named('a-second', secret('berlin', '2'))
    await all.follow([secret('berlin', '1')])
    await all.follow([next, secret('berlin', '1')])
    await all.follow([next])
    expect(peersOf(all)).toEqual(['berlin uid-berlin'])
    const third = named('a-third', secret('berlin', '3'))
    await all.follow([third, next])
    await all.follow([third, named('a-second', secret('turin', '4'))])
    expect(peersOf(all)).toEqual(['turin uid-turin', 'berlin uid-berlin'])
  })

  it('are not affected by an invalid Secret, which is logged once', async () => {
    const { open, messages, connections: all } = connections()
    const wrong = [secret('berlin', '1', { kubeconfig: '' }), secret('Not A Name', '3')]
    await all.follow([...wrong, secret('turin', '2')])
    await all.follow([...wrong, secret('turin', '2')])
    expect(peersOf(all)).toEqual(['turin uid-turin'])
    expect(messages).toHaveLength(2)
    expect([...open]).toEqual(['of turin 2'])
    await all.follow([secret('berlin', '4'), secret('turin', '2')])
    expect(peersOf(all)).toEqual(['turin uid-turin', 'berlin uid-berlin'])
  })
})
