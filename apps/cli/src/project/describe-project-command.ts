/** An internal command: loads a configuration in a child process that supports TypeScript, and sends its description to the parent. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isKubewrightError } from '@kubewright/core'
import { defineCommand } from '../command/command.ts'
import { configProblem } from './config-problem.ts'
import type { ProjectAnswer } from './load-project.ts'
import type { OperatorConfig } from './operator-config.ts'

export const describeProjectCommand = defineCommand({
  name: 'describe-project',
  summary: 'Used by other commands to read kubewright.config.ts.',
  args: [{ name: 'FILE', help: 'The configuration.' }],
  options: {},
  examples: [],
  async run({ args: [file = ''] }, { cwd }) {
    const answer = await describe(resolve(cwd, file))
    await new Promise((sent) => process.send?.(answer, sent))
    process.disconnect?.()
    return 0
  },
})

async function describe(path: string): Promise<ProjectAnswer> {
  try {
    const loaded = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { readonly default?: unknown }
    const problem = configProblem(loaded.default)
    if (problem !== undefined) return { problem }
    const { describeOperator } = await import('./project-description.ts')
    return { project: describeOperator(loaded.default as OperatorConfig) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { error: { message, stack, ...(isKubewrightError(error) ? { code: error.code } : {}) } }
  }
}
