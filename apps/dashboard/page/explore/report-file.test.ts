import { describe, expect, it } from 'vitest'
import { parseReport, readReport } from './report-file.ts'

const moment = {
  type: 'call',
  text: 'create',
  from: 'a',
  to: 'server',
  struck: { text: 'lost', at: 'answer' },
  extra: 1,
}
const failure = {
  oracle: 'leak',
  message: 'left',
  times: 2,
  story: 's',
  planFile: '{}',
  sequence: { before: [], moments: [moment] },
}
const report = (failures: readonly unknown[], more: object = {}) =>
  JSON.stringify({ runs: 7, seed: 'k', failures, ...more })

const withBefore = (before: readonly unknown[]) => ({ ...failure, sequence: { before, moments: [] } })

describe('an opened exploration report', () => {
  it('is parsed with its stories', () => {
    const opened = parseReport('r.json', report([failure]))
    expect(opened).toMatchObject({ name: 'r.json', runs: 7, seed: 'k', failures: [{ oracle: 'leak', times: 2 }] })
    expect(opened.failures[0]!.sequence!.moments[0]).not.toHaveProperty('extra')
  })

  it('is parsed without stories, as older versions write it', () => {
    const { sequence: _, ...older } = failure
    expect(parseReport('r.json', report([older])).failures[0]!.sequence).toBeUndefined()
  })

  it.each([
    ['{', 'is not JSON'],
    ['null', 'is no report'],
    ['[]', 'is no report'],
    ['{"failures":[]}', 'is no report'],
    [report([7]), 'failure 1 has no rule'],
    [report([{ ...failure, sequence: 7 }]), 'failure 1 has a story that cannot be read'],
    [report([{ ...failure, sequence: { before: [], moments: [{ type: '__proto__', text: '' }] } }]), 'a moment'],
    [report([{ ...failure, sequence: { before: [7], moments: [] } }]), 'an object without a name'],
  ])('is refused: %s', (text, message) => {
    expect(() => parseReport('r.json', text)).toThrow(message)
  })

  it.each([
    [{ ...failure, oracle: 'leak\nreboot' }, 'control characters'],
    [{ ...failure, oracle: 'x'.repeat(201) }, 'too long'],
    [withBefore([{ name: 'a', state: '['.repeat(101) }]), 'nested more than 100 levels'],
  ])('is refused if it would harm the page or mislead its reader', (one, message) => {
    expect(() => parseReport('r.json', report([one]))).toThrow(message)
  })

  it('is limited to 500 objects in a list and 100 KB per state', () => {
    const many = Array.from({ length: 600 }, (_, at) => ({
      name: `n${at}`,
      state: at === 0 ? 'x'.repeat(102_401) : '{}',
    }))
    const { before } = parseReport('r.json', report([withBefore(many)])).failures[0]!.sequence!
    expect(before).toHaveLength(500)
    expect(before.slice(0, 2)).toEqual([{ name: 'n0' }, { name: 'n1', state: '{}' }])
  })

  it('is not read if it is larger than 32 MB', async () => {
    const file = { name: 'r.json', size: 32 * 2 ** 20 + 1, text: () => Promise.reject(new Error('it was read')) }
    await expect(readReport(file)).rejects.toThrow('r.json is larger than 32 MB')
    expect(await readReport({ ...file, size: 10, text: async () => report([]) })).toMatchObject({ runs: 7 })
  })

  it('is parsed without invalid faults and states', () => {
    const strange = {
      type: 'call',
      text: 'x',
      from: 7,
      struck: { text: 'a', at: 'everywhere' },
      objects: [{ name: 'a', state: 7 }],
    }
    const opened = parseReport('r.json', report([{ ...failure, sequence: { before: [], moments: [strange] } }]))
    expect(opened.failures[0]!.sequence!.moments[0]).toEqual({ type: 'call', text: 'x', objects: [{ name: 'a' }] })
  })
})
