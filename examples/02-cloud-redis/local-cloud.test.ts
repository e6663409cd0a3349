import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { LocalCloud } from './local-cloud.ts'
import { ask } from './redis-connection.ts'
import { hasRedis, startRedis, startStandInRedis } from './redis-server.ts'
import { answer, readCommand } from './redis-stand-in.ts'

const hasRedisNow = await hasRedis()

describe('Redis server', () => {
  // The real one where it is installed, as it is in CI.
  const servers = { 'stand-in server': startStandInRedis, ...(hasRedisNow ? { 'real server': startRedis } : {}) }

  it.each(Object.entries(servers))('%s stores a value, with inline and RESP commands', async (_, start) => {
    await using server = await start(1)
    expect(await ask(server.address, 'SET color blue')).toBe('+OK')
    expect(await ask(server.address, '*2\r\n$3\r\nGET\r\n$5\r\ncolor')).toBe('$4\r\nblue')
    await server.resize(2)
  })
})

describe('stand-in Redis server', () => {
  it.each([
    ['PING\r\nrest', { words: ['PING'], length: 6 }],
    ['*1\r\n$4\r\nPING\r\n', { words: ['PING'], length: 14 }],
    ['*1\r\n$4\r\nPI', undefined],
    ['*1\r\n', undefined],
    ['PIN', undefined],
    ['*1\r\n$x\r\nPING\r\n', undefined],
  ])('parses the command %j', (text, command) => expect(readCommand(text)).toEqual(command))

  it('answers unknown commands and wrong arguments with an error', () => {
    expect(answer(['FLUSHALL'], new Map())).toBe("-ERR unknown command 'FLUSHALL'\r\n")
    expect(answer(['SET', 'key'], new Map())).toContain('wrong number of arguments')
    expect(answer(['GET', 'nothing'], new Map())).toBe('$-1\r\n')
  })
})

describe('local cloud', () => {
  it('rolls back a creation that fails', async () => {
    const clock = new VirtualClock()
    const said: string[] = []
    const start = async () => Promise.reject(new Error('no memory left'))
    await using cloud = new LocalCloud({ clock, start, say: (line) => said.push(line) })
    await cloud.create('a', 'me', { memorySizeGb: 1, tier: 'BASIC' })
    await clock.advance('1s')
    expect(await cloud.find('a')).toBeUndefined()
    expect(said).toEqual(['a is CREATING', 'a failed: Error: no memory left'])
  })

  it('refuses a change while another one of the instance is in progress', async () => {
    const clock = new VirtualClock()
    await using cloud = new LocalCloud({ clock, start: startStandInRedis })
    await cloud.create('a', 'me', { memorySizeGb: 1, tier: 'BASIC' })
    await expect(cloud.create('a', 'you', { memorySizeGb: 1, tier: 'BASIC' })).rejects.toThrow('exists already')
    await expect(cloud.delete('a')).rejects.toThrow('a is CREATING and cannot be deleted now')
    await expect(cloud.resize('b', 2)).rejects.toThrow('there is no instance b')
  })
})
