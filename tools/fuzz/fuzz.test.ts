import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSuites } from '../conformance/load-suites.ts'
import { runBatch } from './batch.ts'
import { generated, isConfirmed, listed } from './fuzz.ts'
import { formatRequest, type FuzzRequest, parseRequest } from './fuzz-request.ts'

/** Processor time is shared with the other tests here; `npm run fuzz` has it to itself and is strict. */
const limits = { cpuMs: 2_500, cpuMsPerKib: 30, heapBytes: 1024 ** 3 }

describe('the server under hostile requests', () => {
  it('answers each of a few hundred as it should, and keeps its state', async () => {
    const { failure, sent } = await runBatch('npm test', generated('npm test', await loadSuites(), 200), limits)
    expect(failure && { ...failure, requests: failure.requests.slice(-1).map(formatRequest) }).toBeUndefined()
    expect(sent).toBe(200)
  })

  it('answers what it once could not', async () => {
    const found = resolve(import.meta.dirname, '../../test/fuzz/found.jsonl')
    const lines = readFileSync(found, 'utf8').split('\n').filter(Boolean)
    const { failure } = await runBatch('found', listed(lines.map(parseRequest)), limits)
    expect(failure?.detail).toBeUndefined()
  })
})

describe('what is sent', () => {
  const all = async (seed: string): Promise<string[]> => {
    const source = generated(seed, await loadSuites(), 50)
    const requests: FuzzRequest[] = []
    for (let next = source.next(); next !== undefined; next = source.next()) requests.push(next)
    return requests.map(formatRequest)
  }

  it('is the same for the same seed, and another for another', async () => {
    expect(await all('a')).toEqual(await all('a'))
    expect(await all('a')).not.toEqual(await all('b'))
  })

  it('can be written on a line and sent again', async () => {
    const lines = await all('a')
    expect(lines.map((line) => formatRequest(parseRequest(line)))).toEqual(lines)
  })
})

describe('a batch', () => {
  const slow = {
    problem: 'a request takes too long',
    detail: '',
    requests: [{ method: 'GET', path: '/', headers: {} }],
  }

  it('fails only for what is slow again', async () => {
    expect(await isConfirmed('once', slow)).toBe(false)
  })

  it('fails for whatever else it finds', async () => {
    expect(await isConfirmed('once', { ...slow, problem: 'the body is no JSON' })).toBe(true)
  })
})
