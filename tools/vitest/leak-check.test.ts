import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const config = join(import.meta.dirname, 'fixture/vitest.config.ts')

describe('leak check of test files', () => {
  it('fails a file with a leaked timer, with the stack of its creation, and passes a clean one', () => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--config', config, '--reporter', 'json', '--no-color']
    const { stdout, status } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
    const report = JSON.parse(stdout) as { testResults: readonly { name: string; status: string; message: string }[] }
    const files = new Map(report.testResults.map((file) => [file.name.split('/').at(-1), file]))

    expect(status).toBe(1)
    expect(files.get('clean.fixture.ts')).toMatchObject({ status: 'passed', message: '' })
    expect(files.get('leaky.fixture.ts')).toMatchObject({ status: 'failed' })
    expect(files.get('leaky.fixture.ts')?.message).toMatch(/a timer of 60000 ms, created\n[^]*leaky\.fixture\.ts/)
  })
})
