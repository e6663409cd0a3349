import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countTests, formatResult, formatSummary, runSteps, type Step } from './steps.ts'

const lint: Step = { name: 'lint', command: ['oxlint', '--type-aware'] }
const passed = { step: lint, hasPassed: true, seconds: 1.26, output: 'Tests  5 passed (5)' }
const failed = { ...passed, hasPassed: false, output: 'a.ts:1 no\n\n' }

describe('result line of a check step', () => {
  it('is short if the step passed', () => {
    expect(formatResult(passed, 6)).toBe('✓ lint      1.3 s')
  })

  it('may have a remark', () => {
    const step = { ...lint, remark: countTests }
    expect(formatResult({ ...passed, step }, 6)).toBe('✓ lint      1.3 s   5 tests')
  })

  it('is followed by the whole output of a failed step', () => {
    expect(formatResult(failed, 4)).toBe('✗ lint    1.3 s\n\na.ts:1 no\n')
  })
})

describe('summary of check steps', () => {
  it('has the total time if all passed', () => {
    expect(formatSummary([passed, passed], 2.6)).toBe('\nAll 2 steps passed in 3 s.')
  })

  it('has a repair or repeat command for each failed step', () => {
    const format = { ...failed, step: { ...lint, name: 'format', repair: 'npm run fix' } }
    expect(formatSummary([passed, failed, format], 3.9)).toBe(
      '\n2 of 3 steps failed. To mend them, or to see each again:\n  lint: npx oxlint --type-aware\n  format: npm run fix',
    )
  })
})

describe('countTests', () => {
  it('finds the number in coloured output', () => {
    expect(countTests('\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m51 passed\u001b[39m')).toBe('51 tests')
  })

  it('returns undefined without Vitest output', () => {
    expect(countTests('')).toBeUndefined()
  })
})

describe('runSteps', () => {
  const node = (code: string): Step => ({ name: 'step', command: ['node', '-e', code] })

  it('runs the steps of a stage in parallel', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kubewright-steps-'))
    // Each step ends only once the other one has started.
    const meets = (mine: string, other: string) =>
      node(`const fs = require('node:fs')
        fs.writeFileSync(${JSON.stringify(join(directory, mine))}, '')
        const turn = setInterval(() => fs.existsSync(${JSON.stringify(join(directory, other))}) && clearInterval(turn), 5)`)
    const steps = [[meets('a', 'b'), meets('b', 'a')]]
    expect(await runSteps(steps, { cwd: import.meta.dirname, print: () => undefined })).toBe(true)
    await rm(directory, { recursive: true })
  })

  it('continues after a failure, and reports it', async () => {
    const lines: unknown[] = []
    const steps = [node('console.error("no"); process.exit(1)'), node('console.log("yes")')]
    const hasPassed = await runSteps(steps, { cwd: import.meta.dirname, print: (line) => lines.push(line) })
    expect(hasPassed).toBe(false)
    expect(lines.map((line) => String(line).replace(/\d+\.\d/, 'N'))).toEqual([
      expect.stringMatching(/^✗ step +N s\n\nno\n$/),
      expect.stringMatching(/^✓ step +N s$/),
      expect.stringContaining('1 of 2 steps failed.'),
    ])
  })

  it('treats a missing program as a failure', async () => {
    const lines: string[] = []
    const steps: Step[] = [{ name: 'step', command: ['no-such-program'] }]
    await runSteps(steps, { cwd: import.meta.dirname, print: (line) => lines.push(line) })
    expect(lines[0]).toContain('ENOENT')
  })
})
