import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSuites } from '../conformance/load-suites.ts'
import { runBatch } from './batch.ts'
import { generated, isConfirmed, listed } from './fuzz.ts'
import { formatRequest, type FuzzRequest, parseRequest } from './fuzz-request.ts'

/** Processor time is shared with the other tests here; `npm run fuzz` has it to itself and is strict. */
const limits = { cpuMs: 2_500, cpuMsPerKib: 30, heapBytes: 1024 ** 3 }

describe('API server under hostile requests', () => {
  it('answers hundreds of random requests correctly, and keeps its state', async () => {
    const { failure, sent } = await runBatch('npm test', generated('npm test', await loadSuites(), 200), limits)
    expect(failure && { ...failure, requests: failure.requests.slice(-1).map(formatRequest) }).toBeUndefined()
    expect(sent).toBe(200)
  })

  it('answers the requests that once failed (test/fuzz/found.jsonl)', async () => {
    const found = resolve(import.meta.dirname, '../../test/fuzz/found.jsonl')
    const lines = readFileSync(found, 'utf8').split('\n').filter(Boolean)
    const { failure } = await runBatch('found', listed(lines.map(parseRequest)), limits)
    expect(failure?.detail).toBeUndefined()
  })
})

describe('generated fuzz requests', () => {
  const all = async (seed: string): Promise<string[]> => {
    const source = generated(seed, await loadSuites(), 50)
    const requests: FuzzRequest[] = []
    for (let next = source.next(); next !== undefined; next = source.next()) requests.push(next)
    return requests.map(formatRequest)
  }

  it('are equal for equal seeds, and differ for others', async () => {
    expect(await all('a')).toEqual(await all('a'))
    expect(await all('a')).not.toEqual(await all('b'))
  })

  it('round-trip through their one-line format', async () => {
    const lines = await all('a')
    expect(lines.map((line) => formatRequest(parseRequest(line)))).toEqual(lines)
  })
})

describe('fuzz batch', () => {
  const slow = {
    problem: 'a request takes too long',
    detail: '',
    requests: [{ method: 'GET', path: '/', headers: {} }],
  }

  it('ignores a slow request that is fast when repeated', async () => {
    expect(await isConfirmed('once', slow)).toBe(false)
  })

  it('reports any other problem', async () => {
    expect(await isConfirmed('once', { ...slow, problem: 'the body is no JSON' })).toBe(true)
  })
})
