import { spawnSync } from 'node:child_process'
import { defineProcessExploration } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { timeout } from './judged.ts'
import { blog, Site } from './site.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
// oxlint-disable-next-line no-console -- whoever runs it should know
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

it('there is a Python where it has to be', () => {
  expect(hasPython || process.env['CI'] !== 'true').toBe(true)
})

describe.runIf(hasPython)('an operator in Python', () => {
  it('is found to forget a Secret, and the plan shows it again', { timeout }, async () => {
    const exploration = explorationOf('yes')
    const report = await exploration.run({ budget: { runs: 6, within: '25m' } })
    const [failure] = report.failures
    expect(failure).toMatchObject({ oracle: 'end-state', details: ['Secret default/blog is missing'] })
    expect(failure!.story()).toContain('process 1: create configmaps default { data: { title: "one" }')
    expect(report.truncated).toContain('did not fit the budget')
    const again = await exploration.replay(failure!.planFile())
    expect(again.failures.map(({ signature }) => signature)).toEqual([failure!.signature])
  })

  it('passes once that is corrected, whatever the server does', { timeout }, async () => {
    const report = await explorationOf('no').run({ budget: { within: '25m' } })
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    expect(report.truncated).toBeUndefined()
  })
})
