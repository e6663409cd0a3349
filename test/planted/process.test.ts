import { spawnSync } from 'node:child_process'
import { defineProcessExploration } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { timeout } from './judged.ts'
import { blog, Site } from './site.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
// oxlint-disable-next-line no-console -- tell why tests are skipped
if (!hasPython) console.warn('There is no python3: operators in other languages are not explored.')

/** An operator in Python, without any library. @param planted whether it has its mistake */
function explorationOf(planted: 'yes' | 'no') {
  return defineProcessExploration({
    command: ['python3', 'process/site_operator.py'],
    cwd: import.meta.dirname,
    environment: { PLANTED: planted },
    resources: [Site],
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { title: 'one' } })
      await user.patch(Site, blog, { spec: { title: 'two' } })
      await user.delete(Site, blog)
    },
    quiet: '500ms',
    patience: planted === 'yes' ? '4s' : '20s',
  })
}

it('exploration of processes: python3 is installed where CI runs', () => {
  expect(hasPython || process.env['CI'] !== 'true').toBe(true)
})

describe.runIf(hasPython)('exploration of an operator in Python', () => {
  it('finds its missing Secret, and the plan reproduces it', { timeout }, async () => {
    const exploration = explorationOf('yes')
    const report = await exploration.run({ budget: { runs: 6, within: '25m' } })
    const [failure] = report.failures
    expect(failure).toMatchObject({ oracle: 'end-state', details: ['Secret default/blog is missing'] })
    expect(failure!.story()).toContain('process 1: create configmaps default { data: { title: "one" }')
    expect(report.truncated).toContain('did not fit the budget')
    const again = await exploration.replay(failure!.planFile())
    expect(again.failures.map(({ signature }) => signature)).toEqual([failure!.signature])
  })

  it('finds nothing once that is corrected', { timeout }, async () => {
    const report = await explorationOf('no').run({ budget: { within: '25m' } })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    expect(report.truncated).toBeUndefined()
  })
})
